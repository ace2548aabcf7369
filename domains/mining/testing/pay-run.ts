import { parseArgs } from 'node:util';
import { openDatabase } from '@karat/platform/db';
import { EarnFixture } from './fixture.ts';

/** A process that pays what is due at a moment, for tests that kill it at the n-th time that a payment comes to a step. */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    now: { type: 'string' },
    step: { type: 'string' },
    at: { type: 'string' },
  },
});
const db = openDatabase({ url: values.url ?? '', connections: 3 });
let seen = 0;
const earn = await EarnFixture.open(db, Number(values.now), {
  batch: 25,
  onStep(step) {
    if (step === values.step && ++seen === Number(values.at)) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(`${await earn.worker.runDue()}\n`);
await db.close();

import { parseArgs } from 'node:util';
import { openDatabase } from '@karat/platform/db';
import { OptionsFixture } from './options-fixture.ts';

/**
 * A process that settles due orders, for tests that kill it: it exits silently at the n-th time that a settlement
 * reaches a step.
 */
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
const fixture = await OptionsFixture.open(db, Number(values.now), {
  batch: 50,
  onStep(step) {
    if (step === values.step && ++seen === Number(values.at)) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(`${await fixture.settler.runDue()}\n`);
await db.close();

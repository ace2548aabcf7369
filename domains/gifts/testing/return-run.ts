import { parseArgs } from 'node:util';
import { openDatabase } from '@karat/platform/db';
import { GiftFixture } from './fixture.ts';

/** A process that returns expired gifts, for tests that kill it: it ends itself at the n-th time that it comes to a step. */
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
const fixture = new GiftFixture(db, Number(values.now), {
  batch: 10,
  onStep(step) {
    if (step === values.step && ++seen === Number(values.at)) process.kill(process.pid, 'SIGKILL');
  },
});
await fixture.gifts.worker.runDue();
await db.close();

import { parseArgs } from 'node:util';
import { openDatabase } from '@karat/platform/db';
import { LoansFixture } from './fixture.ts';

/**
 * A process that charges days or liquidates what is due at a moment, for tests that kill it: it ends itself at the n-th time
 * that a step is reached.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    now: { type: 'string' },
    price: { type: 'string' },
    task: { type: 'string' },
    step: { type: 'string' },
    at: { type: 'string' },
  },
});
const db = openDatabase({ url: values.url ?? '', connections: 3 });
let seen = 0;
const fixture = await LoansFixture.open(db, Number(values.now), {
  batch: 5,
  onStep(step) {
    if (step === values.step && ++seen === Number(values.at)) process.kill(process.pid, 'SIGKILL');
  },
});
await fixture.at(Number(values.now), values.price);
const done = values.task === 'charge' ? fixture.worker.chargeDue() : fixture.worker.revalue();
process.stdout.write(`${await done}\n`);
await fixture.worker.stop();
await db.close();

import { parseArgs } from 'node:util';
import { openDatabase } from '@karat/platform/db';
import { GrowthFixture } from './fixture.ts';

/**
 * A process that does the due work of a moment, for tests that kill it: it ends itself at the n-th time that the work comes to a
 * step.
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
const fixture = new GrowthFixture(db, Number(values.now), {
  batch: 4,
  onStep(step) {
    if (step === values.step && ++seen === Number(values.at)) process.kill(process.pid, 'SIGKILL');
  },
});
await fixture.growth.worker.runDue();
await db.close();

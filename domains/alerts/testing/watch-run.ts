import { parseArgs } from 'node:util';
import { openDatabase } from '@karat/platform/db';
import { AlertsFixture } from './fixture.ts';

/** A process that takes index ticks, for tests that kill it at the n-th time that its watcher comes to a step. */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    now: { type: 'string' },
    prices: { type: 'string' },
    step: { type: 'string' },
    at: { type: 'string' },
  },
});
const db = openDatabase({ url: values.url ?? '', connections: 6 });
let seen = 0;
const fixture = await AlertsFixture.open(db, Number(values.now), {
  onStep(step) {
    if (step === values.step && ++seen === Number(values.at)) process.kill(process.pid, 'SIGKILL');
  },
});
await fixture.watcher.start();
await fixture.watcher.idle();
for (const text of (values.prices ?? '').split(',')) await fixture.tick(text);
await fixture.watcher.stop();
await db.close();

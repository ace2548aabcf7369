import { parseArgs } from 'node:util';
import { openDatabase } from '@karat/platform/db';
import { GamesFixture } from './fixture.ts';

/**
 * A process that settles what is due at a moment, for tests that kill it: it ends itself at the n-th time that a settlement
 * comes to a step.
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
const games = await GamesFixture.open(db, Number(values.now), {
  batch: 10,
  onStep(step) {
    if (step === values.step && ++seen === Number(values.at)) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(`${await games.worker.runDue()}\n`);
await db.close();

import { parseArgs } from 'node:util';
import { userId } from '@karat/contract';
import { openDatabase } from '@karat/platform/db';
import { PortfolioFixture } from './fixture.ts';

/**
 * A process that counts the postings of a user in small portions, for tests that kill it: it ends itself at the n-th time that it
 * comes to a step.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    user: { type: 'string' },
    step: { type: 'string' },
    at: { type: 'string' },
  },
});
const db = openDatabase({ url: values.url ?? '', connections: 2 });
let seen = 0;
const fixture = new PortfolioFixture(db, {
  portion: 10,
  onStep(step) {
    if (step === values.step && ++seen === Number(values.at)) process.kill(process.pid, 'SIGKILL');
  },
});
await fixture.count(userId(Number(values.user)));
await db.close();

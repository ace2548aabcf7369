import { parseArgs } from 'node:util';
import { openDatabase } from '@karat/platform/db';
import { RecurringFixture } from './fixture.ts';
import { durableOrders } from './durable-orders.ts';

/** A process that buys what is due at a moment, for tests that kill it at the n-th time that a purchase comes to a step. */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    now: { type: 'string' },
    step: { type: 'string' },
    at: { type: 'string' },
  },
});
const db = openDatabase({ url: values.url ?? '', connections: 12 });
let seen = 0;
const fixture = await RecurringFixture.open(db, Number(values.now), {
  orders: durableOrders(db),
  onStep(step) {
    if (step === values.step && ++seen === Number(values.at)) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(`${await fixture.worker.runDue()}\n`);
await db.close();

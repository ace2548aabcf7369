import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { userId } from '@karat/contract';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { HOUR_MS } from '@karat/rules';
import { bundleProgram, createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLACING_MS } from './rules.ts';
import { createOrders } from './testing/durable-orders.ts';
import { RecurringFixture, START } from './testing/fixture.ts';

const RUN = join(import.meta.dirname, 'testing/buy-run.ts');
const USERS = Array.from({ length: 40 }, (_, index) => userId(100_900 + index));
const DUE = START + 9 * HOUR_MS;
const KILLS = [
  ['claimed', 1],
  ['placed', 1],
  ['recorded', 1],
  ['placed', 9],
  ['claimed', 12],
] as const;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await createOrders(database.db);
  const fixture = await RecurringFixture.open(database.db);
  for (const user of USERS) await fixture.plan({ userId: user, amount: amount('10') });
});
afterAll(() => database.drop());

/** Buys what is due at a moment in a process of its own; returns how it ended. */
async function buyIn(
  now: number,
  step: string,
  at: number,
): Promise<{ code: number | null; signal: string | null }> {
  const args = ['--url', database.url, '--now', String(now), '--step', step, '--at', String(at)];
  const child = spawn(process.execPath, [await bundleProgram(RUN), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signal };
}

test('five kills between claim, order and record leave every date bought exactly once', async () => {
  let now = DUE;
  for (const [step, at] of KILLS) {
    expect(await buyIn(now, step, at), `${step} ${at}`).toEqual({ code: null, signal: 'SIGKILL' });
    now += PLACING_MS;
  }
  const { unrecorded } = await database.db.one<{ unrecorded: number }>(sql`
    select count(*) as unrecorded from test_orders o
    where not exists (select 1 from recurring_executions e where e.order_id = o.id)`);
  expect(unrecorded).toBeGreaterThan(0);
  expect(await buyIn(now, 'never', 1)).toEqual({ code: 0, signal: null });
  const found = await database.db.one(sql`
    select (select count(*) from test_orders) as orders, (select count(distinct user_id) from test_orders) as users,
      (select count(*) from recurring_executions e join test_orders o on o.id = e.order_id where outcome = 'bought') as bought,
      (select count(*) from recurring_executions) as results,
      (select count(*) from recurring_plans where is_placing or purchases <> 1 or spent <> 10) as wrong`);
  expect(found).toEqual({ orders: 40, users: 40, bought: 40, results: 40, wrong: 0 });
});

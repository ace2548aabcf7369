import { USDT } from '@karat/domains/ledger';
import { contract } from '@karat/contract';
import { amount } from '@karat/money';
import { callConsole } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pausePlan, skipDate } from './change-plan.ts';
import { consoleHandlers } from './operator.ts';
import { BEA, BTC_USDT, RecurringFixture, START } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: RecurringFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await RecurringFixture.open(database.db);
  await fixture.spot.start();
});
afterAll(async () => {
  await fixture.spot.stop();
  await database.drop();
});

/** The totals of the only market at a moment. */
async function totalsAt(ms: number) {
  fixture.clock.set(ms);
  const path = 'console/recurring_totals';
  const rows = await callConsole(contract.recurring, consoleHandlers(fixture.deps), path, { login: 'risk' });
  expect(rows).toHaveLength(1);
  return rows[0];
}

test('plans are due within a day and overdue from their moment on, and results count for a week', async () => {
  await fixture.grant(fixture.user, USDT, '1000');
  await fixture.offer('1');
  const [plan, poor, skipping] = [
    await fixture.plan(),
    await fixture.plan({ userId: BEA, amount: amount('70') }),
    await fixture.plan({ hour: 10, amount: amount('40') }),
  ];
  const { userId } = skipping;
  await skipDate(fixture.deps, { userId, id: skipping.id, date: '2026-11-22' });
  await pausePlan(fixture.deps, { userId, id: skipping.id });
  const due = START + 9 * HOUR_MS;
  const market = { match_id: BTC_USDT, symbol: 'BTC/USDT', legal_name: 'USDT' };
  const counts = { ...market, active: 2, paused: 1, bought_week: 0, failed_week: 0, overdue_ms: null };
  expect(await totalsAt(due - DAY_MS - 1)).toEqual({ ...counts, due_day: '0' });
  expect(await totalsAt(due - DAY_MS)).toEqual({ ...counts, due_day: '370' });
  expect(await totalsAt(due - 1)).toEqual({ ...counts, due_day: '370' });
  expect(await totalsAt(due)).toEqual({ ...counts, due_day: '370', overdue_ms: due });
  expect(await fixture.worker.runDue()).toBe(2);
  for (const { userId: user, id } of [plan, poor]) await pausePlan(fixture.deps, { userId: user, id });
  const paused = { ...market, active: 0, paused: 3, due_day: '0', overdue_ms: null };
  // A skipped date has neither bought nor failed.
  expect(await totalsAt(due + 7 * DAY_MS - 1)).toEqual({ ...paused, bought_week: 1, failed_week: 1 });
  expect(await totalsAt(due + 7 * DAY_MS)).toEqual({ ...paused, bought_week: 0, failed_week: 0 });
});

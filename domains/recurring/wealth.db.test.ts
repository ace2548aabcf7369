import { USDT } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endPlan, pausePlan } from './change-plan.ts';
import { createPlan } from './create-plan.ts';
import type { PlanRequest } from './create-plan.ts';
import { AAPL_USDT, BEA, BTC_USDT, RecurringFixture, START } from './testing/fixture.ts';
import { recurringWealth } from './wealth.ts';

let database: TestDatabase;
let fixture: RecurringFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await RecurringFixture.open(database.db);
});
afterAll(() => database.drop());

const plan = async (hour: number, text: string, more: Partial<PlanRequest> = {}): Promise<number> => {
  const deps = { ...fixture.deps, limits: { ...fixture.deps.limits, plansMax: 20 } };
  const terms = { frequency: 'daily', day: 0, hour, zone: 'UTC', marketId: BTC_USDT } as const;
  const request = { ...terms, userId: fixture.user, amount: amount(text), ...more };
  return (await database.db.transact((tx) => createPlan(deps, tx, request))).id;
};
const read = (user = fixture.user) =>
  recurringWealth(fixture.deps).read(database.db, user, { from: START, to: START });

test('active plans have the sum of each market and their next purchases, the five soonest first', async () => {
  const own = { userId: fixture.user };
  const share = await plan(10, '50', { marketId: AAPL_USDT });
  const ids = [];
  for (const [hour, text] of [
    [9, '300'],
    [7, '20'],
    [13, '11'],
    [12, '12'],
    [11, '13'],
  ] as const)
    ids.push(await plan(hour, text));
  await pausePlan(fixture.deps, { ...own, id: await plan(1, '400') });
  await endPlan(fixture.deps, { ...own, id: await plan(1, '500') });
  const ofBea = await plan(5, '70', { userId: BEA });
  const { base, quote } = fixture.deps.market.instruments.need(BTC_USDT);
  const position = (id: number | undefined, hour: number, text: string) => ({
    ...{ id, assetId: base, currency: quote, amount: amount(text), nextMs: START + hour * HOUR_MS },
  });
  expect(await read()).toEqual({
    count: 6,
    amounts: [
      { currency: USDT, amount: amount('356') },
      { currency: USDT, amount: amount('50') },
    ],
    earned: [],
    positions: [
      position(ids[1], 7, '20'),
      position(ids[0], 9, '300'),
      position(ids[4], 11, '13'),
      position(ids[3], 12, '12'),
      position(ids[2], 13, '11'),
    ],
  });
  expect(await read(BEA)).toEqual({
    ...{ count: 1, amounts: [{ currency: USDT, amount: amount('70') }], earned: [] },
    positions: [position(ofBea, 5, '70')],
  });
  // A share is bought when its session is open, not at the hour of the plan.
  for (const id of ids) await endPlan(fixture.deps, { ...own, id });
  const stock = fixture.deps.market.instruments.need(AAPL_USDT);
  expect((await read()).positions).toEqual([
    {
      ...{ id: share, assetId: stock.base, currency: stock.quote, amount: amount('50') },
      nextMs: Date.parse('2026-11-23T14:31:00Z'),
    },
  ]);
});

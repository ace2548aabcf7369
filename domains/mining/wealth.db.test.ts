import { currencyId } from '@karat/contract';
import { amount } from '@karat/money';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { yesterdayOf } from './rules.ts';
import { ALICE, BEA, EarnFixture, USDT } from './testing/fixture.ts';
import type { Order } from './types.ts';
import { miningWealth } from './wealth.ts';

const BTC = currencyId(1);
const MIDNIGHT = Date.parse('2026-11-21T00:00:00Z');
let database: TestDatabase;
let earn: EarnFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  earn = await EarnFixture.open(database.db, MIDNIGHT - DAY_MS);
  for (const user of [ALICE, BEA])
    for (const currency of [USDT, BTC]) await earn.fund(user, '10000', currency);
  for (const currency of [USDT, BTC]) await earn.fundInterest('1000', currency);
});
afterAll(() => database.drop());

const nextOf = (order: Order, text: string, daily: string, days: number) => ({
  ...{ id: order.id, currency: order.currencyId, amount: amount(text), nextAmount: amount(daily) },
  nextMs: order.openedMs + days * DAY_MS,
});

test('orders have principal, yields of yesterday and in all by currency, and their next yields, the five soonest first', async () => {
  const dollars = await earn.product();
  const [short, coins] = [
    await earn.product({ days: 1, reserveDays: 1 }),
    await earn.product({ currencyId: BTC }),
  ];
  const buyAt = (ms: number, ...request: Parameters<EarnFixture['buy']>): Promise<Order> => {
    earn.clock.set(ms);
    return earn.buy(...request);
  };
  await buyAt(MIDNIGHT - HOUR_MS, short, '20', ALICE);
  // One that matures at the beginning of yesterday, and one whose yields are due at its beginning and at its end.
  await buyAt(MIDNIGHT, short, '100');
  const midnight = await buyAt(MIDNIGHT, dollars, '1000');
  const [coin, ofBea] = [
    await buyAt(MIDNIGHT + 1, coins, '2'),
    await buyAt(MIDNIGHT + 1, dollars, '300', BEA),
  ];
  const others = [];
  for (const n of [6, 4, 5, 3])
    others.push(await buyAt(MIDNIGHT + 24 * HOUR_MS + n, dollars, String(10 * n)));
  await earn.redeem(await buyAt(MIDNIGHT + 25 * HOUR_MS, dollars, '700'));
  const now = MIDNIGHT + 2 * DAY_MS + 2;
  earn.clock.set(now);
  await earn.worker.runDue();
  const [six, four, five, three] = others;
  if (!six || !four || !five || !three) throw new Error('four orders');
  expect(await miningWealth.read(database.db, ALICE, yesterdayOf(now))).toEqual({
    count: 6,
    amounts: [
      { currency: BTC, amount: amount('2') },
      { currency: USDT, amount: amount('1180') },
    ],
    earned: [
      // 0.35 % a day.
      { currency: BTC, yesterday: amount('0.007'), total: amount('0.014') },
      { currency: USDT, yesterday: amount('3.85'), total: amount('7.42') },
    ],
    positions: [
      nextOf(three, '30', '0.105', 1),
      nextOf(four, '40', '0.14', 1),
      nextOf(five, '50', '0.175', 1),
      nextOf(six, '60', '0.21', 1),
      nextOf(midnight, '1000', '3.5', 3),
    ],
  });
  expect((await miningWealth.read(database.db, BEA, yesterdayOf(now))).positions).toEqual([
    nextOf(ofBea, '300', '1.05', 3),
  ]);
  expect(coin.openedMs).toBeGreaterThan(midnight.openedMs);
});

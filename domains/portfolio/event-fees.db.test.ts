import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEventFees } from './movement-fees.ts';
import { ALICE, BEN, BTC, ETH, PortfolioFixture, START, USDT } from './testing/fixture.ts';

let database: TestDatabase;
const eventFees = createEventFees(() => ({ base: BTC, quote: USDT }));

beforeAll(async () => {
  database = await createTestDatabase();
  const fixture = new PortfolioFixture(database.db);
  await fixture.move('deposit', ALICE, '100000');
  await fixture.move('deposit', BEN, '10', BTC);
  // Two trades in one millisecond, and one in the next.
  for (const [buyerFee, sellerFee] of [
    ['0.0001', '7.2'],
    ['0.0002', '0'],
  ] as const)
    await fixture.trade({ buyer: ALICE, seller: BEN, quantity: '0.1', price: '50000', buyerFee, sellerFee });
  fixture.clock.set(START + 1);
  await fixture.trade({ buyer: ALICE, seller: BEN, quantity: '0.1', price: '50000', buyerFee: '0.0004' });
});
afterAll(() => database.drop());

/** References of the trades, in their order. */
const trades = async () =>
  (
    await database.db.rows<{ taker_order: number; at: number }>(
      sql`select taker_order, at from spot_fills order by id`,
    )
  ).map(({ taker_order: order, at }) => ({ kind: 'spot:trade', reference: `order:${order}`, at }));

test('a trade has the fee of the own side in the currency that it was paid in', async () => {
  const [first, second, third] = await trades();
  if (!first || !second || !third) throw new Error('no trades');
  const fee = (currency: typeof BTC, text: string) => [{ currency, amount: amount(text) }];
  expect(await eventFees(database.db, ALICE, [third, first, second])).toEqual([
    fee(BTC, '0.0004'),
    fee(BTC, '0.0001'),
    fee(BTC, '0.0002'),
  ]);
  expect(await eventFees(database.db, BEN, [first, second])).toEqual([fee(USDT, '7.2'), []]);
  // The same order at another moment is another event.
  expect(await eventFees(database.db, ALICE, [{ ...first, at: third.at }])).toEqual([[]]);
});

test('a conversion and the request of a withdrawal have their own fee, of their owner only', async () => {
  const conversion = await database.db.one<{ id: number }>(sql`
    insert into wallet_conversions (user_id, from_currency_id, to_currency_id, number, received, fee, from_price, to_price, at)
    values (${ALICE}, ${USDT}, ${BTC}, 100, 0.002, 0.1, 1, 50000, now()) returning id`);
  const withdrawal = await database.db.one<{ id: number }>(sql`
    insert into withdrawals_requests (id, user_id, type, account, currency_id, network, payee, payee_hash, number, fee, usdt,
      btc, approvals, state, digest, created_at)
    overriding system value
    values (77, ${ALICE}, 1, 'change', ${ETH}, 'ETH', '0x1', '', 1, 0.01, 2000, 0.05, 0, 'requested', '', now()) returning id`);
  const events = [
    { kind: 'withdrawal:hold', reference: String(withdrawal.id), at: START },
    { kind: 'convert', reference: String(conversion.id), at: START },
    { kind: 'transfer', reference: String(conversion.id), at: START },
  ];
  expect(await eventFees(database.db, ALICE, events)).toEqual([
    [{ currency: ETH, amount: amount('0.01') }],
    [{ currency: USDT, amount: amount('0.1') }],
    [],
  ]);
  expect(await eventFees(database.db, BEN, events)).toEqual([[], [], []]);
});

import type { UserId } from '@karat/contract';
import { saleFormula } from '@karat/evidence';
import type { Receipt } from '@karat/evidence';
import { houseAccount } from '@karat/domains/ledger';
import { amount, minus, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderOfUser } from './order-store.ts';
import { postSale } from './sale-receipts.ts';
import { findListing } from './listing-store.ts';
import { ALICE, ARTIST, BRUNO, DAY, NftFixture, USDT } from './testing/fixture.ts';
import { orderViews } from './view.ts';

let database: TestDatabase;
let nft: NftFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  nft = await new NftFixture(database.db).open();
  for (const user of [ALICE, BRUNO]) await nft.fund(user, '1000');
});
afterAll(() => database.drop());

const receiptsOf = async (order: number) => {
  const rows = await database.db.rows<{ user: number; body: string }>(sql`
    select user_id as "user", body from proofs_receipts where kind = 'nft-sale' and subject = ${String(order)}`);
  return rows.map(({ user, body }) => ({ user, receipt: JSON.parse(body) as Receipt }));
};
const house = async () => (await nft.ledger.balance(database.db, houseAccount('fees'), USDT)).available;
const receiptSeenBy = async (user: UserId, id: number) => {
  const order = await orderOfUser(database.db, user, id);
  return order && (await orderViews(nft.deps, database.db, [order], user))[0]?.receipt;
};

test('a resale leaves the seller a receipt of every posted part, with discount and royalty', async () => {
  const code = await nft.work();
  await nft.list(code, '100');
  await nft.buy(code, ALICE);
  nft.discounts.set(ALICE, rate('0.1'));
  await nft.list(code, '10.000001', { user: ALICE });
  nft.discounts.clear();
  const before = await house();
  const { order } = await nft.buy(code, BRUNO);
  const [found, ...others] = await receiptsOf(order.id);
  expect(others).toEqual([]);
  expect(found?.user).toBe(ALICE);
  expect(found?.receipt.order).toEqual({
    ...{ order: String(order.id), code, currency: 'USDT', decimals: '6', price: '10.000001' },
    ...{ full_fee_rate: '0.025', discount: '0.1', royalty_rate: '0.05' },
  });
  // 10,000,001 units: 2.25 % and 5 % rounded down; the unit that is left goes to the seller's remainder, the largest.
  expect(found?.receipt.result).toEqual({
    ...{ fee_rate: '0.0225', received: '9.275001', royalty: '0.5', fee: '0.225' },
  });
  expect(saleFormula.result(found?.receipt.order ?? {}, [])).toEqual(found?.receipt.result);
  expect(minus(await house(), before)).toBe(amount('0.225'));
  expect(await receiptSeenBy(ALICE, order.id)).toMatch(/^[0-9a-f]{64}$/);
  expect(await receiptSeenBy(BRUNO, order.id)).toBeNull();
});

test('an auction leaves its receipt with the payment, not before', async () => {
  const code = await nft.work();
  await nft.list(code, '40', { increment: '1' });
  await nft.bid(code, BRUNO, '41');
  nft.clock.set(nft.clock.now() + DAY);
  await nft.worker.runDue();
  const id = await nft.orderOf(code);
  expect(await receiptsOf(id)).toEqual([]);
  await nft.pay(BRUNO, id);
  const [found] = await receiptsOf(id);
  expect(found?.user).toBe(ARTIST);
  expect(found?.receipt.order).toMatchObject({ price: '41', royalty_rate: '0' });
  expect(found?.receipt.result).toMatchObject({ received: '39.975', fee: '1.025' });
});

test('each box of a series leaves a receipt of its sale', async () => {
  const { id } = await nft.artwork(2);
  const series = await nft.series([[id, 2]], '20');
  const orders = [(await nft.buy(series.code, ALICE)).order, (await nft.buy(series.code, BRUNO)).order];
  for (const order of orders) {
    const [found] = await receiptsOf(order.id);
    expect(found?.receipt.order).toMatchObject({ code: series.code, price: '20', order: String(order.id) });
    expect(found?.receipt.result).toMatchObject({ received: '19.5', royalty: '0', fee: '0.5' });
  }
});

test.each(['received', 'royalty', 'fee'] as const)(
  'a sale whose %s is one unit off is not posted',
  async (part) => {
    const code = await nft.work();
    await nft.list(code, '10');
    const { order } = await nft.buy(code, ALICE);
    const listing = await findListing(database.db, order.listingId);
    if (!listing) return expect.fail('no listing');
    const other = part === 'received' ? 'fee' : 'received';
    const unit = amount('0.000001');
    const forged = {
      ...order,
      id: order.id + 1_000_000,
      [part]: amount(order[part] + unit),
      [other]: amount(order[other] - unit),
    };
    const before = await house();
    await expect(database.db.transact((tx) => postSale(nft.deps, tx, forged, listing))).rejects.toThrow(
      RangeError,
    );
    expect(await house()).toBe(before);
  },
);

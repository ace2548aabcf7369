import type { UserId } from '@karat/contract';
import { amount, format, mulDown, plus, price } from '@karat/money';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tradedFills } from './daily.ts';
import { feesOfFills, fillFeesOf } from './fees.ts';
import { BTC, BTC_USDT, Exchange, USDT, limit, market } from './testing/exchange.ts';

let database: TestDatabase;
let exchange: Exchange;
beforeAll(async () => {
  database = await createTestDatabase();
  exchange = new Exchange(database.db);
  await exchange.engine.start();
});
afterAll(async () => {
  await exchange.engine.stop();
  await database.drop();
});

/** Fees of the fills, each in the currency that its side received. */
async function checkFees(a: UserId, b: UserId): Promise<void> {
  const { db } = database;
  const own = async (user: UserId, role: 'maker' | 'taker', after = 0, limit = 10) =>
    (await fillFeesOf(db, user, role, after, limit)).map(({ buys, fee }) => [buys, format(fee)]);
  expect(await own(a, 'maker')).toEqual([
    [false, '9'],
    [false, '6'],
  ]);
  expect([await own(a, 'taker'), await own(b, 'maker')]).toEqual([[[false, '6']], [[true, '0.0002']]]);
  expect(await own(b, 'taker', 0, 1)).toEqual([[true, '0.0003']]);
  const [first] = await fillFeesOf(db, b, 'taker', 0, 1);
  expect(await own(b, 'taker', first?.fillId)).toEqual([[true, '0.0002']]);
  const range = async (after: number) => {
    const { lastId, count, fees } = await feesOfFills(db, BTC_USDT, after, 2);
    const sums = fees.map(({ userId, currency, fee, volume }) => [
      ...[userId, currency],
      ...[format(fee), format(volume)],
    ]);
    return { lastId, count, sums };
  };
  const start = await range(0);
  expect(start).toMatchObject({
    count: 2,
    sums: [
      [a, USDT, '15', '15000'],
      [b, BTC, '0.0005', '15000'],
    ],
  });
  const rest = await range(start.lastId);
  expect(rest).toMatchObject({
    count: 1,
    sums: [
      [a, USDT, '6', '6000'],
      [b, BTC, '0.0002', '6000'],
    ],
  });
  expect(await range(rest.lastId)).toEqual({ lastId: rest.lastId, count: 0, sums: [] });
}

test('fees of a time equal the fee accounts of the ledger, and a fill counts once for maker and taker', async () => {
  const fromMs = Date.now() - 1_000;
  const a = await exchange.person(200_001, [BTC, '2'], [USDT, '90000']);
  const b = await exchange.person(200_002, [BTC, '2'], [USDT, '90000']);
  await exchange.engine.place(a, limit('sell', '0.5', '30000'));
  await exchange.engine.place(b, limit('buy', '0.3', '30000'));
  await exchange.engine.place(b, limit('buy', '0.4', '30000', { postOnly: false }));
  await exchange.engine.place(a, market('sell', '0.2'));
  const range = { fromMs, toMs: Date.now() + 60_000, houseIdMax: 100_000 };
  const { markets, traders } = await tradedFills(database.db, range);
  const booked = plus(
    amount(await exchange.house('fees', USDT)),
    mulDown(amount(await exchange.house('fees', BTC)), price('30000')),
  );
  expect(booked > 0n).toBe(true);
  expect(markets.map(({ volume, fees }) => [format(volume), format(fees)])).toEqual([
    ['21000', format(booked)],
  ]);
  expect(new Set(traders)).toEqual(new Set([a, b]));
  await checkFees(a, b);
  const later = { ...range, fromMs: range.toMs };
  expect(await tradedFills(database.db, later)).toEqual({ markets: [], traders: [] });
});

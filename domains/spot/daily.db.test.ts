import { amount, format, mulDown, plus, price } from '@karat/money';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tradedFills } from './daily.ts';
import { BTC, Exchange, USDT, limit, market } from './testing/exchange.ts';

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
  const later = { ...range, fromMs: range.toMs };
  expect(await tradedFills(database.db, later)).toEqual({ markets: [], traders: [] });
});

import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { format } from '@karat/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BTC, Exchange, USDT, limit } from './testing/exchange.ts';
import { checkSound } from './testing/invariants.ts';

let database: TestDatabase;
let exchange: Exchange;
beforeAll(async () => {
  database = await createTestDatabase();
  exchange = new Exchange(database.db);
  await exchange.engine.start();
});
afterEach(() => checkSound(database.db));
afterAll(async () => {
  await exchange.engine.stop();
  await database.drop();
});

test('the worked example: a sell rests, a better-priced buy trades at its price and gets the difference back', async () => {
  const a = await exchange.person(200_001, [BTC, '0.5']);
  const b = await exchange.person(200_002, [USDT, '9003']);
  const resting = await exchange.engine.place(a, limit('sell', '0.5', '30000'));
  expect(await exchange.balance(a, BTC)).toBe('0/0.5');
  const taking = await exchange.engine.place(b, limit('buy', '0.3', '30010'));
  expect(taking.status).toBe(2);
  expect(format(taking.filledQuote)).toBe('9000');
  expect(await exchange.balance(b, USDT)).toBe('3/0');
  expect(await exchange.balance(b, BTC)).toBe('0.2997/0');
  expect(await exchange.balance(a, USDT)).toBe('8991/0');
  expect(await exchange.balance(a, BTC)).toBe('0/0.2');
  expect(await exchange.house('fees', BTC)).toBe('0.0003');
  expect(await exchange.house('fees', USDT)).toBe('9');
  const cancelled = await exchange.engine.cancel(a, resting.id);
  expect(cancelled).toMatchObject({ status: 3, reason: 'requested', held: 0n });
  expect(format(cancelled.filled)).toBe('0.3');
  expect(await exchange.balance(a, BTC)).toBe('0.2/0');
});

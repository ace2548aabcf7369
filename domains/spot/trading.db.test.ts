import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { format, rate } from '@karat/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BTC, BTC_USDT, Exchange, USDT, limit, market } from './testing/exchange.ts';
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

test('the resting side pays the maker rate and the other the taker rate, whichever of them buys', async () => {
  exchange.markets.change({ ...BTC_USDT, makerFee: rate('0.001'), takerFee: rate('0.003') });
  const c = await exchange.person(200_003, [BTC, '1'], [USDT, '30000']);
  const d = await exchange.person(200_004, [BTC, '1'], [USDT, '30000']);
  await exchange.engine.place(c, limit('sell', '0.5', '30000'));
  const bought = await exchange.engine.place(d, limit('buy', '0.5', '30000'));
  expect(format(bought.fee)).toBe('0.0015');
  expect([await exchange.balance(d, BTC), await exchange.balance(c, USDT)]).toEqual(['1.4985/0', '44985/0']);
  const resting = await exchange.engine.place(c, limit('buy', '0.4', '29000'));
  const sold = await exchange.engine.place(d, market('sell', '0.4'));
  expect([resting.status, format(sold.fee)]).toEqual([1, '34.8']);
  expect([await exchange.balance(c, BTC), await exchange.balance(d, USDT)]).toEqual([
    '0.8996/0',
    '26565.2/0',
  ]);
  exchange.markets.change(BTC_USDT);
});

test('an order for the whole balance is accepted, for one smallest unit more it is not', async () => {
  const whole = await exchange.person(200_005, [USDT, '2900']);
  const short = await exchange.person(200_006, [USDT, '2899.999999']);
  const order = limit('buy', '0.1', '29000');
  await expect(exchange.engine.place(short, order)).rejects.toMatchObject({ code: 'insufficient_balance' });
  const { id } = await exchange.engine.place(whole, order);
  expect(await exchange.balance(whole, USDT)).toBe('0/2900');
  await exchange.engine.cancel(whole, id);
  expect(await exchange.balance(whole, USDT)).toBe('2900/0');
});

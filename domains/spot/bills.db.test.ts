import { journals, statement, userAccount } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BTC, Exchange, USDT, limit } from './testing/exchange.ts';

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

test('two users in one batch: each bill and each movement names its order', async () => {
  const seller = await exchange.person(700_001, [BTC, '1']);
  const buyer = await exchange.person(700_002, [USDT, '3000']);
  const [sold, bought] = await Promise.all([
    exchange.engine.place(seller, limit('sell', '0.1', '30000')),
    exchange.engine.place(buyer, limit('buy', '0.1', '30000')),
  ]);
  const bills = await statement(database.db, { accounts: [userAccount(seller, 'change')] }, { limit: 10 });
  expect(bills.map(({ kind, reference, available, held }) => ({ kind, reference, available, held }))).toEqual(
    [
      { kind: 'spot:trade', reference: `order:${bought.id}`, available: amount('2997'), held: 0n },
      { kind: 'spot:trade', reference: `order:${bought.id}`, available: 0n, held: amount('-0.1') },
      { kind: 'spot:hold', reference: `order:${sold.id}`, available: amount('-0.1'), held: amount('0.1') },
      { kind: 'genesis', reference: 'test', available: amount('1'), held: 0n },
    ],
  );
  const trades = await statement(
    database.db,
    { accounts: [userAccount(seller, 'change')], kind: 'spot:trade' },
    { limit: 10 },
  );
  expect(trades).toHaveLength(2);

  const {
    rows: [batch],
  } = await journals(database.db, { kind: 'spot:trade', user: buyer, limit: 5 });
  expect(batch?.kind).toBe('spot:batch');
  const shown = batch?.postings.map(({ account, reference }) => `${account} ${reference ?? ''}`.trim());
  expect(new Set(shown)).toEqual(new Set([`${buyer} change order:${bought.id}`, 'house fees 15']));
  const {
    rows: [whole],
  } = await journals(database.db, { kind: 'spot:batch', limit: 1 });
  const rest = whole?.postings.reduce((sum, { available, held }) => sum + available + held, 0n);
  expect(whole?.postings.length).toBeGreaterThan(6);
  expect(rest).toBe(0n);
});

import { contract } from '@karat/contract';
import { houseAccount } from '@karat/domains/ledger';
import { seedDemoOperators } from '@karat/domains/operators';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { callConsole, plainPasswords } from '@karat/platform/testing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cancel, submit } from './apply.ts';
import { addCollateral, takeAssets } from './assets.ts';
import { consoleHandlers } from './console.ts';
import { convertAssets } from './convert.ts';
import { reject } from './decide.ts';
import type { LoansDeps } from './deps.ts';
import { ALICE, BEA, BTC, ETH, LoansFixture, START, USDT, coins, outcome } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: LoansFixture;
beforeEach(async () => {
  database = await createTestDatabase();
  fixture = await LoansFixture.open(database.db);
  await fixture.at(START);
  await fixture.grant(houseAccount('loan_pool'), '20000000', USDT);
  for (const currency of [BTC, ETH]) await fixture.fund(ALICE, '10', currency);
});
afterEach(async () => {
  await fixture.worker.stop();
  await database.drop();
});

const apply = (deps: LoansDeps, currencyId = USDT, collateral = coins('5', BTC)) =>
  outcome(
    database.db.transact((tx) =>
      submit(deps, tx, {
        ...{ userId: ALICE, currencyId, amount: amount('600000'), days: 30, purpose: 'a test', collateral },
      }),
    ),
  );
const exchange = (deps: LoansDeps, id: number, text: string, to = BTC) =>
  outcome(
    database.db.transact((tx) =>
      convertAssets(deps, tx, { userId: ALICE, id, from: USDT, to, amount: amount(text) }),
    ),
  );

test('a currency without loans, or one that is disabled, is neither lent, nor collateral, nor bought', async () => {
  const { deps } = fixture;
  const { ledger } = deps;
  const without: LoansDeps = { ...deps, policy: { ...deps.policy, currencies: [USDT, BTC] } };
  const disabled: LoansDeps = {
    ...deps,
    ledger: {
      ...ledger,
      currency: async (db, id) => ({ ...(await ledger.currency(db, id)), enabled: id !== ETH }),
    },
  };
  const { id } = await fixture.lend();
  for (const [given, code] of [
    [without, 'loan_collateral'],
    [disabled, 'currency_disabled'],
  ] as const) {
    expect(await apply(given, ETH)).toBe(code);
    expect(await apply(given, USDT, [...coins('5', BTC), ...coins('1', ETH)])).toBe(code);
    expect(await exchange(given, id, '1000', ETH)).toBe(code);
    const change = { userId: ALICE, id, currency: ETH, amount: amount('1') };
    expect(await outcome(database.db.transact((tx) => addCollateral(given, tx, change)))).toBe(code);
  }
  expect(await fixture.wallet(ALICE, ETH)).toBe('10 0');
  expect(await apply(without)).toBe('ok');
});

test('a conversion takes all that the house has, not more, and brings a unit at least', async () => {
  const { id } = await fixture.lend();
  await fixture.grant(houseAccount('conversion'), '4.99999999', BTC);
  expect(await exchange(fixture.deps, id, '300000')).toBe('conversion_limited');
  await fixture.grant(houseAccount('conversion'), '0.00000001', BTC);
  expect(await exchange(fixture.deps, id, '300000')).toBe('ok');
  expect(await fixture.balance(houseAccount('conversion'), BTC)).toBe('0 0');
  await fixture.grant(houseAccount('conversion'), '1', BTC);
  expect(await exchange(fixture.deps, id, '0.000599')).toBe('amount_below_minimum');
  expect(await exchange(fixture.deps, id, '0.0006')).toBe('ok');
  expect(await fixture.balance(houseAccount('conversion'), BTC)).toBe('0.99999999 0');
});

test('only a user who exists becomes a market maker', async () => {
  await seedDemoOperators(fixture.ctx, plainPasswords);
  const deps: LoansDeps = {
    ...fixture.deps,
    borrowerOf: async (db, user) => (user === ALICE ? fixture.deps.borrowerOf(db, user) : undefined),
  };
  const ask = (uid: number) =>
    callConsole(contract.loans, consoleHandlers(deps), 'console/loan_market_maker', {
      ...{ login: 'risk', fields: { uid, enabled: true, reason: 'a contract' } },
    });
  expect(await outcome(ask(ALICE + 1))).toBe('not_found');
  expect(await outcome(ask(ALICE))).toBe('ok');
  expect(await database.db.rows(sql`select payload from operators_approvals`)).toEqual([
    { payload: { uid: ALICE, enabled: true } },
  ]);
});

test('a loan of another user, or one that there is not, is unknown to each action', async () => {
  const { id } = await fixture.lend();
  const { deps } = fixture;
  const { db } = database;
  for (const asked of [
    { userId: BEA, id },
    { userId: ALICE, id: id + 1 },
  ]) {
    const change = { ...asked, currency: BTC, amount: amount('0.1') };
    for (const step of [
      () => fixture.repay(asked.id, asked),
      () => db.transact((tx) => takeAssets(deps, tx, change)),
      () => db.transact((tx) => addCollateral(deps, tx, change)),
      () => db.transact((tx) => convertAssets(deps, tx, { ...change, from: USDT, to: BTC })),
      () => db.transact((tx) => cancel(deps, tx, asked.userId, asked.id)),
    ])
      expect(await outcome(step())).toBe('loan_unknown');
  }
  const operator = 'finance';
  const rejection = { id: id + 1, reason: 'purpose_unclear', note: '', operator } as const;
  expect(await outcome(fixture.approve(id + 1))).toBe('loan_unknown');
  expect(await outcome(db.transact((tx) => reject(deps, tx, rejection)))).toBe('loan_unknown');
  expect(await fixture.loan(id)).toMatchObject({ state: 'active', principal: amount('600000') });
});

test('no loan is given at an index that is stale, broken, absent, or made by the traders of the currency alone', async () => {
  const { deps } = fixture;
  const { market } = deps;
  const pair = market.instruments.byPair(BTC, USDT) ?? expect.fail('no BTC');
  const index = market.index(pair.id) ?? expect.fail('no index');
  const { instruments } = market;
  const given: readonly LoansDeps['market'][] = [
    { ...market, index: () => ({ ...index, stale: true }) },
    { ...market, index: () => ({ ...index, broken: true }) },
    { ...market, index: () => undefined },
    { ...market, instruments: { ...instruments, byPair: () => undefined } },
    { ...market, instruments: { ...instruments, byPair: () => ({ ...pair, pricing: 'book' }) } },
  ];
  for (const other of given) expect(await apply({ ...deps, market: other })).toBe('index_stale');
  expect(await apply(deps)).toBe('ok');
});

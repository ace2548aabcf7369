import { houseAccount } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addCollateral, takeAssets } from './assets.ts';
import { ALICE, BTC, ETH, LoansFixture, START, USDT, coins, outcome } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: LoansFixture;
beforeEach(async () => {
  database = await createTestDatabase();
  fixture = await LoansFixture.open(database.db);
  await fixture.at(START);
});
const nothingContradicts = async (): Promise<void> => expect(await fixture.contradictions()).toEqual([]);
afterEach(async () => {
  await nothingContradicts();
  await fixture.worker.stop();
  await database.drop();
});

test('a loan takes the whole collateral of a user and the whole pool, and is repaid by the whole balance', async () => {
  await fixture.fund(ALICE, '5', BTC);
  expect(await outcome(fixture.apply({ collateral: coins('5.00000001', BTC) }))).toBe('insufficient_balance');
  const { id } = await fixture.apply({ collateral: coins('5', BTC) });
  expect(await fixture.wallet(ALICE, BTC)).toBe('0 5');
  await fixture.grant(houseAccount('loan_pool'), '599999.999999', USDT);
  expect(await outcome(fixture.approve(id))).toBe('loan_pool_empty');
  await fixture.grant(houseAccount('loan_pool'), '0.000001', USDT);
  await fixture.approve(id);
  expect(await fixture.pool(USDT)).toBe('0 0');
  await fixture.fund(ALICE, '599999.999999', USDT);
  expect(await outcome(fixture.repay(id, { source: 'balance' }))).toBe('insufficient_balance');
  await fixture.fund(ALICE, '0.000001', USDT);
  expect(await fixture.repay(id, { source: 'balance' })).toMatchObject({ state: 'repaid', assets: [] });
  expect([await fixture.wallet(ALICE, USDT), await fixture.wallet(ALICE, BTC)]).toEqual(['600000 0', '5 0']);
});

test('a repayment from the assets takes the rest from the balance, and more than the debt pays the debt', async () => {
  await fixture.grant(houseAccount('loan_pool'), '600000', USDT);
  await fixture.fund(ALICE, '20', BTC);
  const { id } = await fixture.lend({ collateral: coins('20', BTC) });
  const change = { userId: ALICE, id, currency: USDT };
  await database.db.transact((tx) => takeAssets(fixture.deps, tx, { ...change, amount: amount('100000') }));
  expect(await fixture.wallet(ALICE, USDT)).toBe('100000 500000');
  await fixture.repay(id, { amount: amount('550000') });
  expect(await fixture.wallet(ALICE, USDT)).toBe('50000 0');
  await fixture.fund(ALICE, '7', USDT);
  expect(await fixture.repay(id, { amount: amount('60000') })).toMatchObject({ state: 'repaid' });
  expect([await fixture.wallet(ALICE, USDT), await fixture.pool(USDT)]).toEqual(['7 0', '600000 0']);
});

test('all of an asset can be added and taken, and not more', async () => {
  await fixture.grant(houseAccount('loan_pool'), '600000', USDT);
  await fixture.fund(ALICE, '20', BTC);
  await fixture.fund(ALICE, '3', ETH);
  const { id } = await fixture.lend({ collateral: coins('20', BTC) });
  const move = (step: typeof addCollateral | typeof takeAssets, text: string) =>
    outcome(
      database.db.transact((tx) =>
        step(fixture.deps, tx, { userId: ALICE, id, currency: ETH, amount: amount(text) }),
      ),
    );
  expect(await move(addCollateral, '3.00000001')).toBe('insufficient_balance');
  expect(await move(addCollateral, '3')).toBe('ok');
  expect(await fixture.wallet(ALICE, ETH)).toBe('0 3');
  expect(await move(takeAssets, '3.00000001')).toBe('loan_release_limit');
  expect(await move(takeAssets, '3')).toBe('ok');
  expect(await fixture.wallet(ALICE, ETH)).toBe('3 0');
});

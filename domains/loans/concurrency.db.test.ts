import { houseAccount } from '@karat/domains/ledger';
import { amount, rate } from '@karat/money';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cancel, submit } from './apply.ts';
import { callMargin } from './call.ts';
import { approve } from './decide.ts';
import { writeMarketMaker } from './eligibility.ts';
import { liquidate } from './liquidate.ts';
import { repay } from './repay.ts';
import { lockLoan } from './store.ts';
import { ALICE, BEA, BTC, DAY_MS, LoansFixture, START, USDT, coins } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: LoansFixture;

beforeEach(async () => {
  database = await createTestDatabase({ connected: true });
  fixture = await LoansFixture.open(database.db);
  await fixture.at(START);
  await fixture.grant(houseAccount('loan_pool'), '20000000', USDT);
  await fixture.fund(ALICE, '10', BTC);
  await fixture.fund(BEA, '10', BTC);
});
const nothingContradicts = async (): Promise<void> => expect(await fixture.contradictions()).toEqual([]);
afterEach(async () => {
  await nothingContradicts();
  await fixture.worker.stop();
  await database.drop();
});

const refusal = (code: string): object => ({ hasWaited: true, status: 'rejected', reason: { code } });

test('an application while another of the same user is written is refused, that of another user is not', async () => {
  const application = {
    ...{ userId: ALICE, currencyId: USDT, amount: amount('600000'), days: 30, purpose: 'a test' },
    collateral: coins('5', BTC),
  };
  const { db, deps } = { db: database.db, deps: fixture.deps };
  const second = await overlap(
    db,
    (tx) => submit(deps, tx, application),
    () => fixture.apply({ amount: amount('500000') }),
  );
  expect(second).toMatchObject(refusal('loan_application_open'));
  expect(await fixture.wallet(ALICE, BTC)).toBe('5 5');
  expect(await fixture.apply({ userId: BEA })).toMatchObject({ userId: BEA, state: 'pending' });
});

test('an application that is withdrawn is not approved meanwhile, and the other way round', async () => {
  const { id } = await fixture.apply();
  const withdrawn = await overlap(
    database.db,
    (tx) => cancel(fixture.deps, tx, ALICE, id),
    () => fixture.approve(id),
  );
  expect(withdrawn).toMatchObject(refusal('loan_decided'));
  expect(await fixture.loan(id)).toMatchObject({ state: 'cancelled' });

  const other = await fixture.apply();
  const approved = await overlap(
    database.db,
    (tx) => approve(fixture.deps, tx, { id: other.id, daily: rate('0'), operator: 'finance' }),
    () => database.db.transact((tx) => cancel(fixture.deps, tx, ALICE, other.id)),
  );
  expect(approved).toMatchObject(refusal('loan_decided'));
  expect(await fixture.loan(other.id)).toMatchObject({ state: 'active' });
});

test('a loan that is repaid is neither called nor liquidated meanwhile', async () => {
  for (const [price, step] of [
    ['19000', callMargin],
    ['11000', liquidate],
  ] as const) {
    await fixture.tick('60000');
    const { id } = await fixture.lend();
    await fixture.tick(price);
    const second = await overlap(
      database.db,
      (tx) => repay(fixture.deps, tx, { userId: ALICE, id, amount: amount('600000'), source: 'assets' }),
      () => database.db.transact((tx) => step(fixture.deps, tx, id)),
    );
    expect(second).toEqual({ hasWaited: true, status: 'fulfilled', value: false });
    expect(await fixture.loan(id)).toMatchObject({ state: 'repaid', calledMs: undefined });
  }
  expect(fixture.notifications.map(({ kind }) => kind)).not.toContain('loans:called');
});

test('the days of a loan that another transaction has locked are left to it, those of other loans are charged', async () => {
  const locked = await fixture.lend({}, '0.0003');
  const other = await fixture.lend({ userId: BEA }, '0.0003');
  await fixture.at(START + 2 * DAY_MS);
  const charged = await overlap(
    database.db,
    (tx) => lockLoan(tx, locked.id),
    () => fixture.worker.chargeDue(),
  );
  expect(charged).toEqual({ hasWaited: false, status: 'fulfilled', value: 1 });
  expect(await fixture.loan(other.id)).toMatchObject({ chargedDays: 2 });
  expect(await fixture.loan(locked.id)).toMatchObject({ chargedDays: 1 });
  expect(await fixture.worker.chargeDue()).toBe(1);
  expect(await fixture.loan(locked.id)).toMatchObject({ chargedDays: 2 });
});

test('a market maker that is listed twice is listed once', async () => {
  const list = (enabled: boolean) => database.db.transact((tx) => writeMarketMaker(tx, BEA, enabled, START));
  expect([await list(true), await list(true)]).toEqual([1, 0]);
  expect([await list(false), await list(false)]).toEqual([1, 0]);
});

import { operatorId, sessionId } from '@karat/contract';
import { houseAccount } from '@karat/domains/ledger';
import { seedDemoOperators } from '@karat/domains/operators';
import { amount, format, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takesTwo } from './console-view.ts';
import { ALICE, BEA, BTC, DAY_MS, LoansFixture, START, USDT, coins, outcome } from './testing/fixture.ts';
import {
  THRESHOLDS,
  requestThresholds,
  thresholdsKind,
  thresholdsView,
  withThresholds,
} from './thresholds.ts';

let database: TestDatabase;
let fixture: LoansFixture;
let caller: OperatorCaller;

beforeEach(async () => {
  database = await createTestDatabase({ connected: true });
  fixture = await LoansFixture.open(database.db);
  await fixture.at(START);
  await fixture.grant(houseAccount('loan_pool'), '20000000', USDT);
  await fixture.fund(ALICE, '10', BTC);
  await fixture.fund(BEA, '10', BTC);
  const passwords = { hash: async () => 'x', verify: async () => true, pretend: async () => false };
  await seedDemoOperators(fixture.ctx, passwords);
  const { id } = await database.db.one<{ id: number }>(
    sql`select id from operators_accounts where login = 'risk'`,
  );
  caller = { operatorId: operatorId(id), login: 'risk', role: 'risk', sessionId: sessionId(id) };
});
afterEach(async () => {
  await fixture.worker.stop();
  await database.drop();
});

const NONE = {
  two_people_usdt: undefined,
  min_usdt: undefined,
  max_usdt: undefined,
  days_min: undefined,
  days_max: undefined,
  usual_rate: undefined,
  rate_max: undefined,
};
type Asked = Parameters<typeof requestThresholds>[3];
const ask = (version: number, values: Partial<Asked>) =>
  database.db.transact((tx) =>
    requestThresholds(fixture.deps, tx, caller, { ...NONE, version, reason: 'a reason', ...values }),
  );
/** Carries a request out, as the approval of a second operator does. */
async function approve(id: number): Promise<void> {
  const { payload } = await database.db.one<{ payload: Record<string, string | number> }>(
    sql`select payload from operators_approvals where id = ${id} and kind = ${THRESHOLDS}`,
  );
  const decision = { approval: id, reason: 'a reason', askedBy: 'risk', approvedBy: 'admin' };
  await database.db.transact((tx) => thresholdsKind(fixture.deps).execute(tx, payload, decision));
}

test('until operators decide, the thresholds are those of the settings', async () => {
  expect(await thresholdsView(fixture.deps)).toEqual({
    ...{ version: 0, two_people_usdt: '1000000', min_usdt: '500000', max_usdt: '10000000' },
    ...{ days_min: 7, days_max: 365, usual_rate: '0.03', rate_max: '1' },
    ...{ asked_by: null, approved_by: null, changed_ms: null },
  });
});

test('approved sizes and terms hold from the next application on, exactly at their value', async () => {
  const { id, changes } = await ask(0, {
    min_usdt: amount('100000'),
    max_usdt: amount('550000'),
    days_max: 30,
  });
  expect(changes).toContainEqual({
    label: 'Maximum of a loan',
    before: '10000000 USDT',
    after: '550000 USDT',
  });
  await approve(id);
  expect(await outcome(fixture.apply({ amount: amount('550000.01') }))).toBe('loan_amount');
  expect(await outcome(fixture.apply({ amount: amount('99999.99') }))).toBe('loan_amount');
  expect(await outcome(fixture.apply({ amount: amount('100000'), days: 31 }))).toBe('loan_days');
  expect(await outcome(fixture.apply({ amount: amount('100000'), days: 30 }))).toBe('ok');
});

test('the value from which two people approve counts at once, for applications that wait as well', async () => {
  const loan = await fixture.apply({ amount: amount('600000') });
  const two = async () => takesTwo(await withThresholds(fixture.deps, database.db), loan);
  expect(await two()).toBe(false);
  await approve((await ask(0, { two_people_usdt: amount('600000') })).id);
  expect(await two()).toBe(true);
  await approve((await ask(1, { two_people_usdt: amount('600000.01') })).id);
  expect(await two()).toBe(false);
});

test('a loan that runs keeps its rate and its term', async () => {
  const { id } = await fixture.lend({ amount: amount('600000'), days: 30 }, '0.0003');
  const before = await fixture.loan(id);
  await approve(
    (
      await ask(0, {
        max_usdt: amount('500000'),
        days_max: 7,
        rate_max: amount('0.01'),
        usual_rate: amount('0.01'),
      })
    ).id,
  );
  await fixture.at(START + DAY_MS + 1);
  await fixture.worker.chargeDue();
  const after = await fixture.loan(id);
  expect(after.running).toEqual(before.running);
  expect(after.days).toBe(30);
  // A second day at 0.03 % of 600,000.
  expect(format(after.interest)).toBe('360');
});

test('of two requests about one version the second is refused, at once or at its approval', async () => {
  const first = await ask(0, { days_min: 5 });
  const second = await ask(0, { days_min: 6 });
  const results = await Promise.all([outcome(approve(first.id)), outcome(approve(second.id))]);
  expect(results.toSorted()).toEqual(['approval_stale', 'ok']);
  const decision = { approval: 0, reason: 'a reason', askedBy: 'risk', approvedBy: 'admin' };
  const execute = (tx: Tx, value: number) =>
    thresholdsKind(fixture.deps).execute(tx, { version: 1, days_min: value }, decision);
  const late = await overlap(
    database.db,
    (tx) => execute(tx, 3),
    () => database.db.transact((tx) => execute(tx, 4)),
  );
  expect(late).toMatchObject({ status: 'rejected', reason: { code: 'approval_stale' } });
  expect(await outcome(ask(0, { days_min: 9 }))).toBe('approval_stale');
  expect(await thresholdsView(fixture.deps)).toMatchObject({ version: 2, days_min: 3 });
});

test('values that contradict each other, and what changes nothing, are refused', async () => {
  expect(await outcome(ask(0, {}))).toBe('no_change');
  expect(await outcome(ask(0, { days_min: 7 }))).toBe('no_change');
  expect(await outcome(ask(0, { min_usdt: amount('10000000.01') }))).toBe('value_invalid');
  expect(await outcome(ask(0, { days_min: 366 }))).toBe('value_invalid');
  expect(await outcome(ask(0, { usual_rate: amount('1.01') }))).toBe('value_invalid');
  expect(await outcome(ask(0, { rate_max: amount('10.01') }))).toBe('value_invalid');
});

test('an application above a maximum that was lowered meanwhile is not approved', async () => {
  const { id } = await fixture.apply({ amount: amount('600000'), collateral: coins('5', BTC) });
  await approve((await ask(0, { max_usdt: amount('599999') })).id);
  expect(await outcome(fixture.approve(id))).toBe('loan_amount');
  expect((await withThresholds(fixture.deps, database.db)).policy.usualDaily).toBe(rate('0.0003'));
});

test('no statement changes thresholds that were decided', async () => {
  await approve((await ask(0, { days_min: 5 })).id);
  await expect(database.db.run(sql`update loans_thresholds set days_min = 1`)).rejects.toThrow('append-only');
  await expect(database.db.run(sql`delete from loans_thresholds`)).rejects.toThrow('append-only');
});

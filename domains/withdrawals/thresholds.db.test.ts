import type { UserId } from '@karat/contract';
import { amount, compare } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openHarness, out } from './testing/harness.ts';
import type { WithdrawalsHarness } from './testing/harness.ts';
import { seedOperators } from './testing/operators.ts';
import { THRESHOLDS } from './thresholds.ts';

let database: TestDatabase;
let harness: WithdrawalsHarness;
let operators: ReadonlyMap<string, OperatorCaller>;

beforeEach(async () => {
  database = await createTestDatabase();
  harness = openHarness(database.url, { policy: { twoPeopleUsdt: amount('1000'), delayMs: 0 } });
  operators = await seedOperators(harness.ctx);
});
afterEach(async () => {
  await harness.close();
  await database.drop();
});

const call = (login: string) => ({
  ...harness.argsOf(1 as UserId),
  caller: operators.get(login) ?? expect.fail(login),
});
const handlers = () => harness.withdrawals.handlers;
const shown = () => handlers()['console/withdrawal_thresholds']({ ...call('risk'), input: {} });
const NONE = {
  automatic_usdt: undefined,
  two_people_usdt: undefined,
  alone_operator_usdt: undefined,
  alone_user_usdt: undefined,
  alone_day_usdt: undefined,
  delay_usdt: undefined,
  delay_minutes: undefined,
};
type Asked = Parameters<
  WithdrawalsHarness['withdrawals']['handlers']['console/withdrawal_thresholds_change']
>[0]['input'];
const ask = (version: number, values: Partial<Asked>) =>
  handlers()['console/withdrawal_thresholds_change']({
    ...call('risk'),
    input: { ...NONE, version, reason: 'a reason', ...values },
  });
/** Carries a request out, as the approval of a second operator does. */
async function approve(id: number): Promise<void> {
  const { payload } = await harness.db.one<{ payload: Record<string, string | number> }>(
    sql`select payload from operators_approvals where id = ${id}`,
  );
  const kind = harness.withdrawals.approvals[THRESHOLDS] ?? expect.fail('no kind');
  const decision = { approval: id, reason: 'a reason', askedBy: 'risk', approvedBy: 'admin' };
  await harness.ctx.db.transact((tx) => kind.execute(tx, payload, decision));
}
const rowOf = async (number: string) => {
  const { id } = await out(harness, await harness.user(), number);
  return harness.db.one<{ approvals: number; release: number | null; asked: number }>(sql`
    select approvals, release_at as release, created_at as asked from withdrawals_requests where id = ${id}`);
};

test('until operators decide, the thresholds are those of the settings', async () => {
  expect(await shown()).toMatchObject({
    version: 0,
    automatic_usdt: '1000',
    two_people_usdt: '1000',
    delay_minutes: 0,
    changed_ms: null,
  });
});

test('approved thresholds hold from the next request on, exactly at their value', async () => {
  expect((await rowOf('500')).approvals).toBe(1);
  const { id, changes } = await ask(0, {
    two_people_usdt: amount('500'),
    automatic_usdt: amount('10'),
    delay_usdt: amount('400'),
    delay_minutes: 30,
  });
  expect(changes).toContainEqual({ label: 'Two operators from', before: '1000 USDT', after: '500 USDT' });
  expect((await rowOf('500')).approvals).toBe(1);
  await approve(id);
  expect(await rowOf('500')).toMatchObject({ approvals: 2 });
  expect((await rowOf('499.9')).approvals).toBe(1);
  const { release, asked } = await rowOf('400');
  expect((release ?? 0) - asked).toBe(30 * 60_000);
  expect((await rowOf('399.9')).release).toBeNull();
  expect(await shown()).toMatchObject({
    version: 1,
    two_people_usdt: '500',
    alone_operator_usdt: '150000',
    asked_by: 'risk',
    approved_by: 'admin',
  });
});

test('the sum that one operator approves alone follows the new threshold', async () => {
  const { id } = await ask(0, { alone_user_usdt: amount('100') });
  await approve(id);
  const request = (await out(harness, await harness.user(), '100.1')).id;
  const view = await handlers()['console/withdrawal']({ ...call('finance'), input: { id: request } });
  expect(view.single_limit).toBe('user');
});

test('of two requests about one version the second is refused at its approval', async () => {
  const first = await ask(0, { delay_minutes: 5 });
  const second = await ask(0, { delay_minutes: 7 });
  await approve(first.id);
  await expect(approve(second.id)).rejects.toMatchObject({ code: 'approval_stale' });
  expect(await shown()).toMatchObject({ version: 1, delay_minutes: 5 });
  await expect(ask(0, { delay_minutes: 9 })).rejects.toMatchObject({ code: 'approval_stale' });
  await approve((await ask(1, { delay_minutes: 9 })).id);
  expect(await shown()).toMatchObject({ version: 2, delay_minutes: 9 });
});

test('nothing that differs, and more without an operator than with one, is refused', async () => {
  await expect(ask(0, {})).rejects.toMatchObject({ code: 'no_change' });
  await expect(ask(0, { two_people_usdt: amount('1000') })).rejects.toMatchObject({ code: 'no_change' });
  await expect(ask(0, { automatic_usdt: amount('1000.01') })).rejects.toMatchObject({
    code: 'value_invalid',
  });
  expect(compare(amount((await shown()).automatic_usdt), amount('1000'))).toBe(0);
});

test('no statement changes thresholds that were decided', async () => {
  await approve((await ask(0, { delay_minutes: 5 })).id);
  await expect(harness.db.run(sql`update withdrawals_thresholds set delay_minutes = 0`)).rejects.toThrow(
    'append-only',
  );
  await expect(harness.db.run(sql`delete from withdrawals_thresholds`)).rejects.toThrow('append-only');
});

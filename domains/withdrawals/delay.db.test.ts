import type { UserId } from '@karat/contract';
import { auditLedger } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { HOUR_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancel, detail, out, openHarness } from './testing/harness.ts';
import type { WithdrawalsHarness } from './testing/harness.ts';
import { seedOperators } from './testing/operators.ts';

let database: TestDatabase;
let harness: WithdrawalsHarness;
let risk: OperatorCaller;
beforeAll(async () => {
  database = await createTestDatabase();
  const policy = { automaticUsdt: amount('1000'), delayUsdt: amount('5000'), delayMs: HOUR_MS };
  harness = openHarness(database.url, { chains: true, policy });
  risk = (await seedOperators(harness.ctx)).get('risk') ?? expect.fail('risk');
});
async function booksAreRight(): Promise<void> {
  expect((await auditLedger(harness.db)).differences).toEqual([]);
}
afterAll(async () => {
  await booksAreRight();
  await harness.close();
  await database.drop();
});
beforeEach(() => {
  harness.people.frozen = false;
  harness.notices.length = 0;
});

const refusal = (code: string): unknown => expect.objectContaining({ code });
const asOperator = () => ({ ...harness.argsOf(1 as UserId), caller: risk });
async function approve(id: number): Promise<void> {
  const { digest } = await harness.withdrawals.handlers['console/withdrawal']({
    ...asOperator(),
    input: { id },
  });
  await harness.withdrawals.handlers['console/withdrawal_approve']({
    ...asOperator(),
    input: { id, digest, reason: 'looks right', totp: '123456' },
  });
}
const turn = async (ms = 1): Promise<void> => {
  harness.clock.advance(ms);
  await harness.worker.runDue();
};
const stateOf = async (user: UserId, id: number) => (await detail(harness, user, id)).state;

test('a large withdrawal can be approved during its delay, and nothing is signed before its end', async () => {
  const user = await harness.user();
  const { id } = await out(harness, user, '5000');
  const release = harness.clock.now() + HOUR_MS;
  expect(await detail(harness, user, id)).toMatchObject({
    state: 'requested',
    waits: 'review',
    release_ms: release,
  });
  expect(harness.notices.map(({ kind }) => kind)).toEqual(['withdrawals:delayed']);
  await approve(id);
  expect(await detail(harness, user, id)).toMatchObject({
    state: 'approved',
    waits: 'delay',
    may_cancel: true,
  });
  for (let steps = 0; steps < 4; steps++) await turn();
  harness.clock.set(release - 1);
  await turn(0);
  expect(await stateOf(user, id)).toBe('approved');
  await turn();
  expect(await stateOf(user, id)).toBe('signing');
  expect(await detail(harness, user, id)).toMatchObject({ release_ms: null, may_cancel: false });
});

test('it can be cancelled with one call during the delay, approved or not, and is then never paid', async () => {
  const user = await harness.user();
  const [first, second] = [await out(harness, user, '5000'), await out(harness, user, '6000')];
  await approve(second.id);
  await cancel(harness, user, first.id);
  harness.clock.advance(HOUR_MS - 1);
  await cancel(harness, user, second.id);
  for (let steps = 0; steps < 4; steps++) await turn();
  expect(await stateOf(user, second.id)).toBe('cancelled');
  expect(await harness.balance(user)).toBe('100000 + 0');
  await expect(cancel(harness, user, second.id)).rejects.toThrow(refusal('withdrawal_under_way'));
});

test('an amount below the threshold leaves at once', async () => {
  const user = await harness.user();
  const { id } = await out(harness, user, '4999.99');
  expect(await detail(harness, user, id)).toMatchObject({ release_ms: null });
  await approve(id);
  await turn();
  expect(await stateOf(user, id)).toBe('signing');
});

test('the end of the delay survives a restart: the next step is due work in the database', async () => {
  const user = await harness.user();
  const { id } = await out(harness, user, '5000');
  const release = harness.clock.now() + HOUR_MS;
  await approve(id);
  await turn();
  const planned = await harness.db.rows<{ due: number }>(sql`
    select due_at as due from platform_work
    where kind = 'withdrawals.step' and subject = ${String(id)} and done_at is null`);
  expect(planned).toEqual([{ due: release }]);
});

test('an approved payout waits while its account is frozen, and continues after', async () => {
  const user = await harness.user();
  const { id } = await out(harness, user, '100');
  await approve(id);
  harness.people.frozen = true;
  await turn();
  expect(await detail(harness, user, id)).toMatchObject({ state: 'approved', waits: 'account' });
  harness.people.frozen = false;
  await turn(15_000);
  expect(await stateOf(user, id)).toBe('signing');
});

test('an approved payout waits while a sanction match of its user is not decided, and continues after', async () => {
  const user = await harness.user();
  const { id } = await out(harness, user, '100');
  await approve(id);
  harness.sanctions.held.add(user);
  await turn();
  expect(await detail(harness, user, id)).toMatchObject({ state: 'approved', waits: 'review' });
  harness.sanctions.held.clear();
  await turn(15_000);
  expect(await stateOf(user, id)).toBe('signing');
});

test('a delayed card payout, or one of a frozen account, is in no payment batch', async () => {
  const user = await harness.user();
  const { id: card } = await harness.payees.handlers['user/cash_save']({
    ...harness.argsOf(user),
    input: {
      id: undefined,
      real_name: 'Ann Lee',
      bank_name: 'Test Bank',
      bank_account: '000123456789',
      bank_branch: undefined,
      bank_code: undefined,
      iban: undefined,
      bank_address: undefined,
    },
  });
  const toCard = { type: 1, address: String(card), network: 'card' } as const;
  const large = await out(harness, user, '5000', toCard);
  const small = await out(harness, user, '100', toCard);
  for (const { id } of [large, small]) await approve(id);
  const exported = async () =>
    (
      await harness.withdrawals.handlers['console/withdrawal_export']({
        ...asOperator(),
        input: { type: 1, currency: 3 as never },
      })
    ).count;
  harness.people.frozen = true;
  await expect(exported()).rejects.toThrow(refusal('batch_empty'));
  harness.people.frozen = false;
  expect(await exported()).toBe(1);
  await expect(exported()).rejects.toThrow(refusal('batch_empty'));
  harness.clock.advance(HOUR_MS);
  expect(await exported()).toBe(1);
  expect(await stateOf(user, large.id)).toBe('exported');
});

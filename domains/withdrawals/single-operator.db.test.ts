import type { UserId } from '@karat/contract';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancel, openHarness, out } from './testing/harness.ts';
import type { WithdrawalsHarness } from './testing/harness.ts';
import { seedOperators } from './testing/operators.ts';

let database: TestDatabase;
let harness: WithdrawalsHarness;
let operators: ReadonlyMap<string, OperatorCaller>;

beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  harness = openHarness(database.url, {
    policy: {
      twoPeopleUsdt: amount('1000'),
      aloneMax: { operator: amount('1500'), user: amount('900'), day: amount('2000') },
    },
  });
  operators = await seedOperators(harness.ctx);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});
// The sums of each test begin at zero.
beforeEach(() => harness.clock.advance(DAY_MS));

const call = (login: string) => ({
  ...harness.argsOf(1 as UserId),
  caller: operators.get(login) ?? expect.fail(login),
});
const readView = (login: string, id: number) =>
  harness.withdrawals.handlers['console/withdrawal']({ ...call(login), input: { id } });

async function request(user: UserId, number: string): Promise<number> {
  return (await out(harness, user, number)).id;
}

/** Approves as the operator; returns true if no second one is needed. */
async function approvesAlone(login: string, id: number): Promise<boolean> {
  const { digest } = await readView(login, id);
  const { asked } = await harness.withdrawals.handlers['console/withdrawal_approve']({
    ...call(login),
    input: { id, digest, reason: 'known payee', totp: '123456' },
  });
  return asked === null;
}

async function approvalOf(id: number): Promise<number> {
  return (
    await harness.db.one<{ id: number }>(
      sql`select approval_id as id from withdrawals_requests where id = ${id}`,
    )
  ).id;
}

test('one user receives what one person may approve, to the last unit, from whichever operator', async () => {
  const user = await harness.user();
  const [large, rest, little] = [
    await request(user, '600'),
    await request(user, '300'),
    await request(user, '20'),
  ];
  expect(await approvesAlone('risk', large)).toBe(true);
  expect((await readView('finance', rest)).single_limit).toBeNull();
  expect(await approvesAlone('finance', rest)).toBe(true);
  expect((await readView('admin', little)).single_limit).toBe('user');
  expect(await approvesAlone('admin', little)).toBe(false);
  expect(await readView('admin', little)).toMatchObject({ state: 'requested', asked: true });
});

test('one operator approves up to a sum for all users, and again a day later', async () => {
  const requests = [];
  for (const number of ['800', '700', '20']) requests.push(await request(await harness.user(), number));
  const [first = 0, second = 0, third = 0] = requests;
  expect(await approvesAlone('risk', first)).toBe(true);
  expect(await approvesAlone('risk', second)).toBe(true);
  expect((await readView('risk', third)).single_limit).toBe('operator');
  expect((await readView('finance', third)).single_limit).toBeNull();
  harness.clock.advance(DAY_MS - 1);
  expect((await readView('risk', third)).single_limit).toBe('operator');
  harness.clock.advance(1);
  expect(await approvesAlone('risk', third)).toBe(true);
});

test('all operators together approve up to a sum of the day', async () => {
  for (const [login, number] of [
    ['risk', '900'],
    ['finance', '900'],
    ['admin', '200'],
  ] as const)
    expect(await approvesAlone(login, await request(await harness.user(), number)), login).toBe(true);
  const last = await request(await harness.user(), '20');
  expect((await readView('admin', last)).single_limit).toBe('day');
  expect(await approvesAlone('admin', last)).toBe(false);
});

test('an approval of two operators and a cancelled withdrawal do not count', async () => {
  const user = await harness.user();
  const shared = await request(user, '5000');
  expect(await approvesAlone('risk', shared)).toBe(false);
  const { execute } = harness.withdrawals.approvals['withdrawal'] ?? expect.fail();
  const { digest } = await readView('risk', shared);
  const decision = { approval: await approvalOf(shared), reason: 'r', askedBy: 'risk', approvedBy: 'admin' };
  await harness.db.transact((tx) => execute(tx, { digest }, decision));
  const cancelled = await request(user, '900');
  expect(await approvesAlone('risk', cancelled)).toBe(true);
  await cancel(harness, user, cancelled);
  expect(await approvesAlone('risk', await request(user, '900'))).toBe(true);
});

test('what two operators approved because of the sums does not count either', async () => {
  const user = await harness.user();
  expect(await approvesAlone('risk', await request(user, '600'))).toBe(true);
  const beyond = await request(user, '400');
  expect(await approvesAlone('risk', beyond)).toBe(false);
  const { execute } = harness.withdrawals.approvals['withdrawal'] ?? expect.fail();
  const { digest } = await readView('risk', beyond);
  const decision = { approval: await approvalOf(beyond), reason: 'r', askedBy: 'risk', approvedBy: 'admin' };
  await harness.db.transact((tx) => execute(tx, { digest }, decision));
  expect(await approvesAlone('risk', await request(user, '300'))).toBe(true);
  expect(await approvesAlone('finance', await request(user, '20'))).toBe(false);
});

test('of concurrent approvals by several operators only those within the sum need no second', async () => {
  const user = await harness.user();
  const requests = [];
  for (let i = 0; i < 9; i += 1) requests.push(await request(user, '200'));
  const alone = await Promise.all(
    requests.map((id, i) => approvesAlone(['risk', 'finance', 'admin'][i % 3] ?? 'risk', id)),
  );
  // Four times 200 are within 900.
  expect(alone.filter(Boolean)).toHaveLength(4);
});

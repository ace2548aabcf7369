import { operatorId, sessionId } from '@karat/contract';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { createSessionTokens, keyRing } from '@karat/platform/crypto';
import { openDatabase, sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { checkChain } from '@karat/platform/audit';
import { createTestDatabase } from '@karat/testkit';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve as approveWith, requestApproval, list, refuseRequest } from './approvals.ts';
import { authenticate, login as loginWith, operatorLogins } from './login.ts';
import type { LoginDeps as OperatorLogins } from './login.ts';
import { demoOperators, seedDemoOperators } from './operators.ts';
import type { ApprovalKinds, Executor, Passwords } from './operators.ts';
import { change, fact } from './presentation.ts';
import { SESSION_IDLE_MS } from './rules.ts';
import { dismissOperator, addOperator, renewOperator, staff } from './staff.ts';
import type { NewLogin } from './staff.ts';
import { deleteBotPaused, saveBotPaused, pausedBots } from './store.ts';

const clock = virtualClock();
/** Fast and readable, since the tests are about operators and not about hashing. */
const passwords: Passwords = {
  hash: async (password) => `hash of ${password}`,
  verify: async (hash, password) => hash === `hash of ${password}`,
  pretend: async () => false,
};

const keys = keyRing(Buffer.alloc(32, 7));
const tokens = createSessionTokens(keys, seededRandom('operator tokens'));
let ctx: Context;
const passkeys = { origins: 'own', isRequired: false } as const;
const deps = () => operatorLogins({ ctx, passwords, tokens, keys, passkeys });
type Approve = Parameters<typeof approveWith>;
const approve = (of: Omit<Approve[0], 'passkeys'>, caller: Approve[1], input: Approve[2]) =>
  approveWith({ ...of, passkeys }, caller, input, {});
const login = (
  logins: OperatorLogins,
  form: { login: string; password: string; totp: string },
): Promise<string> =>
  loginWith(logins, form, { id: 'r', address: '203.0.113.7', userAgent: '', idempotencyKey: undefined });
let close: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url });
  ctx = {
    db,
    clock,
    random: seededRandom('operators'),
    bus: createBus(() => undefined),
    log: silentLog,
    demo: true,
  };
  close = async () => {
    await db.close();
    await database.drop();
  };
  await seedDemoOperators(ctx, passwords);
});
afterAll(() => close());

const demo = (name: string) => demoOperators.find((operator) => operator.login === name) ?? expect.fail(name);
const codeNow = (name: string): string =>
  new TOTP({ secret: Secret.fromBase32(demo(name).totpSecret) }).generate({ timestamp: clock.now() });
/** Returns the code of the next time step: a code works once. */
function freshCode(name: string): string {
  clock.advance(60_000);
  return codeNow(name);
}
const proofOf = (name: string) => ({ password: demo(name).password, totp: freshCode(name) });
async function loggedIn(name: string): Promise<OperatorCaller> {
  const token = await login(deps(), { login: name, ...proofOf(name) });
  return (await authenticate(deps(), token)) ?? expect.fail('no session');
}

test('password and code open a session that ends when it is idle', async () => {
  const token = await login(deps(), {
    login: 'Admin',
    password: demo('admin').password,
    totp: freshCode('admin'),
  });
  expect(await authenticate(deps(), token)).toMatchObject({ login: 'admin', role: 'admin' });
  clock.advance(SESSION_IDLE_MS);
  expect(await authenticate(deps(), token)).toBeUndefined();
  expect(await authenticate(deps(), 'nonsense')).toBeUndefined();
});

test('a code works once', async () => {
  const totp = freshCode('finance');
  const input = { login: 'finance', password: demo('finance').password, totp };
  await login(deps(), input);
  await expect(login(deps(), input)).rejects.toMatchObject({ code: 'operator_login_failed' });
});

test('after wrong passwords a network waits, whether or not the account exists', async () => {
  const wrong = { login: 'support', password: 'wrong', totp: '000000' };
  for (let i = 0; i < 5; i++) {
    await expect(login(deps(), wrong)).rejects.toMatchObject({ code: 'operator_login_failed' });
  }
  await expect(login(deps(), wrong)).rejects.toMatchObject({ code: 'too_many_attempts' });
  const unknown = { ...wrong, login: 'nobody' };
  for (let i = 0; i < 5; i++) {
    await expect(login(deps(), unknown)).rejects.toMatchObject({ code: 'operator_login_failed' });
  }
  await expect(login(deps(), unknown)).rejects.toMatchObject({ code: 'too_many_attempts' });
  expect(await loggedIn('support')).toMatchObject({ role: 'support' });
});

/** The state of the test market. */
let state = 'open';
const request = {
  kind: 'note',
  subject: 'BTC/USDT',
  payload: { state: 'halted', version: 1 },
  reason: 'a drill',
  present: async () => ({
    title: 'Halt a market',
    subject: 'BTC/USDT',
    changes: [change('State', state, 'halted'), fact('Orders', '3')],
  }),
};
const kinds = (execute: Executor): ApprovalKinds => ({ note: { present: request.present, execute } });
const harness = (approvals: ApprovalKinds = kinds(async () => undefined)) => ({
  ctx,
  passwords,
  approvals,
  nameOf: async () => null,
});

test('only another operator approves, exactly the reviewed content, and it is executed once', async () => {
  let done = 0;
  const counting = harness(
    kinds(async (_tx, payload) => {
      expect(payload).toEqual(request.payload);
      done += 1;
    }),
  );
  const risk = await loggedIn('risk');
  const admin = await loggedIn('admin');
  const approval = await ctx.db.transact((tx) => requestApproval(ctx, tx, risk, request));
  const input = { id: approval.id, digest: approval.digest };

  await expect(approve(counting, risk, { ...input, ...proofOf('risk') })).rejects.toMatchObject({
    code: 'approval_own',
  });
  const other = { ...input, digest: 'other', ...proofOf('admin') };
  await expect(approve(counting, admin, other)).rejects.toMatchObject({ code: 'approval_stale' });
  for (const wrong of [{ totp: '000000' }, { password: 'karat-risk' }]) {
    const attempt = approve(counting, admin, { ...input, ...proofOf('admin'), ...wrong });
    await expect(attempt).rejects.toMatchObject({ code: 'operator_login_failed' });
  }
  expect(done).toBe(0);

  // What was changed in the database since is not what the approver saw.
  const changed = await ctx.db.transact((tx) => requestApproval(ctx, tx, risk, request));
  await ctx.db.run(
    sql`update operators_approvals set payload = payload || '{"more": 1}' where id = ${changed.id}`,
  );
  const forged = { id: changed.id, digest: changed.digest, ...proofOf('admin') };
  await expect(approve(counting, admin, forged)).rejects.toMatchObject({ code: 'approval_stale' });

  const proof = proofOf('admin');
  const outcomes = await Promise.allSettled([
    approve(counting, admin, { ...input, ...proof }),
    approve(counting, admin, { ...input, ...proof }),
  ]);
  expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(done).toBe(1);
  expect((await list(harness(), admin, { state: 'approved' }, 1, 10)).data).toMatchObject([
    { id: approval.id, decided_by: 'admin', asked_by: 'risk' },
  ]);
});

test('of two operators who approve one request at once, one executes it', async () => {
  let done = 0;
  const counting = harness(kinds(async () => void (done += 1)));
  const [risk, admin, finance] = [await loggedIn('risk'), await loggedIn('admin'), await loggedIn('finance')];
  for (let turn = 1; turn <= 3; turn++) {
    const { id, digest } = await ctx.db.transact((tx) => requestApproval(ctx, tx, risk, request));
    const byAdmin = proofOf('admin');
    const byFinance = { password: demo('finance').password, totp: codeNow('finance') };
    const outcomes = await Promise.allSettled([
      approve(counting, admin, { id, digest, ...byAdmin }),
      approve(counting, finance, { id, digest, ...byFinance }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find((each) => each.status === 'rejected')?.reason).toMatchObject({
      code: 'approval_decided',
    });
    expect(done).toBe(turn);
  }
});

test('an approval whose effect fails leaves the request open', async () => {
  const risk = await loggedIn('risk');
  const admin = await loggedIn('admin');
  const approval = await ctx.db.transact((tx) => requestApproval(ctx, tx, risk, request));
  const failing = harness(kinds(() => Promise.reject(new Error('effect failed'))));
  await expect(
    approve(failing, admin, {
      id: approval.id,
      digest: approval.digest,
      ...proofOf('admin'),
    }),
  ).rejects.toThrow('effect failed');
  expect((await list(harness(), admin, { state: 'asked' }, 1, 10)).data.map((row) => row.id)).toContain(
    approval.id,
  );
  const refused = await refuseRequest(ctx, risk, { id: approval.id, reason: 'taken back' });
  expect(refused).toMatchObject({ state: 'refused', decided_by: 'risk' });
});

test('operators withdraw their own requests, but only risk and admin reject those of others', async () => {
  const finance = await loggedIn('finance');
  const support = await loggedIn('support');
  const own = await ctx.db.transact((tx) => requestApproval(ctx, tx, finance, request));
  await expect(refuseRequest(ctx, support, { id: own.id, reason: 'not mine' })).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect(await refuseRequest(ctx, finance, { id: own.id, reason: 'a slip' })).toMatchObject({
    state: 'refused',
    decided_by: 'finance',
  });
  const other = await ctx.db.transact((tx) => requestApproval(ctx, tx, finance, request));
  const risk = await loggedIn('risk');
  expect(await refuseRequest(ctx, risk, { id: other.id, reason: 'no' })).toMatchObject({ state: 'refused' });
});

test('a change without effect is refused by the call, at the request and at the approval', async () => {
  const risk = await loggedIn('risk');
  const admin = await loggedIn('admin');
  const approval = await ctx.db.transact((tx) => requestApproval(ctx, tx, risk, request));
  state = 'halted';
  try {
    await expect(ctx.db.transact((tx) => requestApproval(ctx, tx, risk, request))).rejects.toMatchObject({
      code: 'no_change',
    });
    const input = { id: approval.id, digest: approval.digest, ...proofOf('admin') };
    await expect(approve(harness(), admin, input)).rejects.toMatchObject({ code: 'approval_stale' });
  } finally {
    state = 'open';
  }
});

test('an open request has current values, a decided one those of its decision', async () => {
  const risk = await loggedIn('risk');
  const admin = await loggedIn('admin');
  const approval = await ctx.db.transact((tx) => requestApproval(ctx, tx, risk, request));
  expect(approval).toMatchObject({
    title: 'Halt a market',
    subject: 'BTC/USDT',
    changes: [
      { label: 'State', before: 'open', after: 'halted' },
      { label: 'Orders', before: '3', after: '3' },
    ],
  });
  const view = async (wanted: 'asked' | 'approved') =>
    (await list(harness(), admin, { state: wanted }, 1, 50)).data.find(({ id }) => id === approval.id)
      ?.changes[0];
  state = 'cancel_only';
  try {
    expect(await view('asked')).toMatchObject({ before: 'cancel_only', after: 'halted' });
    await approve(harness(), admin, { id: approval.id, digest: approval.digest, ...proofOf('admin') });
  } finally {
    state = 'open';
  }
  expect(await view('approved')).toMatchObject({ before: 'cancel_only', after: 'halted' });
});

test('requests expire after a day', async () => {
  const risk = await loggedIn('risk');
  const approval = await ctx.db.transact((tx) => requestApproval(ctx, tx, risk, request));
  clock.advance(24 * 60 * 60 * 1000);
  await expect(refuseRequest(ctx, risk, { id: approval.id, reason: 'too late' })).rejects.toMatchObject({
    code: 'approval_stale',
  });
  const stranger: OperatorCaller = {
    operatorId: operatorId(0),
    login: 'nobody',
    role: 'support',
    sessionId: sessionId(0),
  };
  expect((await list(harness(), stranger, { state: 'expired' }, 1, 10)).data.map((row) => row.id)).toContain(
    approval.id,
  );
  await expect(refuseRequest(ctx, risk, { id: approval.id, reason: 'too late' })).rejects.toMatchObject({
    code: 'approval_decided',
  });
});

test('a paused bot stays paused until it is resumed', async () => {
  await ctx.db.transact((tx) => saveBotPaused(tx, 'market-maker', clock.now()));
  await ctx.db.transact((tx) => saveBotPaused(tx, 'market-maker', clock.now()));
  expect(await pausedBots(ctx.db)).toEqual(['market-maker']);
  await ctx.db.transact((tx) => deleteBotPaused(tx, 'market-maker'));
  expect(await pausedBots(ctx.db)).toEqual([]);
});

test('every step is in an intact audit chain', async () => {
  const { entries, brokenAt } = await checkChain(ctx.db);
  expect(brokenAt).toBeNull();
  expect(entries).toBeGreaterThan(5);
});

test('a new operator logs in with secrets that are displayed once, gets new ones, and is removed', async () => {
  const user = { login: 'nora', name: 'Nora New', role: 'risk' } as const;
  const enter = async (made: NewLogin | undefined): Promise<string> => {
    if (!made) return expect.fail('no login');
    clock.advance(60_000);
    const totp = new TOTP({ secret: Secret.fromBase32(made.totpSecret) });
    const code = totp.generate({ timestamp: clock.now() });
    return login(deps(), { login: 'nora', password: made.password, totp: code });
  };
  const first = await addOperator(ctx, passwords, user);
  const token = await enter(first);
  expect(await authenticate(deps(), token)).toMatchObject({ login: 'nora', role: 'risk' });
  expect(first?.uri).toContain(`secret=${first?.totpSecret}`);
  expect(await addOperator(ctx, passwords, { ...user, role: 'admin' })).toBeUndefined();

  const second = await renewOperator(ctx, passwords, 'nora');
  expect(await authenticate(deps(), token)).toBeUndefined();
  await expect(enter(first)).rejects.toMatchObject({ code: 'operator_login_failed' });
  const again = await enter(second);

  expect(await dismissOperator(ctx, 'nora')).toBe(true);
  expect(await authenticate(deps(), again)).toBeUndefined();
  await expect(enter(second)).rejects.toMatchObject({ code: 'operator_login_failed' });
  expect(await renewOperator(ctx, passwords, 'nora')).toBeUndefined();
  expect(await dismissOperator(ctx, 'nora')).toBe(false);
  expect(await staff(ctx)).toContainEqual({ ...user, disabled: true });
  expect((await checkChain(ctx.db)).brokenAt).toBeNull();
});

import { Refusal } from '@karat/contract';
import type { Code, OperatorRole } from '@karat/contract';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { createSessionTokens, keyRing } from '@karat/platform/crypto';
import { openDatabase, sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createTestDatabase } from '@karat/testkit';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { approve } from './approvals.ts';
import { SETUP_MS, beginSetup, finishSetup, newHalf, takeHalf } from './invitation.ts';
import { authenticate, login, operatorLogins } from './login.ts';
import { demoOperators, seedDemoOperators } from './operators.ts';
import type { Passwords } from './operators.ts';
import { STAFF_CHANGE, requestStaffChange, staffChange } from './staff-change.ts';
import type { StaffChange } from './staff-change.ts';
import { staffMembers } from './staff-store.ts';

const passwords: Passwords = {
  hash: async (password) => `hash of ${password}`,
  verify: async (hash, password) => hash === `hash of ${password}`,
  pretend: async () => false,
};
const keys = keyRing(Buffer.alloc(32, 7));
const tokens = createSessionTokens(keys, seededRandom('staff tokens'));
const passkeys = { origins: 'own', isRequired: false } as const;
const PASSWORD = 'a long new password';
const clock = virtualClock();
let ctx: Context;
let close: () => Promise<void>;
const deps = () =>
  operatorLogins({
    ctx,
    passwords,
    tokens,
    keys,
    passkeys,
  });

beforeEach(async () => {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url });
  const random = seededRandom('staff');
  ctx = { db, clock, random, bus: createBus(() => undefined), log: silentLog, demo: true };
  close = async () => {
    await db.close();
    await database.drop();
  };
  await seedDemoOperators(ctx, passwords);
});
afterEach(() => close());

const codeOf = (totpSecret: string): string => {
  clock.advance(60_000);
  return new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate({ timestamp: clock.now() });
};
const request = { id: 'r', address: '203.0.113.7', userAgent: '', idempotencyKey: undefined };
const demo = (name: string) => demoOperators.find((each) => each.login === name) ?? expect.fail(name);
const logIn = (name: string, password: string, totpSecret: string): Promise<string> =>
  login(deps(), { login: name, password, totp: codeOf(totpSecret) }, request);
const caller = async (token: string): Promise<OperatorCaller> =>
  (await authenticate(deps(), token)) ?? expect.fail('no session');
const operator = async (name: string): Promise<OperatorCaller> =>
  caller(await logIn(name, demo(name).password, demo(name).totpSecret));
const idOf = async (name: string): Promise<number> =>
  (await staffMembers(ctx.db)).find((each) => each.login === name)?.id ?? expect.fail(name);

async function outcome(run: () => Promise<unknown>): Promise<Code | 'ok'> {
  try {
    await run();
    return 'ok';
  } catch (failure) {
    if (failure instanceof Refusal) return failure.code;
    throw failure;
  }
}

/** Asks as one operator and approves as another; returns the half of the one who asked. */
async function change(asked: StaffChange, asker: string, approver: string): Promise<string> {
  const half = newHalf(ctx.random);
  const { id, digest } = await requestStaffChange(ctx, await operator(asker), asked, 'a reason', half);
  const { password, totpSecret } = demo(approver);
  const second = await operator(approver);
  const approvals = { [STAFF_CHANGE]: staffChange({ ctx, passwords }) };
  const proof = { id, digest, password, totp: codeOf(totpSecret) };
  await approve({ ...deps(), approvals }, second, proof, {});
  return half;
}
const NINA = { what: 'add', login: 'nina', name: 'Nina New', role: 'finance' } as const;

test('a new operator sets up a login with both halves of the code, once', async () => {
  const first = await change(NINA, 'admin', 'risk');
  const nina = await idOf('nina');
  const { half: second } = await takeHalf(ctx, await operator('risk'), nina);
  const setup = { login: 'nina', first, second };
  const { secret: totpSecret, uri } = await beginSetup(ctx, setup);
  expect(uri).toContain('nina');
  expect((await beginSetup(ctx, setup)).secret).toBe(totpSecret);
  const finish = (totp: string) => finishSetup(ctx, passwords, { ...setup, password: PASSWORD, totp });
  expect(await outcome(() => finish('000000'))).toBe('totp_wrong');
  expect(await outcome(() => finish(codeOf(totpSecret)))).toBe('ok');
  expect(await caller(await logIn('nina', PASSWORD, totpSecret))).toMatchObject({ role: 'finance' });
  expect(await outcome(() => finish(codeOf(totpSecret)))).toBe('operator_setup_invalid');
});

test('neither half opens the setup alone, and only the approver takes the second one, once', async () => {
  const first = await change(NINA, 'admin', 'risk');
  const nina = await idOf('nina');
  const begin = (one: string, two: string) =>
    outcome(() => beginSetup(ctx, { login: 'nina', first: one, second: two }));
  expect(await begin(first, first)).toBe('operator_setup_invalid');
  expect(await outcome(async () => takeHalf(ctx, await operator('admin'), nina))).toBe('not_found');
  const risk = await operator('risk');
  const { half: second } = await takeHalf(ctx, risk, nina);
  expect(await outcome(() => takeHalf(ctx, risk, nina))).toBe('not_found');
  expect(await begin(second, second)).toBe('operator_setup_invalid');
  expect(await begin(second, first)).toBe('operator_setup_invalid');
  expect(await outcome(() => beginSetup(ctx, { login: 'nobody', first, second }))).toBe(
    'operator_setup_invalid',
  );
  expect(await begin(first, second)).toBe('ok');
});

test('nobody logs in before the setup, and the code ends after three days', async () => {
  const first = await change(NINA, 'admin', 'risk');
  const { half: second } = await takeHalf(ctx, await operator('risk'), await idOf('nina'));
  const tried = () => login(deps(), { login: 'nina', password: '', totp: '000000' }, request);
  expect(await outcome(tried)).toBe('operator_login_failed');
  clock.advance(SETUP_MS - 600_000);
  expect(await outcome(() => beginSetup(ctx, { login: 'nina', first, second }))).toBe('ok');
  clock.advance(600_001);
  expect(await outcome(() => beginSetup(ctx, { login: 'nina', first, second }))).toBe(
    'operator_setup_invalid',
  );
});

test('a renewed login loses sessions and password, and keeps its role', async () => {
  const before = await operator('support');
  const { password, totpSecret } = demo('support');
  await change({ what: 'renew', id: before.operatorId }, 'admin', 'risk');
  expect(await outcome(() => logIn('support', password, totpSecret))).toBe('operator_login_failed');
  const member = (await staffMembers(ctx.db)).find(({ login: name }) => name === 'support');
  expect(member).toMatchObject({ role: 'support', disabled: false, has_second: false });
});

test('another role ends the sessions and counts from the next login on', async () => {
  const token = await logIn('support', demo('support').password, demo('support').totpSecret);
  const { operatorId: id } = await caller(token);
  const finance = await idOf('finance');
  await ctx.db.run(sql`
    insert into operators_devices (operator_id, created_at, seen_at)
    select each, now(), now() from unnest(${[id, finance]}::bigint[]) as each`);
  await change({ what: 'role', id, role: 'finance' }, 'admin', 'risk');
  expect(await authenticate(deps(), token)).toBeUndefined();
  // The devices are forgotten with the sessions, those of others stay.
  const devices = await ctx.db.rows<{ owner: number }>(
    sql`select operator_id as owner from operators_devices where operator_id in (${id}, ${finance})`,
  );
  expect(devices).toEqual([{ owner: finance }]);
  expect(await operator('support')).toMatchObject({ role: 'finance' });
});

test('a disabled operator has no session and no login any more', async () => {
  const token = await logIn('support', demo('support').password, demo('support').totpSecret);
  await change({ what: 'disable', id: await idOf('support') }, 'admin', 'risk');
  expect(await authenticate(deps(), token)).toBeUndefined();
  expect(await outcome(() => operator('support'))).toBe('operator_login_failed');
});

test('nobody takes part in a decision about their own login', async () => {
  const own = async (asked: StaffChange, asker: string, approver: string) =>
    outcome(() => change(asked, asker, approver));
  const admin = await idOf('admin');
  const risk = await idOf('risk');
  expect(await own({ what: 'role', id: admin, role: 'risk' }, 'admin', 'risk')).toBe('operator_own_change');
  await change(NINA, 'admin', 'risk');
  expect(await own({ what: 'role', id: risk, role: 'admin' }, 'admin', 'risk')).toBe('operator_own_change');
  expect((await staffMembers(ctx.db)).find(({ id }) => id === risk)?.role).toBe('risk');
});

test.each<[OperatorRole | 'disable']>([['support'], ['disable']])(
  'the second operator who approves does not leave by %s',
  async (to) => {
    const risk = await idOf('risk');
    const asked: StaffChange =
      to === 'disable' ? { what: 'disable', id: risk } : { what: 'role', id: risk, role: to };
    expect(await outcome(() => change(asked, 'admin', 'risk'))).toBe('operator_needed');
  },
);

test('an operator who has not set up the login does not count as one who approves', async () => {
  await change({ ...NINA, role: 'risk' }, 'admin', 'risk');
  const asked: StaffChange = { what: 'disable', id: await idOf('risk') };
  const request = outcome(async () => requestStaffChange(ctx, await operator('admin'), asked, 'a reason'));
  expect(await request).toBe('operator_needed');
});

test('of two requests for one login the second is refused, at the approval too', async () => {
  const half = newHalf(ctx.random);
  await requestStaffChange(ctx, await operator('admin'), NINA, 'a reason', half);
  await change(NINA, 'admin', 'risk');
  expect(await outcome(() => change(NINA, 'admin', 'risk'))).toBe('operator_login_taken');
  const members = await staffMembers(ctx.db);
  expect(members.filter(({ login: name }) => name === 'nina')).toHaveLength(1);
});

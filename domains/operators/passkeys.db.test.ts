import { Refusal } from '@karat/contract';
import { checkChain, listAudit } from '@karat/platform/audit';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { createSessionTokens, keyRing } from '@karat/platform/crypto';
import { createBus } from '@karat/platform/bus';
import { lockFor, sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { OperatorCaller, RequestInfo } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { MINUTE_MS } from '@karat/rules';
import { createTestDatabase, overlap, softAuthenticator } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authenticate, confirm, login, operatorLogins, signInAgain } from './login.ts';
import { demoOperators, seedDemoOperators } from './operators.ts';
import type { DemoOperator, Passwords } from './operators.ts';
import {
  passkeyChallenge,
  passkeyLoginOptions,
  passkeyOptions,
  registerPasskey,
  removePasskey,
} from './passkeys.ts';
import { renewOperator } from './staff.ts';

const ORIGIN = 'https://console.example';
const DOMAIN = 'console.example';
const request: RequestInfo = {
  id: 'r',
  address: '203.0.113.7',
  userAgent: 'test',
  idempotencyKey: undefined,
  origin: ORIGIN,
};
const passwords: Passwords = {
  hash: async (password) => `hash of ${password}`,
  verify: async (hash, password) => hash === `hash of ${password}`,
  pretend: async () => false,
};

let database: TestDatabase;
const clock = virtualClock();
let ctx: Context;
beforeAll(async () => {
  database = await createTestDatabase({ connections: 4 });
  const bus = createBus((error) => {
    throw error;
  });
  ctx = { db: database.db, clock, bus, random: seededRandom('passkeys'), log: silentLog, demo: true };
  await seedDemoOperators(ctx, passwords);
});
afterAll(() => database.drop());
// Each test starts with unused codes.
beforeEach(() => clock.advance(5 * MINUTE_MS));

const keys = keyRing(Buffer.alloc(32, 7));
const tokens = createSessionTokens(keys, seededRandom('tokens'));
const depsWith = (isRequired: boolean) =>
  operatorLogins({ ctx, passwords, tokens, keys, passkeys: { origins: [ORIGIN], isRequired } });
const operatorOf = (role: DemoOperator['role']): DemoOperator =>
  demoOperators.find((one) => one.role === role) ?? expect.fail(`no operator is ${role}`);
const codeOf = ({ totpSecret }: DemoOperator, aheadMs = 0): string =>
  new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate({ timestamp: clock.now() + aheadMs });
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  );

async function callerBy(isRequired: boolean, who: DemoOperator): Promise<OperatorCaller> {
  const deps = depsWith(isRequired);
  const token = await login(deps, { login: who.login, password: who.password, totp: codeOf(who) }, request);
  return (await authenticate(deps, token)) ?? expect.fail('no session');
}
async function registered(isRequired: boolean, who: DemoOperator) {
  const deps = depsWith(isRequired);
  const caller = await callerBy(isRequired, who);
  const device = softAuthenticator(DOMAIN);
  const proof = { password: who.password, totp: codeOf(who, 30_000) };
  const credential = device.register(await passkeyOptions(deps, caller, proof, request), ORIGIN);
  const row = await registerPasskey(deps, caller, { name: 'Key', credential }, request);
  return { deps, caller, device, row };
}

test('an operator registers a passkey by signing in again, and logs in with password and passkey', async () => {
  const who = operatorOf('support');
  const { deps, caller, device, row } = await registered(false, who);
  const sign = async () => device.sign(await passkeyLoginOptions(deps, request), ORIGIN);
  const form = { login: who.login, password: who.password };
  const credential = await sign();
  const token = await login(deps, { ...form, credential }, request);
  expect(await authenticate(deps, token)).toMatchObject({ login: who.login });
  expect(await outcome(login(deps, { ...form, credential }, request))).toBe('operator_login_failed');
  expect(await outcome(login(deps, { ...form, password: 'x', credential: await sign() }, request))).toBe(
    'operator_login_failed',
  );
  expect(await outcome(login(deps, form, request))).toBe('operator_login_failed');
  const elsewhere = device.sign(await passkeyLoginOptions(deps, request), 'https://evil.example');
  expect(await outcome(login(deps, { ...form, credential: elsewhere }, request))).toBe(
    'operator_login_failed',
  );
  const again = passkeyOptions(deps, caller, { password: 'x', totp: '000000' }, request);
  expect(await outcome(again)).toBe('operator_login_failed');
  const actions = (await listAudit(ctx.db, { limit: 20 })).map(({ action }) => action);
  expect(actions).toContain('passkey add');
  expect((await checkChain(ctx.db)).brokenAt).toBeNull();
  clock.advance(MINUTE_MS);
  const proof = { password: who.password, totp: codeOf(who) };
  await removePasskey(deps, caller, { ...proof, id: row.id }, request);
  expect(await outcome(login(deps, { ...form, credential: await sign() }, request))).toBe(
    'operator_login_failed',
  );
});

test("a passkey confirms a decision with a challenge of the operator's own session, once", async () => {
  const { deps, caller, device } = await registered(false, operatorOf('finance'));
  const risk = await callerBy(false, operatorOf('risk'));
  const confirmBy = (credential: string) =>
    ctx.db.transact((tx) => confirm(deps, tx, caller, { credential }, request));
  const signed = device.sign(await passkeyChallenge(deps, caller, request), ORIGIN);
  expect(await confirmBy(signed)).toBe('ok');
  expect(await confirmBy(signed)).toBe('totp_wrong');
  expect(await confirmBy(device.sign(await passkeyChallenge(deps, risk, request), ORIGIN))).toBe(
    'totp_wrong',
  );
  expect(await confirmBy(device.sign(await passkeyLoginOptions(deps, request), ORIGIN))).toBe('totp_wrong');
  const late = device.sign(await passkeyChallenge(deps, caller, request), ORIGIN);
  clock.advance(5 * MINUTE_MS);
  expect(await confirmBy(late)).toBe('totp_wrong');
});

test('a passkey of another operator proves nothing', async () => {
  const who = operatorOf('risk');
  const { device } = await registered(false, operatorOf('admin'));
  const deps = depsWith(false);
  clock.advance(MINUTE_MS);
  const caller = await callerBy(false, who);
  const login_ = { login: who.login, password: who.password };
  const credential = device.sign(await passkeyLoginOptions(deps, request), ORIGIN);
  expect(await outcome(login(deps, { ...login_, credential }, request))).toBe('operator_login_failed');
  const signed = device.sign(await passkeyChallenge(deps, caller, request), ORIGIN);
  const proof = { password: who.password, credential: signed };
  expect(await ctx.db.transact((tx) => signInAgain(deps, tx, caller, proof, request))).toBe(
    'operator_login_failed',
  );
});

test('if passkeys are required, a session without one can only register, and codes end with the first', async () => {
  const who = operatorOf('support');
  expect(await callerBy(true, who)).toMatchObject({ mustEnrol: true });
  clock.advance(MINUTE_MS);
  const { deps, device, row } = await registered(true, who);
  clock.advance(MINUTE_MS);
  const form = { login: who.login, password: who.password };
  expect(await outcome(login(deps, { ...form, totp: codeOf(who) }, request))).toBe('operator_login_failed');
  const credential = device.sign(await passkeyLoginOptions(deps, request), ORIGIN);
  const caller = await authenticate(deps, await login(deps, { ...form, credential }, request));
  if (!caller) throw new Error('no session');
  expect(caller.mustEnrol).toBeUndefined();
  const prove = async () => ({
    password: who.password,
    credential: device.sign(await passkeyChallenge(deps, caller, request), ORIGIN),
  });
  const code = { password: who.password, totp: codeOf(who) };
  expect(await ctx.db.transact((tx) => signInAgain(deps, tx, caller, code, request))).toBe(
    'operator_login_failed',
  );
  const remove = removePasskey(deps, caller, { ...(await prove()), id: row.id }, request);
  expect(await outcome(remove)).toBe('operator_passkey_last');
});

test('a renewed login has a new password and code and no passkeys', async () => {
  const who = operatorOf('finance');
  const renewed = await renewOperator(ctx, passwords, who.login);
  if (!renewed) throw new Error('operator not found');
  const form = { login: who.login, password: renewed.password };
  const totp = codeOf({ ...who, totpSecret: renewed.totpSecret });
  const deps = depsWith(true);
  const caller = await authenticate(deps, await login(deps, { ...form, totp }, request));
  expect(caller).toMatchObject({ mustEnrol: true });
});

test('of two that are registered at once as the tenth one is refused', async () => {
  const who = operatorOf('risk');
  const { deps, caller } = await registered(false, who);
  const copies = (queries: Queries, count: number) =>
    queries.run(sql`
      insert into operators_passkeys
        (operator_id, credential_id, public_key, counter, transports, synced, name, created_at)
      select operator_id, credential_id || '-' || gen_random_uuid(), public_key, 0, transports, synced, name, created_at
      from (select * from operators_passkeys where operator_id = ${caller.operatorId} order by id limit 1) as added,
        generate_series(1, ${count}::int)`);
  await copies(ctx.db, 8);
  clock.advance(MINUTE_MS);
  const proof = { password: who.password, totp: codeOf(who) };
  const credential = softAuthenticator(DOMAIN).register(
    await passkeyOptions(deps, caller, proof, request),
    ORIGIN,
  );
  const late = await overlap(
    ctx.db,
    async (tx) => {
      await lockFor(tx, 'passkeys of an operator', caller.operatorId);
      await copies(tx, 1);
    },
    () => registerPasskey(deps, caller, { name: 'Late', credential }, request),
  );
  expect(late).toMatchObject({ hasWaited: true, reason: { code: 'passkeys_full' } });
});

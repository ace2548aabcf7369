import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { createSessionTokens, keyRing } from '@karat/platform/crypto';
import { Refusal } from '@karat/contract';
import { sql } from '@karat/platform/db';
import { listAudit } from '@karat/platform/audit';
import { coarseNetworkOf } from '@karat/platform/http';
import type { OperatorCaller, RequestInfo } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueDeviceToken } from './known-devices.ts';
import { authenticate, login, operatorLogins, signInAgain } from './login.ts';
import type { LoginDeps } from './login.ts';
import { demoOperators, seedDemoOperators } from './operators.ts';
import type { Passwords } from './operators.ts';

const clock = virtualClock();
let verifications = 0;
/** Fast and counted: the tests are about how often a password is compared. */
const passwords: Passwords = {
  hash: async (password) => `hash of ${password}`,
  verify: async (hash, password) => ((verifications += 1), hash === `hash of ${password}`),
  pretend: async () => ((verifications += 1), false),
};
const keys = keyRing(Buffer.alloc(32, 7));
const HOME = '203.0.113.7';

let own: TestDatabase;
let ctx: Context;
let logins: LoginDeps;

beforeAll(async () => {
  own = await createTestDatabase({ connections: 8 });
  const bus = createBus(() => undefined);
  ctx = { db: own.db, clock, bus, log: silentLog, random: seededRandom('operators'), demo: true };
  await seedDemoOperators(ctx, passwords);
});
afterAll(() => own.drop());
beforeEach(async () => {
  await own.db.run(sql`truncate identity_attempts, operators_devices, operators_sessions`);
  // Advances to a new time step and a new minute of verifications.
  clock.advance(120_000);
  const tokens = createSessionTokens(keys, ctx.random);
  logins = operatorLogins({
    ctx,
    passwords,
    tokens,
    keys,
    passkeys: { origins: 'own', isRequired: false },
  });
  verifications = 0;
});

const admin = demoOperators.find(({ login: name }) => name === 'admin') ?? expect.fail('no admin');
const codeNow = (): string =>
  new TOTP({ secret: Secret.fromBase32(admin.totpSecret) }).generate({ timestamp: clock.now() });
const wrongCode = (): string => (codeNow() === '000000' ? '000001' : '000000');
const from = (address: string, device?: string): RequestInfo => ({
  id: 'r',
  address,
  userAgent: 'test',
  idempotencyKey: undefined,
  device,
});
const outcome = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const guess = (name: string, address: string, totp = wrongCode()): Promise<string> =>
  outcome(login(logins, { login: name, password: 'wrong', totp }, from(address)));
const enter = (request: RequestInfo): Promise<string> =>
  login(logins, { login: 'admin', password: admin.password, totp: codeNow() }, request);
async function callerOf(token: string): Promise<OperatorCaller> {
  return (await authenticate(logins, token)) ?? expect.fail('no session');
}

test('the audit log has logins, failed ones and failed proofs, with network and device and without the typed text', async () => {
  await guess('admin', HOME);
  await guess('my-password', HOME);
  clock.advance(30_000);
  const caller = await callerOf(await enter(from(HOME)));
  const proof = { password: 'wrong', totp: codeNow() };
  await own.db.transact((tx) => signInAgain(logins, tx, caller, proof, {}));
  const rows = (await listAudit(own.db, { limit: 4 })).toReversed();
  const place = { network: coarseNetworkOf(HOME), device: 'test', known_device: false };
  const origin = JSON.stringify(place);
  expect(rows.map(({ actor, action, subject, detail }) => [actor, action, subject, detail])).toEqual([
    ['admin', 'login failed', 'admin', origin],
    ['nobody', 'login failed', 'unknown login', origin],
    ['admin', 'login', 'admin', JSON.stringify({ ...place, factor: 'code' })],
    ['admin', 'proof failed', 'admin', '{}'],
  ]);
  expect(JSON.stringify(rows)).not.toContain(HOME);
});

describe('strangers who guess at an operator', () => {
  test('lock out neither a known device on their own network nor an authenticator elsewhere', async () => {
    const caller = await callerOf(await enter(from(HOME)));
    const device = (await issueDeviceToken(logins, caller, from(HOME))) ?? expect.fail('no device token');
    for (let n = 0; n < 20; n++) await guess('admin', HOME);
    for (let n = 0; n < 30; n++) await guess('admin', `198.51.100.${n}`);
    clock.advance(30_000);
    expect(await outcome(enter(from(HOME, device)))).toBe('ok');
    clock.advance(30_000);
    expect(await outcome(enter(from('192.0.2.1')))).toBe('ok');
  });

  test('never affect an open session: it can still prove itself for an approval', async () => {
    const caller = await callerOf(await enter(from(HOME)));
    for (let n = 0; n < 20; n++) await guess('admin', HOME);
    for (let n = 0; n < 30; n++) await guess('admin', `198.51.100.${n}`);
    clock.advance(30_000);
    const proof = { password: admin.password, totp: codeNow() };
    expect(await own.db.transact((tx) => signInAgain(logins, tx, caller, proof, {}))).toBe('ok');
  });

  test.each(['admin', 'nobody'])('get ten comparisons from any number of networks: %s', async (name) => {
    const outcomes = new Set<string>();
    for (let n = 0; n < 40; n++) outcomes.add(await guess(name, `198.51.100.${n}`));
    expect(outcomes).toEqual(new Set(['operator_login_failed']));
    expect(verifications).toBe(10);
  });

  test('need a right one-time code for each further password', async () => {
    for (let n = 0; n < 10; n++) await guess('admin', `198.51.100.${n}`);
    verifications = 0;
    const code = codeNow();
    const attempts = Array.from({ length: 30 }, (_, n) => guess('admin', `192.0.2.${n}`, code));
    expect(new Set(await Promise.all(attempts))).toEqual(new Set(['operator_login_failed']));
    // The first comparison consumes the code: the right password fails with it afterwards.
    expect(await outcome(enter(from('192.0.2.99')))).toBe('operator_login_failed');
    clock.advance(30_000);
    expect(await outcome(enter(from('192.0.2.99')))).toBe('ok');
  });

  test.each(['admin', 'nobody'])(
    'get the same reply after the same work, account or not: %s',
    async (name) => {
      const outcomes: string[] = [];
      for (let n = 0; n < 7; n++) outcomes.push(await guess(name, HOME));
      const failed = Array.from({ length: 5 }, () => 'operator_login_failed');
      expect(outcomes).toEqual([...failed, 'too_many_attempts', 'too_many_attempts']);
      expect(verifications).toBe(5);
    },
  );
});

describe('an open session', () => {
  test('waits after five wrong proofs of its own, and no other session does', async () => {
    const first = await callerOf(await enter(from(HOME)));
    clock.advance(30_000);
    const second = await callerOf(await enter(from(HOME)));
    const prove = (caller: OperatorCaller, password: string): Promise<string> => {
      const proof = { password, totp: codeNow() };
      return own.db
        .transact((tx) => signInAgain(logins, tx, caller, proof, {}))
        .catch((error: unknown) => (error instanceof Refusal ? error.code : String(error)));
    };
    clock.advance(30_000);
    for (let n = 0; n < 5; n++) expect(await prove(first, 'wrong')).toBe('operator_login_failed');
    expect(await prove(first, admin.password)).toBe('too_many_attempts');
    expect(await prove(second, admin.password)).toBe('ok');
    clock.advance(30_000);
    expect(await prove(first, admin.password)).toBe('ok');
  });

  test('gets a device token only within ten minutes of its login', async () => {
    const caller = await callerOf(await enter(from(HOME)));
    clock.advance(600_001);
    expect(await issueDeviceToken(logins, caller, from(HOME))).toBeNull();
  });
});

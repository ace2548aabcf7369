import { createPasswords } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import { DAY_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, codeRequest, credentials, clearTables, form, openIdentity } from './testing/harness.ts';
import type { CallOptions, IdentityHarness } from './testing/harness.ts';

const ANN = 'ann@example.com';
const BOB = 'bob@example.com';
const NOBODY = 'nobody@example.com';
/** The network that Ann and her neighbours share. */
const SHARED = '203.0.113.7';

let own: TestDatabase;
let harness: IdentityHarness;
let verifications: number;

beforeAll(async () => {
  own = await createTestDatabase({ connections: 12 });
});
afterAll(() => own.drop());
beforeEach(async () => {
  await clearTables(own.db);
  verifications = 0;
  const passwords = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 });
  harness = await openIdentity(own.db, {
    passwords: {
      ...passwords,
      verify: (hash, text) => ((verifications += 1), passwords.verify(hash, text)),
      pretend: (text) => ((verifications += 1), passwords.pretend(text)),
    },
  });
});
afterEach(() => harness.close());

const deviceOf = async (token: string, device?: string): Promise<string | null> => {
  const caller = await harness.callerOf(token);
  const reply = (await harness.call('user/device', {}, { caller, device })) as {
    device_token: string | null;
  };
  return reply.device_token;
};
const login = (who: string, as: CallOptions = {}, password = PASSWORD): Promise<string> =>
  harness.outcome('user/login', credentials(who, password), as);
/** One wrong password from each of `count` networks. */
const guesses = async (who: string, count: number): Promise<string[]> => {
  const outcomes: string[] = [];
  for (let n = 0; n < count; n++)
    outcomes.push(await login(who, { address: `198.51.100.${n}` }, 'wrong-guess'));
  return outcomes;
};
const codeOf = async (who: string, address = SHARED): Promise<string> => {
  await harness.call('sms_mail', codeRequest(who, 'login'), { address });
  return harness.codeFor(who);
};
const withCode = (who: string, code: string, as: CallOptions = {}, password = PASSWORD): Promise<string> =>
  harness.outcome('user/login', { ...credentials(who, password), code }, as);

describe('a known device', () => {
  test('logs in while strangers on its network and elsewhere guess', async () => {
    const device = (await deviceOf(await harness.open(ANN))) ?? expect.fail('no device token');
    for (let n = 0; n < 40; n++) await login(ANN, {}, 'wrong-guess');
    await guesses(ANN, 30);
    expect(await login(ANN)).toBe('login_code_required');
    expect(await login(ANN, { device })).toBe('ok');
  });

  test('waits only after its own failures, and other devices do not', async () => {
    const first = (await deviceOf(await harness.open(ANN))) ?? expect.fail('no device token');
    const second = (await deviceOf(String(await harness.call('user/login', credentials(ANN))))) ?? '';
    for (let n = 0; n < 5; n++)
      expect(await login(ANN, { device: first }, 'wrong-guess')).toBe('login_failed');
    expect(await login(ANN, { device: first })).toBe('too_many_attempts');
    expect(await login(ANN, { device: second })).toBe('ok');
    expect(await login(ANN)).toBe('ok');
    harness.clock.advance(30_000);
    expect(await login(ANN, { device: first })).toBe('ok');
  });

  test('is known for its own account only', async () => {
    const device = (await deviceOf(await harness.open(ANN))) ?? expect.fail('no device token');
    await harness.open(BOB);
    await guesses(BOB, 10);
    expect(await login(BOB, { device })).toBe('login_code_required');
    expect(await login(BOB, { device: `${device.slice(0, -1)}x` })).toBe('login_code_required');
  });

  test('gets a new token with each login; the token before the previous one is invalid', async () => {
    const first = (await deviceOf(await harness.open(ANN))) ?? '';
    const again = async (device: string): Promise<string> =>
      (await deviceOf(String(await harness.call('user/login', credentials(ANN), { device })), device)) ?? '';
    const second = await again(first);
    const third = await again(second);
    await guesses(ANN, 10);
    expect(await login(ANN, { device: first })).toBe('login_code_required');
    expect(await login(ANN, { device: second })).toBe('ok');
    expect(await login(ANN, { device: third })).toBe('ok');
    const { count } = await own.db.one<{ count: number }>(
      sql`select count(*) as count from identity_devices`,
    );
    expect(count).toBe(1);
  });

  test('comes from a fresh login only: an old session creates none', async () => {
    const token = await harness.open(ANN);
    harness.clock.advance(10 * MINUTE_MS + 1);
    expect(await deviceOf(token)).toBeNull();
  });

  test('is deleted after ninety days, and with the session that the owner ends', async () => {
    const token = await harness.open(ANN);
    const lost = String(await harness.call('user/login', credentials(ANN)));
    const stored = (await deviceOf(token)) ?? '';
    const stolen = (await deviceOf(lost)) ?? '';
    const caller = await harness.callerOf(token);
    const list = async () =>
      (await harness.call('user/sessions', {}, { caller })) as {
        id: number;
        current: boolean;
        trusted: boolean;
      }[];
    expect((await list()).map((session) => session.trusted)).toEqual([true, true]);
    const other = (await list()).find((session) => !session.current) ?? expect.fail('no other session');
    await harness.call('user/session/revoke', { id: other.id }, { caller });
    await guesses(ANN, 10);
    expect(await login(ANN, { device: stolen })).toBe('login_code_required');
    expect(await login(ANN, { device: stored })).toBe('ok');
    harness.clock.advance(90 * DAY_MS - 1);
    await guesses(ANN, 10);
    expect(await login(ANN, { device: stored })).toBe('ok');
    harness.clock.advance(1);
    expect(await login(ANN, { device: stored })).toBe('login_code_required');
  });

  test('is revoked by a password reset', async () => {
    const device = (await deviceOf(await harness.open(ANN))) ?? '';
    await harness.call('sms_mail', codeRequest(ANN, 'forget'));
    await harness.call('user/forget', form(ANN, await harness.codeFor(ANN)));
    await guesses(ANN, 10);
    expect(await login(ANN, { device })).toBe('login_code_required');
  });

  test('stays known after a logout', async () => {
    const token = await harness.open(ANN);
    const device = (await deviceOf(token)) ?? '';
    await harness.call('user/logout', {}, { caller: await harness.callerOf(token) });
    await guesses(ANN, 10);
    expect(await login(ANN, { device })).toBe('ok');
  });

  test('replaces the one unused longest when an account has twenty', async () => {
    await harness.open(ANN);
    for (let n = 0; n < 25; n++) {
      harness.clock.advance(1);
      await deviceOf(String(await harness.call('user/login', credentials(ANN))));
    }
    const { count } = await own.db.one<{ count: number }>(
      sql`select count(*) as count from identity_devices`,
    );
    expect(count).toBe(20);
  });
});

describe('an account under guessing', () => {
  test.each([
    ['exists', ANN],
    ['does not exist', NOBODY],
  ])(
    'requires a code from unknown devices and hashes no more passwords, whether or not it %s',
    async (_, who) => {
      await harness.open(ANN);
      verifications = 0;
      const outcomes = await guesses(who, 30);
      expect(outcomes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'login_failed'));
      expect(outcomes.slice(10)).toEqual(Array.from({ length: 20 }, () => 'login_code_required'));
      expect(verifications).toBe(10);
      expect(await login(who)).toBe('login_code_required');
      expect(verifications).toBe(10);
    },
  );

  test('lets its owner log in on an unknown device with a code during the guessing', async () => {
    await harness.open(ANN);
    await guesses(ANN, 30);
    expect(await withCode(ANN, await codeOf(ANN))).toBe('ok');
    expect(await login(ANN)).toBe('login_code_required');
  });

  test('accepts a code while its network must wait', async () => {
    await harness.open(ANN);
    for (let n = 0; n < 5; n++) await login(ANN, {}, 'wrong-guess');
    expect(await login(ANN)).toBe('too_many_attempts');
    expect(await withCode(ANN, await codeOf(ANN))).toBe('ok');
  });

  test('accepts five passwords per code, also of a hundred concurrent ones, and one login', async () => {
    await harness.open(ANN);
    const code = await codeOf(ANN);
    const attempts = Array.from({ length: 100 }, (_, n) => withCode(ANN, code, {}, `guess-${n}-of-many`));
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((outcome) => outcome === 'login_failed')).toHaveLength(5);
    expect(new Set(outcomes)).toEqual(new Set(['login_failed', 'code_expired']));
    expect(await withCode(ANN, code)).toBe('code_expired');
    const fresh = await codeOf(ANN);
    expect(await withCode(ANN, fresh)).toBe('ok');
    expect(await withCode(ANN, fresh)).toBe('code_wrong');
  });

  test('protects a code from strangers elsewhere: they neither use up its attempts nor replace it', async () => {
    await harness.open(ANN);
    const code = await codeOf(ANN);
    for (let n = 0; n < 10; n++) {
      const stranger = { address: '198.51.100.9' };
      expect(await withCode(ANN, code === '111111' ? '111112' : '111111', stranger)).toBe('code_wrong');
    }
    await codeOf(ANN, '198.51.100.9');
    expect(await withCode(ANN, code)).toBe('ok');
  });

  test('sends no code for an unknown account, with the same reply', async () => {
    await harness.open(ANN);
    const before = (await harness.messages(ANN)).length;
    for (const who of [ANN, NOBODY]) {
      expect(await harness.outcome('sms_mail', codeRequest(who, 'login'))).toBe('ok');
      expect(await withCode(who, '000000')).toBe('code_wrong');
    }
    expect(await harness.messages(ANN)).toHaveLength(before + 1);
    expect(await harness.messages(NOBODY)).toHaveLength(0);
  });

  test('resets its counters after a password reset', async () => {
    await harness.open(ANN);
    await guesses(ANN, 30);
    await harness.call('sms_mail', codeRequest(ANN, 'forget'));
    await harness.call('user/forget', form(ANN, await harness.codeFor(ANN)));
    expect(await login(ANN)).toBe('ok');
  });
});

describe('an open session', () => {
  test('stays open and can prove its password while strangers guess', async () => {
    const token = await harness.open(ANN);
    const caller = (await harness.callerOf(token)) ?? expect.fail('no session');
    await guesses(ANN, 30);
    for (let n = 0; n < 40; n++) await login(ANN, {}, 'wrong-guess');
    harness.clock.advance(MINUTE_MS);
    expect(await harness.callerOf(token)).toMatchObject({ userId: caller.userId });
    await harness.identity.proof.password(caller.userId, PASSWORD);
  });

  test('gets codes after strangers have used up their own limit', async () => {
    const caller = await harness.callerOf(await harness.open(ANN));
    for (let n = 0; n < 40; n++)
      await harness.outcome('sms_mail', codeRequest(ANN, 'forget'), { address: `198.51.100.${n}` });
    expect(await harness.outcome('sms_mail', codeRequest(ANN, 'forget'))).toBe('too_many_attempts');
    const request = { purpose: 'password' as const, via: undefined };
    expect(await harness.outcome('safe/send_code', request, { caller })).toBe('ok');
  });
});

test('a login with the password alone forgets no failures of other networks on the account', async () => {
  await harness.open(ANN);
  const failures = () => own.db.one(sql`select count from identity_attempts where key = ${`login:${ANN}`}`);
  for (const address of ['198.51.100.1', '192.0.2.1'])
    await harness.outcome('user/login', { user_string: ANN, password: 'wrong-otter-9' }, { address });
  expect(await failures()).toEqual({ count: 2 });
  await harness.call('user/login', { user_string: ANN, password: PASSWORD }, { address: SHARED });
  expect(await failures()).toEqual({ count: 2 });
});

import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import { sql } from '@karat/platform/db';
import { HOUR_MS, MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, codeRequest, credentials, clearTables, form, openIdentity } from './testing/harness.ts';
import type { IdentityHarness } from './testing/harness.ts';

const ANN = 'ann@example.com';

let own: TestDatabase;
let harness: IdentityHarness;

beforeAll(async () => {
  own = await createTestDatabase({ connections: 12 });
});
afterAll(() => own.drop());
beforeEach(async () => {
  await clearTables(own.db);
  harness = await openIdentity(own.db);
});
afterEach(() => harness.close());

const accounts = async (): Promise<number> =>
  (await own.db.one<{ count: number }>(sql`select count(*) as count from identity_users`)).count;
const sendCode = (to: string, lang: (typeof LANGS)[number] = 'en') =>
  harness.call('sms_mail', codeRequest(to, 'register'), { lang });

test('a visitor opens an account by email and is logged in', async () => {
  const token = await harness.open(ANN);
  const caller = await harness.callerOf(token);
  const info = await harness.call('user/info', {}, { caller });
  expect(info).toMatchObject({
    email: ANN,
    phone: null,
    lang: 'en',
    fiat: 'USD',
    vip_level: 0,
    fee_discount: '0',
    real_state: 0,
    demo: true,
  });
  expect(info).toMatchObject({ uid: caller?.userId, nickname: `K${caller?.userId}`, signature: '' });
  expect(caller?.userId).toBeGreaterThanOrEqual(100_001);
});

test('a visitor opens an account by phone and logs in with another notation of the number', async () => {
  await harness.call('sms_mail', codeRequest('5123 4567', 'register', '852'), { lang: 'hk' });
  const [email] = await harness.messages('+85251234567');
  expect(email).toMatchObject({ channel: 'sms', lang: 'hk' });
  const code = await harness.codeFor('+85251234567');
  await harness.call('user/register', form('51234567', code, { area_code: '852' }), { lang: 'hk' });
  const token = await harness.call('user/login', { ...credentials('+852 5123-4567'), area_code: undefined });
  const caller = await harness.callerOf(String(token));
  expect(await harness.call('user/info', {}, { caller })).toMatchObject({
    phone: '+85251234567',
    area_code: '852',
    lang: 'hk',
  });
});

test('the dialling code is optional with a code, and at login', async () => {
  for (const area of ['852', '65']) {
    await harness.call('sms_mail', codeRequest(area === '65' ? '8123 4567' : '5123 4567', 'register', area));
  }
  const code = await harness.codeFor('+85251234567');
  const check = {
    user_string: '51234567',
    scene: 'register' as const,
    email_code: code,
    country_code: undefined,
  };
  expect(await harness.outcome('user/check_email', check)).toBe('ok');
  expect(await harness.outcome('user/register', form('51234567', code))).toBe('ok');
  expect(await harness.outcome('user/login', credentials('5123-4567'))).toBe('ok');
  expect(await harness.outcome('user/login', credentials('81234567'))).toBe('login_failed');
});

test('a national number of two countries needs its dialling code at login', async () => {
  for (const [area, number] of [
    ['852', '+85251234567'],
    ['60', '+6051234567'],
  ] as const) {
    await harness.call('sms_mail', codeRequest('51234567', 'register', area));
    const code = await harness.codeFor(number);
    expect(await harness.outcome('user/register', form('51234567', code, { area_code: area }))).toBe('ok');
  }
  expect(await harness.outcome('user/login', credentials('51234567'))).toBe('login_failed');
  expect(await harness.outcome('user/login', { ...credentials('51234567'), area_code: '852' })).toBe('ok');
  expect(await harness.outcome('user/login', { ...credentials('051234567'), area_code: '60' })).toBe('ok');
});

test('the email with the code is in the language of the visitor', async () => {
  const texts = new Set<string>();
  for (const lang of LANGS) {
    await sendCode(`${lang}@example.com`, lang);
    const [email] = await harness.messages(`${lang}@example.com`);
    expect(email?.lang).toBe(lang);
    texts.add((email?.body ?? '').replace(/\d{6}/, ''));
  }
  expect(texts.size).toBe(LANGS.length);
});

test('fifty concurrent registrations of one contact create one account', async () => {
  await sendCode(ANN);
  const code = await harness.codeFor(ANN);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => harness.outcome('user/register', form(ANN, code))),
  );
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  expect(
    outcomes
      .filter((outcome) => outcome !== 'ok')
      .every((outcome) => /code_expired|code_wrong/.test(outcome)),
  ).toBe(true);
  expect(await accounts()).toBe(1);
});

test('two codes for two notations of one address open one account', async () => {
  await harness.open('Ann@Example.com');
  await sendCode('aNN@example.COM');
  expect(await harness.messages(ANN)).toHaveLength(2);
  expect((await harness.messages(ANN))[0]?.subject).toBe('You already have a Karat account');
  expect(await accounts()).toBe(1);
});

test('additions of the composition commit with the account or not at all', async () => {
  const granted: UserId[] = [];
  const broke = await openIdentity(own.db, {
    onRegistered: async (_tx, id) => {
      granted.push(id);
      throw new Error('no demo money left');
    },
  });
  await broke.call('sms_mail', codeRequest(ANN, 'register'));
  const code = await broke.codeFor(ANN);
  await expect(broke.call('user/register', form(ANN, code))).rejects.toThrow('no demo money left');
  expect(granted).toHaveLength(1);
  expect(await accounts()).toBe(0);
  expect(await harness.outcome('user/register', form(ANN, code))).toBe('ok');
  await broke.close();
});

test('an invite code of any case records the inviter; an unknown one is refused and consumes nothing', async () => {
  const inviter = await harness.callerOf(await harness.open(ANN));
  const info = await harness.call('user/info', {}, { caller: inviter });
  const invite = (info as { extension_code: string }).extension_code;
  await sendCode('bob@example.com');
  const code = await harness.codeFor('bob@example.com');
  const withCode = (extension_code: string) => form('bob@example.com', code, { extension_code });
  expect(await harness.outcome('user/register', withCode('NOSUCH22'))).toBe('invite_unknown');
  const token = await harness.call('user/register', withCode(invite.toLowerCase()));
  const bob = await harness.callerOf(String(token));
  const [row] = await harness.identity.users(own.db, [bob?.userId ?? userId(0)]);
  expect(row?.inviterId).toBe(inviter?.userId);
});

test.each([undefined, 'register', 'sms'])('a form of the type %s is read by its contact', async (type) => {
  await sendCode(ANN);
  expect(await harness.outcome('user/register', form(ANN, await harness.codeFor(ANN), { type }))).toBe('ok');
});

test.each([
  [{ re_password: 'otter-piano-8' }, 'passwords_differ'],
  [{ password: 'otter7', re_password: 'otter7' }, 'password_too_short'],
  [{ password: 'x'.repeat(129), re_password: 'x'.repeat(129) }, 'password_too_long'],
  [{ password: 'Password1', re_password: 'Password1' }, 'password_common'],
  [{ password: ANN, re_password: ANN }, 'password_common'],
  [{ type: 'mobile' as const }, 'receiver_invalid'],
  [{ user_string: 'ann@' }, 'receiver_invalid'],
])('a form with %o is refused and costs no attempt of the code', async (change, refusal) => {
  await sendCode(ANN);
  const code = await harness.codeFor(ANN);
  for (let n = 0; n < 6; n++)
    expect(await harness.outcome('user/register', form(ANN, code, change))).toBe(refusal);
  expect(await accounts()).toBe(0);
  expect(await harness.outcome('user/register', form(ANN, code))).toBe('ok');
});

test('after five wrong attempts a code is invalid, even if it is right', async () => {
  await sendCode(ANN);
  const code = await harness.codeFor(ANN);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let n = 0; n < 5; n++)
    expect(await harness.outcome('user/register', form(ANN, wrong))).toBe('code_wrong');
  expect(await harness.outcome('user/register', form(ANN, code))).toBe('code_expired');
});

test('a hundred concurrent guesses count as five', async () => {
  await sendCode(ANN);
  const right = Number(await harness.codeFor(ANN));
  const guess = (n: number) => String((right + n) % 1_000_000).padStart(6, '0');
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      harness.outcome('user/check_email', {
        user_string: ANN,
        scene: 'register',
        email_code: guess(n + 1),
        country_code: undefined,
      }),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'code_wrong')).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === 'code_expired')).toHaveLength(95);
});

test('a code is valid for ten minutes, for one contact, one purpose and one use', async () => {
  await sendCode(ANN);
  const code = await harness.codeFor(ANN);
  expect(await harness.outcome('user/register', form('bob@example.com', code))).toBe('code_wrong');
  expect(await harness.outcome('user/forget', form(ANN, code))).toBe('code_wrong');
  harness.clock.advance(10 * MINUTE_MS);
  expect(await harness.outcome('user/register', form(ANN, code))).toBe('code_expired');
  await sendCode(ANN);
  const second = await harness.codeFor(ANN);
  harness.clock.advance(10 * MINUTE_MS - 1);
  expect(await harness.outcome('user/register', form(ANN, second))).toBe('ok');
  expect(await harness.outcome('user/register', form(ANN, second))).toBe('code_wrong');
});

test('a newer code replaces an older one', async () => {
  await sendCode(ANN);
  const first = await harness.codeFor(ANN);
  await sendCode(ANN);
  const second = await harness.codeFor(ANN);
  expect(second).not.toBe(first);
  expect(await harness.outcome('user/register', form(ANN, first))).toBe('code_wrong');
  expect(await harness.outcome('user/register', form(ANN, second))).toBe('ok');
});

test('verifying a right code does not consume it', async () => {
  await sendCode(ANN);
  const code = await harness.codeFor(ANN);
  const check = { user_string: ANN, scene: 'register' as const, email_code: code, country_code: undefined };
  for (let n = 0; n < 6; n++) expect(await harness.outcome('user/check_email', check)).toBe('ok');
  expect(await harness.outcome('user/check_email', { ...check, scene: 'forget' })).toBe('code_wrong');
  expect(await harness.outcome('user/register', form(ANN, code))).toBe('ok');
});

test('codes to one contact are rate limited, also across a restart, until one is used', async () => {
  for (let n = 0; n < 3; n++) await sendCode(ANN);
  expect(await harness.outcome('sms_mail', codeRequest(ANN, 'register'))).toBe('too_many_attempts');
  const restarted = await openIdentity(own.db);
  expect(await restarted.outcome('sms_mail', codeRequest(ANN, 'forget'))).toBe('too_many_attempts');
  await restarted.close();
  expect(await harness.outcome('sms_mail', codeRequest('bob@example.com', 'register'))).toBe('ok');
  harness.clock.advance(MINUTE_MS);
  await sendCode(ANN);
  expect(await harness.outcome('sms_mail', codeRequest(ANN, 'register'))).toBe('too_many_attempts');
  harness.clock.advance(MINUTE_MS);
  expect(await harness.outcome('sms_mail', codeRequest(ANN, 'register'))).toBe('too_many_attempts');
  await harness.call('user/register', form(ANN, await harness.codeFor(ANN)));
  expect(await harness.outcome('sms_mail', codeRequest(ANN, 'forget'))).toBe('ok');
});

test('codes from one address are rate limited for all contacts; one IPv6 network is one address', async () => {
  const strict = await openIdentity(own.db, {
    limits: { codeFromAddress: { free: 3, firstMs: MINUTE_MS, maxMs: MINUTE_MS, forgetMs: HOUR_MS } },
  });
  const from = (address: string, n: number) =>
    strict.outcome('sms_mail', codeRequest(`p${n}@example.com`, 'register'), { address });
  expect(await from('2001:db8:1:2::1', 1)).toBe('ok');
  expect(await from('2001:db8:1:2::2', 2)).toBe('ok');
  expect(await from('2001:db8:1:2:3::9', 3)).toBe('ok');
  expect(await from('2001:db8:1:2::4', 4)).toBe('too_many_attempts');
  expect(await from('2001:db8:1:3::4', 5)).toBe('ok');
  await strict.close();
});

test('codes and passwords are stored only as hashes that no table of all codes inverts', async () => {
  await harness.open(ANN);
  await sendCode('bob@example.com');
  const code = await harness.codeFor('bob@example.com');
  const stored = await own.db.rows(
    sql`select u.*, c.* from identity_users u full join identity_codes c on false`,
  );
  const text = JSON.stringify(stored);
  expect(text).not.toContain(PASSWORD);
  expect(text).not.toContain(code);
  const { hash } = await own.db.one<{ hash: Buffer }>(sql`select code_hash as hash from identity_codes`);
  const { plain } = await own.db.one<{ plain: Buffer }>(sql`select sha256(${code}::bytea) as plain`);
  expect(hash.equals(plain)).toBe(false);
});

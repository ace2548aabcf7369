import { wireTime } from '@karat/contract';
import type { Caller } from '@karat/platform/http';
import { writeVipLevels } from '@karat/domains/identity';
import { pageAt } from '@karat/platform/testing';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { softAuthenticator } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signatureOf } from './signed.ts';
import { PASSWORD, PAY, openCredentials } from './testing/harness.ts';
import type { CredentialsHarness } from './testing/harness.ts';
import { ANN, openStorage } from './testing/set-up.ts';
import type { TestStorage } from './testing/set-up.ts';

const BEN = 'ben@example.com';
const HOME = '203.0.113.7';
const OFFICE = '198.51.100.9';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let storage: TestStorage;
let desk: CredentialsHarness;
let ann: Caller;
let ben: Caller;
let start = 0;
/** Minutes after Ann opened the account. */
const at = (minutes: number): number => start + minutes * MINUTE_MS;
const minute = (minutes: number): void => desk.clock.advance(at(minutes) - desk.clock.now());
const created = (minutes: number) => ({ created_at: wireTime(at(minutes)), created_ms: at(minutes) });
const call = (path: string, input: object = {}, caller = ann) => desk.call(path, input, caller);
const keys: { readonly id: number; readonly key: string; readonly secret: string }[] = [];
const replies: unknown[] = [];
let secret = '';

const makeKey = async (terms: object): Promise<void> => {
  const made = await call('api_keys/create', { pay_password: PAY, code: desk.totp(secret), ...terms });
  keys.push(made as (typeof keys)[number]);
};
async function signWith(index: number, address: string): Promise<void> {
  const { key = '', secret: own = '' } = keys[index] ?? {};
  const timestamp = desk.clock.now();
  const payload = `${timestamp}\nGET\n/api/wallet/list\n`;
  const signed = {
    key,
    payload,
    signature: signatureOf(own, payload),
    timestamp,
    windowMs: undefined,
    address,
  };
  await desk.credentials.programs.authenticate(signed, 'read', true);
}

/** Everything that protects an account, each at its own minute, and logins from two places. */
async function protect(): Promise<void> {
  minute(1);
  await desk.setPay(ANN, ann);
  minute(2);
  await desk.linkPhone(ANN, ann);
  minute(3);
  await call('safe/anti_phishing/set', { text: 'blue heron', password: PASSWORD });
  minute(4);
  const options = await call('safe/passkey/options', await desk.proofOf(ANN, ann));
  const device = softAuthenticator('karat.example');
  const credential = device.register(options, 'https://karat.example');
  replies.push(await call('safe/passkey/add', { name: 'Phone', credential }));
  minute(5);
  ({ secret } = await desk.setTotp(ann));
  minute(6);
  await makeKey({ label: 'reader', trade: true, withdraw: false });
  minute(8);
  await makeKey({ label: 'payer', trade: false, withdraw: true, networks: '198.51.100.0/24, 2001:db8::7' });
  minute(9);
  await signWith(1, OFFICE);
  minute(11);
  const form = { user_string: ANN, password: PASSWORD, totp: desk.totp(secret) };
  const office = { address: OFFICE, userAgent: FIREFOX };
  const token = String(await desk.call('user/login', form, undefined, office));
  const caller = await desk.identity.authenticate(token, OFFICE);
  await call('user/session/rename', { id: caller?.sessionId, name: 'Office' });
  minute(12);
  await desk.outcome(desk.call('user/login', { ...form, password: 'wrong-one' }, undefined, office));
  minute(14);
  const signed = device.sign(await desk.call('user/passkey/options', {}), 'https://karat.example');
  await desk.call('user/passkey/login', { credential: signed });
}

beforeAll(async () => {
  storage = await openStorage(6);
  desk = openCredentials(storage.db, storage.directory);
  ann = await desk.open(ANN);
  start = desk.clock.now();
  await protect();
  ben = await desk.open(BEN);
});
afterAll(() => storage.close());

const HELD_UNTIL = 4 * MINUTE_MS + DAY_MS;
const state = () => ({
  ...{ email: 'a***n@example.com', phone: '+852***67', email_recovers_ms: null },
  ...{ phone_recovers_ms: at(2) + 72 * HOUR_MS, contact_wait_hours: 72, pay_password: true },
  ...{ pay_password_ms: at(1), totp: true, totp_ms: at(5), backup_codes: 10, passkeys: 1, api_keys: 2 },
  ...{ anti_phishing: true, score: 100, hold_until: wireTime(start + HELD_UNTIL) },
  ...{ hold_until_ms: start + HELD_UNTIL, hold_reason: 'passkey' },
});

test('what protects an account, for its owner and for operators', async () => {
  expect(await call('safe/state')).toEqual(state());
  expect(await call('console/user_security', { uid: ann.userId })).toEqual({
    ...{ ...state(), status: 'active', frozen_by: null, unfreeze_ms: null },
  });
  const none = { phone: null, phone_recovers_ms: null, pay_password: false, pay_password_ms: null };
  expect(await call('safe/state', {}, ben)).toEqual({
    ...{ ...state(), ...none, email: 'b***n@example.com', totp: false, totp_ms: null, backup_codes: 0 },
    ...{ passkeys: 0, api_keys: 0, anti_phishing: false, score: 20 },
    ...{ hold_until: null, hold_until_ms: null, hold_reason: null },
  });
});

test('passkeys with their last use', async () => {
  const passkey = {
    id: expect.any(Number) as number,
    name: 'Phone',
    synced: expect.any(Boolean) as boolean,
    ...created(4),
  };
  expect(replies).toEqual([{ ...passkey, used_at: null, used_ms: null }]);
  expect(await call('safe/passkeys')).toEqual([{ ...passkey, used_at: wireTime(at(14)), used_ms: at(14) }]);
  expect(await call('safe/passkeys', {}, ben)).toEqual([]);
});

test('API keys with their rights, networks and last use; the secret is in the first reply alone', async () => {
  const [reader, payer] = keys;
  const unused = { used_at: null, used_ms: null, used_from: null };
  const reading = {
    ...{ id: reader?.id, key: reader?.key, label: 'reader', trade: true, withdraw: false, networks: [] },
    ...{ ...created(6), ...unused, withdraw_from_ms: null },
  };
  const paying = {
    ...{
      id: payer?.id,
      key: payer?.key,
      label: 'payer',
      trade: false,
      withdraw: true,
      ...created(8),
      ...unused,
    },
    ...{ networks: ['198.51.100.0/24', '2001:db8::7'], withdraw_from_ms: at(8) + DAY_MS },
  };
  expect(keys).toEqual([
    { ...reading, secret: reader?.secret },
    { ...paying, secret: payer?.secret },
  ]);
  const used = { used_at: wireTime(at(9)), used_ms: at(9), used_from: OFFICE };
  expect(await call('api_keys')).toEqual([reading, { ...paying, ...used }]);
  expect(await call('api_keys', {}, ben)).toEqual([]);
});

test('open sessions, the newest first, with device, name and last use', async () => {
  const session = (minutes: number, more: object) => ({
    ...{
      id: expect.any(Number) as number,
      device: 'Chrome · Android',
      name: '',
      address: HOME,
      current: false,
    },
    ...{ trusted: false, ...created(minutes), seen_at: wireTime(at(minutes)), seen_ms: at(minutes), ...more },
  });
  const all = [
    session(14, {}),
    session(11, { device: 'Firefox · Linux', name: 'Office', address: OFFICE }),
    session(0, { id: ann.sessionId, current: true }),
  ];
  expect(await call('user/sessions')).toEqual(all);
  minute(40);
  const form = { user_string: BEN, password: PASSWORD };
  const token = String(await desk.call('user/login', form));
  minute(55);
  await desk.identity.authenticate(token, OFFICE);
  const seen = { address: OFFICE, seen_at: wireTime(at(55)), seen_ms: at(55) };
  await expect
    .poll(() => call('user/sessions', {}, ben))
    .toEqual([session(40, seen), session(14, { id: ben.sessionId, current: true })]);
});

test('logins, the newest first, for their owner and for operators', async () => {
  const login = (minutes: number, more: object) => ({
    ...{
      id: expect.any(Number) as number,
      outcome: 'ok',
      way: 'password',
      device: 'Chrome · Android',
      address: HOME,
    },
    ...{ new_device: false, ...created(minutes), ...more },
  });
  const office = { device: 'Firefox · Linux', address: OFFICE };
  const wrong = login(12, { ...office, outcome: 'password_wrong' });
  const rows = [
    login(14, { way: 'passkey' }),
    wrong,
    login(11, { ...office, new_device: true }),
    login(0, {}),
  ];
  const page = { limit: 3, total: 4 };
  expect(await call('user/logins', { page: 1, limit: 3 })).toEqual(
    pageAt({ ...page, page: 1 }, rows.slice(0, 3)),
  );
  expect(await call('user/logins', { page: 2, limit: 3 })).toEqual(
    pageAt({ ...page, page: 2 }, rows.slice(3)),
  );
  const uid = ann.userId;
  expect(await call('console/user_logins', { uid, page: 1, limit: 3 })).toEqual(
    pageAt({ ...page, page: 1 }, rows.slice(0, 3)),
  );
  expect(await call('console/user_logins', { uid, failed: true, page: 1, limit: 3 })).toEqual(
    pageAt({ page: 1, limit: 3, total: 1 }, [wrong]),
  );
});

test('the profile after its changes, of the caller alone', async () => {
  await storage.db.transact(async (tx) => {
    await writeVipLevels(tx, [{ userId: ann.userId, level: 3 }]);
    await desk.identity.setRealState(tx, ann.userId, 2);
  });
  await call('user/editNickname', { nickname: 'Annie', signature: 'Slow and steady' });
  const profile = {
    ...{ id: ann.userId, uid: ann.userId, email: ANN, phone: '+85251234567', area_code: '852' },
    ...{ nickname: 'Annie', signature: 'Slow and steady', head_portrait: null, credit_score: 73 },
    ...{
      extension_code: expect.stringMatching(/^[A-Z0-9]{6,10}$/) as string,
      vip_level: 3,
      fee_discount: '4',
    },
    ...{ real_state: 2, lang: 'fra', fiat: 'EUR', region: 'CH', demo: true, ...created(0) },
  };
  const wanted = { language: 'fra', fiat: 'eur', region: 'ch' };
  expect(await call('user/preferences', wanted)).toEqual(profile);
  expect(await call('user/info')).toEqual(profile);
  const own = (await call('user/info', {}, ben)) as { extension_code: string };
  expect(own.extension_code).not.toBe(((await call('user/info')) as typeof own).extension_code);
});

test('a changed contact, and frozen accounts whose owners want them back, for operators', async () => {
  expect(await call('console/contact_changes', { uid: ann.userId })).toEqual([
    {
      ...{
        id: expect.any(Number) as number,
        kind: 'phone',
        contact: '+85251234567',
        previous: null,
        proof: 'code',
      },
      ...{ device: 'Chrome · Android', address: HOME, changed_ms: at(2), reported_ms: null, current: true },
    },
  ]);
  minute(60);
  await call('safe/freeze', { password: PASSWORD }, ben);
  minute(63);
  await desk.call('sms_mail', { user_string: BEN, type: 'unfreeze' });
  const form = { user_string: BEN, password: PASSWORD, code: await desk.codeFor(BEN) };
  await desk.call('user/unfreeze', form);
  const [account] = await desk.identity.users(storage.db, [ben.userId]);
  expect(await call('console/unfreeze_requests', { page: 1, limit: 10 })).toEqual(
    pageAt({ page: 1, limit: 10, total: 1 }, [
      { uid: ben.userId, nickname: account?.nickname, frozen_by: 'user', asked_ms: at(63) },
    ]),
  );
  expect(await call('console/user_security', { uid: ben.userId })).toMatchObject({
    ...{ status: 'frozen', frozen_by: 'user', unfreeze_ms: at(63) },
  });
});

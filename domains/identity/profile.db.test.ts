import { contract } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Caller } from '@karat/platform/http';
import { reencode, sniff } from '@karat/platform/images';
import { createTestDatabase, png } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { clearTables, codeRequest, credentials, openIdentity } from './testing/harness.ts';
import type { IdentityHarness } from './testing/harness.ts';

let own: TestDatabase;
let harness: IdentityHarness;
let ann: Caller;
let bob: Caller;

beforeAll(async () => {
  own = await createTestDatabase({ connections: 12 });
});
afterAll(() => own.drop());
beforeEach(async () => {
  await clearTables(own.db);
  harness = await openIdentity(own.db);
  ann = await enter('ann@example.com');
  bob = await enter('bob@example.com');
});
afterEach(() => harness.close());

async function enter(email: string): Promise<Caller> {
  const caller = await harness.callerOf(await harness.open(email));
  if (!caller) throw new Error('no session');
  return caller;
}
const edit = (change: { nickname?: string; signature?: string }) =>
  harness.outcome(
    'user/editNickname',
    { nickname: change.nickname, signature: change.signature },
    { caller: ann },
  );
const info = (caller: Caller) => harness.call('user/info', {}, { caller });
const upload = async (caller: Caller, bytes: Uint8Array): Promise<string> =>
  String(await harness.call('upload', {}, { caller, file: { bytes, name: 'photo.jpg' } }));

test('nickname and signature change independently, for the own account only', async () => {
  expect(await edit({ nickname: '小明7' })).toBe('ok');
  expect(await edit({ signature: 'Buy low, sell high' })).toBe('ok');
  expect(await info(ann)).toMatchObject({ nickname: '小明7', signature: 'Buy low, sell high' });
  expect(await info(bob)).toMatchObject({ nickname: `K${bob.userId}`, signature: '' });
  expect(await edit({ nickname: 'x', signature: 'changed' })).toBe('nickname_invalid');
  expect(await edit({ nickname: 'fine', signature: 'x' })).toBe('signature_invalid');
  expect(await info(ann)).toMatchObject({ nickname: '小明7', signature: 'Buy low, sell high' });
  // The contract treats an empty name as no change; an empty signature removes it.
  const empty = contract.identity['user/editNickname'].input.parse({ nickname: '' });
  expect(await harness.outcome('user/editNickname', empty, { caller: ann })).toBe('nickname_invalid');
  const cleared = contract.identity['user/editNickname'].input.parse({ signature: ' ' });
  expect(await harness.outcome('user/editNickname', cleared, { caller: ann })).toBe('ok');
  expect(await info(ann)).toMatchObject({ nickname: '小明7', signature: '' });
});

test('language, fiat and region are stored with the account; an unsupported fiat or region is refused', async () => {
  const set = (language?: 'kor', fiat?: string, region?: string) =>
    harness.outcome('user/preferences', { language, fiat, region }, { caller: ann });
  const kept = { lang: 'kor', fiat: 'JPY', region: 'KR' };
  expect(await info(ann)).toMatchObject({ region: null });
  expect(await set('kor', 'jpy', 'kr')).toBe('ok');
  expect(await info(ann)).toMatchObject(kept);
  expect(await set(undefined, 'XXX', 'JP')).toBe('currency_unknown');
  expect(await set(undefined, 'USD', 'XX')).toBe('area_unknown');
  expect(await info(ann)).toMatchObject(kept);
});

test('a code that a visitor requests without a language is in that of the account', async () => {
  await harness.call('user/preferences', { language: 'kor' }, { caller: ann });
  const bodyFor = async (to: string, lang?: 'fra'): Promise<string | undefined> => {
    await harness.call('sms_mail', codeRequest(to, 'forget'), lang && { lang });
    return (await harness.messages(to))[0]?.body;
  };
  expect(await bodyFor('ann@example.com')).toMatch(/[가-힣]/);
  expect(await bodyFor('ann@example.com', 'fra')).not.toMatch(/[가-힣]/);
});

test('an uploaded picture is private; the avatar made of it is a public square', async () => {
  const address = await upload(ann, png(900, 600));
  const id = address.replace('/files/', '');
  expect((await harness.files.serve(id, undefined)).status).toBe(404);
  expect((await harness.files.serve(id, ann)).status).toBe(200);
  await harness.call('user/uploadHeadPortrait', { head_portrait: address }, { caller: ann });
  const { head_portrait } = (await info(ann)) as { head_portrait: string };
  const avatar = await harness.files.serve(head_portrait.replace('/files/', ''), undefined);
  expect(avatar.status).toBe(200);
  expect(sniff(avatar.body)).toBe('webp');
  expect(await reencode(avatar.body)).toMatchObject({ width: 512, height: 512 });
});

test("another user's picture, an external address or a broken upload is refused as avatar", async () => {
  const address = await upload(bob, png(900, 600));
  for (const odd of [address, 'https://example.com/a.png', '/files/../etc/passwd', 'javascript:alert(1)']) {
    expect(await harness.outcome('user/uploadHeadPortrait', { head_portrait: odd }, { caller: ann })).toBe(
      'image_invalid',
    );
  }
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect(await harness.outcome('upload', {}, { caller: ann, file: { bytes: svg, name: 'a.svg' } })).toBe(
    'image_invalid',
  );
  expect(await harness.outcome('upload', {}, { caller: ann })).toBe('parameter_error');
  expect(await info(ann)).toMatchObject({ head_portrait: null });
});

test('four demo users are opened once, as by a registration, and can log in', async () => {
  const granted: number[] = [];
  const demo = await openIdentity(own.db, { onRegistered: async (_tx, id) => void granted.push(id) });
  const first = await demo.identity.seedDemoUsers();
  expect(await demo.identity.seedDemoUsers()).toEqual(first);
  expect(granted).toEqual(first.map((one) => one.userId));
  expect(first).toHaveLength(4);
  for (const { login, password } of first)
    expect(await demo.outcome('user/login', credentials(login, password))).toBe('ok');
  await demo.close();
});

test('production creates no demo users, and those of an earlier demo cannot log in', async () => {
  const [owner] = await harness.identity.seedDemoUsers();
  if (!owner) throw new Error('nobody');
  const token = String(await harness.call('user/login', credentials(owner.login, owner.password)));
  const production = await openIdentity(own.db, { demo: false });
  await expect(production.identity.seedDemoUsers()).rejects.toThrow('demo mode');
  expect(await production.outcome('user/login', credentials(owner.login, owner.password))).toBe(
    'login_failed',
  );
  expect(await production.callerOf(token)).toBeUndefined();
  await production.close();
});

test('nobody can log in to a house account', async () => {
  const ensure = (name: string) => own.db.transact((tx) => harness.identity.ensureHouseUser(tx, name));
  const ids = await Promise.all(Array.from({ length: 8 }, () => ensure('maker-1')));
  expect(new Set(ids).size).toBe(1);
  const taker = await ensure('taker-1');
  expect(taker).not.toBe(ids[0]);
  expect(taker).toBeLessThan(100_001);
  const [row] = await harness.identity.users(own.db, [taker]);
  expect(row).toMatchObject({ house: true, nickname: 'taker-1', email: null, phone: null });
  expect(await own.db.one(sql`select password_hash from identity_users where id = ${taker}`)).toEqual({
    password_hash: null,
  });
  await expect(ensure('Maker 1')).rejects.toThrow('house account');
});

test('operators find users by UID, part of an address or nickname; pattern characters are literal', async () => {
  await edit({ nickname: 'Zephyr9' });
  const find = async (keyword: string) => {
    const { rows, total } = await harness.identity.operators.search({ keyword, page: 1, limit: 10 });
    expect(total).toBe(rows.length);
    return rows.map((row) => row.id);
  };
  expect(await find(String(ann.userId))).toEqual([ann.userId]);
  expect(await find('BOB@')).toEqual([bob.userId]);
  expect(await find('zeph')).toEqual([ann.userId]);
  expect(await find('')).toEqual([bob.userId, ann.userId]);
  expect(await find('%')).toEqual([]);
  expect(await find('_nn@')).toEqual([]);
  const user = await harness.identity.operators.user(ann.userId);
  expect(user).toMatchObject({
    email: 'ann@example.com',
    status: 'active',
    house: false,
    seenMs: harness.clock.now(),
  });
  expect(await harness.identity.operators.sessions(own.db, ann.userId)).toHaveLength(1);
});

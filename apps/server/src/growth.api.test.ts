import { demoLogins } from '@karat/domains/operators';
import { sha256Hex } from '@karat/evidence';
import { sql } from '@karat/platform/db';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { Path, ReplyAt } from './testing/api-client.ts';
import type { TestServer } from './testing/boot.ts';
import { SATURDAY, clockAt } from './testing/hours.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BTC = 1;
const USDT = 3;
const clock = clockAt(SATURDAY);
let database: PreparedDatabase;
let server: TestServer;
let alice: string;
let ben: string;
let dana: string;
let risk: string;
let admin: string;

type Body = Readonly<Record<string, string | number>>;
const reply = <P extends Path>(path: P, body: Body = {}, token = alice) =>
  server.reply(path, { token, body }) as Promise<ReplyAt<P>>;
const get = <P extends Path>(path: P, token = alice, body: Body = {}) => reply(path, body, token);
const fresh = async (): Promise<void> => {
  while ((await reply('market/index', { match_id: 1 })).stale);
};
const uidOf = async (token: string) => (await get('user/info', token)).uid;

/** Approves the newest request as the admin, with a fresh code. */
async function approveNewest(): Promise<string> {
  const [asked] = (await get('console/approvals', admin, { state: 'asked' })).data;
  if (!asked) return expect.fail('nothing was asked');
  clock.turn(MINUTE_MS);
  await fresh();
  const { password = '', totp = '' } = demoLogins(clock.now()).find(({ login }) => login === 'admin') ?? {};
  const body = { id: asked.id, digest: asked.digest, password, totp };
  return (await server.ask('console/approve', { token: admin, body })).error ?? 'ok';
}

/** Dana sells to a buyer 0.01 BTC at the index; returns the buyer's fee in BTC. */
async function buy(token: string): Promise<number> {
  await fresh();
  const { price } = await reply('market/index', { match_id: 1 });
  const terms = { currency_id: BTC, legal_id: USDT, target_price: Number(price).toFixed(0), amount: '0.01' };
  await reply('coin/trade', { ...terms, type: 2 }, dana);
  const order = await reply('coin/trade', { ...terms, type: 1 }, token);
  return Number(order.fee);
}

beforeAll(async () => {
  database = await createDemoDatabase(SATURDAY);
  server = await startTestServer(database, {}, { clock });
  alice = await server.login('alice');
  ben = await server.login('bruno');
  dana = await server.login('dana');
  risk = await server.loginOperator('risk');
  admin = await server.loginOperator('admin');
  await fresh();
}, 120_000);
afterAll(async () => {
  await server.close();
  await database.drop();
});

test('levels are public, the own standing is not', async () => {
  const levels = await server.reply('vip/levels');
  expect(levels).toHaveLength(6);
  expect(levels[0]).toMatchObject({ fee_discount: '0', conversion_fee: '0.1', nft_fee: '2.5' });
  expect(await get('vip/status')).toMatchObject({
    level: 0,
    decided: null,
    next_ms: SATURDAY + 12 * HOUR_MS,
  });
  expect((await server.ask('vip/status', { method: 'GET' })).error).toBe('unauthenticated');
});

test('two operators change the discount of a level; account, order and charge follow at once', async () => {
  expect(await buy(ben)).toBeCloseTo(0.01 * 0.001, 8);
  const terms = { level: 0, volume: 0, balance: 0, outflow_limit: 100, multiple_max: 10, reason: 'spring' };
  const wrong = { token: risk, body: { ...terms, fee_discount: 6 } };
  expect((await server.ask('console/vip_terms', wrong)).error).toBe('value_invalid');
  await reply('console/vip_terms', { ...terms, fee_discount: 4 }, risk);
  expect(await approveNewest()).toBe('ok');
  // The levels in memory follow the commit.
  await server.server.container.growth.levels.load();
  expect((await get('user/info', ben)).fee_discount).toBe('4');
  expect((await server.reply('vip/levels'))[0]).toMatchObject({ conversion_fee: '0.096', nft_fee: '2.4' });
  expect(await buy(ben)).toBeCloseTo(0.01 * 0.00096, 8);
  const fee = (await reply('user/getTransferFee', { from_currency_id: BTC, to_currency_id: USDT }, ben)).fee;
  expect(fee).toBe('0.096');
  expect((await get('loan/config', ben)).conversion_fee).toBe('0.096');
  expect((await get('bind_box/getNftCurrency', ben)).fee_percent).toBe('2.4');
  expect((await get('bind_box/getNftCurrency', '')).fee_percent).toBe('2.5');
  expect((await reply('lever/deal', { currency_id: BTC, legal_id: USDT }, ben)).multiple_max).toBe(10);
});

test('an invited user trades, and the inviter is paid a fifth of the fee within the hour', async () => {
  const [inviter, invitee] = [await uidOf(alice), await uidOf(ben)];
  // Fees from before are counted without an inviter.
  await server.server.container.growth.worker.runDue();
  await database.db.run(sql`update identity_users set inviter_id = ${inviter} where id = ${invitee}`);
  const fee = await buy(ben);
  const conversion = { from_currency_id: USDT, to_currency_id: BTC, number: '100' };
  await reply('user/Transfer', conversion, ben);
  await server.server.container.growth.worker.runDue();
  clock.turn(HOUR_MS);
  await fresh();
  await server.server.container.growth.worker.runDue();
  const summary = await get('invite/summary');
  expect(summary).toMatchObject({ share: '20', period_seconds: 3600, invited: 1 });
  const [paid, ofConversion] = summary.paid;
  // A fifth of 0.096 % of 100 USDT.
  expect(ofConversion).toMatchObject({ currency_name: 'USDT', amount: '0.0192' });
  expect(Number(paid?.amount)).toBeCloseTo(Math.floor(Math.round(fee * 1e8) / 5) / 1e8, 9);
  const people = await get('invite/people');
  expect(people.data).toHaveLength(1);
  expect(JSON.stringify(people)).not.toContain(String(invitee));
  expect((await get('invite/rebates')).data).toMatchObject([
    { product: 'conversion', state: 'paid', people: 1 },
    { product: 'spot', state: 'paid', people: 1 },
  ]);
  const { data: bills } = await reply('wallet/bills', { kind: 'growth:rebate' });
  expect(bills).toHaveLength(2);
  expect((await get('invite/summary', ben)).invited).toBe(0);
});

test('operators see pairs; one that is not held can be neither released nor refused', async () => {
  risk = await server.loginOperator('risk');
  const { data } = await get('console/invitations', risk);
  expect(data).toEqual([expect.objectContaining({ invitee: await uidOf(ben), state: 'clear', signs: [] })]);
  const body = { uid: await uidOf(ben), reason: 'a test' };
  for (const path of ['console/invitation_release', 'console/invitation_refuse'])
    expect((await server.ask(path, { token: risk, body })).error).toBe('invitation_decided');
  expect(
    (await server.ask('console/invitation_release', { token: risk, body: { ...body, uid: 1 } })).error,
  ).toBe('invitation_unknown');
});

test('a gift code is created, claimed once by a verified user, and seen by operators', async () => {
  const code = '7KQ2MXR4TD7KQ2MXR4TD7KQ2M';
  const terms = { currency_id: USDT, number: '25', days: 3, code_hash: sha256Hex(code) };
  const create = { ...terms, pay_password: '274951' };
  const wrong = { token: alice, body: { ...create, pay_password: 'wrong-one' } };
  expect((await server.ask('gift/create', wrong)).error).toBe('pay_password_wrong');
  for (const days of [0, 31, 1.5])
    expect((await server.ask('gift/create', { token: alice, body: { ...create, days } })).error).toBe(
      'parameter_error',
    );
  const gift = await reply('gift/create', create, alice);
  expect(gift).toMatchObject({ state: 'open', number: '25', nickname: '' });
  expect((await reply('wallet/bills', { kind: 'gift:hold' })).data[0]).toMatchObject({
    value: '-25',
    held: '25',
  });
  const claim = { gift_code: '7kq2m-xr4td-7kq2m-xr4td-7kq2m' };
  expect((await server.ask('gift/claim', { body: claim })).error).toBe('unauthenticated');
  expect((await server.ask('gift/claim', { token: alice, body: claim })).error).toBe('gift_own');
  const guess = { token: dana, body: { gift_code: 'A'.repeat(25) } };
  const guessed = await server.ask('gift/claim', guess);
  expect(guessed.error).toBe('gift_code_invalid');
  expect(await reply('gift/claim', claim, ben)).toMatchObject({ id: gift.id, state: 'claimed' });
  const late = await server.ask('gift/claim', { token: dana, body: claim });
  expect([late.error, late.message]).toEqual([guessed.error, guessed.message]);
  expect((await get('gift/list', ben, { direction: 'in' })).data).toMatchObject([{ id: gift.id }]);
  const gifts = await get('console/gifts', risk, { uid: await uidOf(ben) });
  expect(gifts.data).toMatchObject([{ id: gift.id, sender: await uidOf(alice), receiver: await uidOf(ben) }]);
  const support = await server.loginOperator('support');
  expect((await server.ask('console/gifts', { method: 'GET', token: support })).error).toBe('forbidden');
  const cancel = { token: risk, body: { id: gift.id, reason: 'a report' } };
  expect((await server.ask('console/gift_cancel', cancel)).error).toBe('gift_closed');
});

test('the credit score is the sum of its parts, as on the account', async () => {
  const { score, max, parts } = await get('credit/score');
  expect(score).toBe((await get('user/info')).credit_score);
  expect(score).toBe(parts.reduce((sum, { points }) => sum + points, 0));
  expect(score).toBeLessThanOrEqual(max);
  expect(parts.find(({ part }) => part === 'verification')).toMatchObject({ count: 2, points: 20 });
  expect((await server.ask('credit/score', { method: 'GET' })).error).toBe('unauthenticated');
});

import type { PreparedDatabase } from '@karat/testkit';
import { auditLedger } from '@karat/domains/ledger';
import { DAY_MS } from '@karat/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Path, ReplyAt } from './testing/api-client.ts';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { SATURDAY, clockAt } from './testing/hours.ts';
import { verifyByDocs } from './testing/verify-by-docs.ts';

const USDT = 3;
const clock = clockAt(SATURDAY);
let database: PreparedDatabase;
let server: TestServer;
let alice: string;
let risk: string;
let admin: string;

type Body = Readonly<Record<string, string | number>>;
const post = (path: string, body: Body, more: { token?: string; lang?: string; key?: string } = {}) =>
  server.ask(path, { token: alice, body, ...more });
const reply = <P extends Path>(path: P, body: Body = {}, more: { key?: string } = {}): Promise<ReplyAt<P>> =>
  server.reply(path, { token: alice, body, ...more });
const operator = (path: string, body: Body) => server.ask(path, { token: risk, body });

async function wallet(): Promise<{ available: string | undefined; held: string | undefined }> {
  const { change_wallet } = await reply('wallet/list');
  const row = change_wallet.balance.find(({ currency }) => currency === USDT);
  return { available: row?.change_balance, held: row?.lock_change_balance };
}
async function offer(category: string, currency = USDT, vip = false) {
  const offers = await reply('lh/deposit/config', { category });
  const found = offers.find(
    ({ currency_id, state, vip_only }) => currency_id === currency && state === 'open' && vip_only === vip,
  );
  return found ?? expect.fail(`no ${category} product`);
}
/** Asks for something as risk and approves it as admin. */
async function approved(path: string, body: Body): Promise<void> {
  const asked = await operator(path, { reason: 'Autumn terms', ...body });
  expect(asked.type, String(asked.message)).toBe('ok');
  const { id, digest } = asked.message as { id: number; digest: string };
  // A one-time code is used once.
  clock.turn(60_000);
  const proof = await server.proofOf('admin');
  const answer = await server.ask('console/approve', {
    token: admin,
    body: { id, digest, password: proof.password, totp: proof.totp },
  });
  expect(answer.type, String(answer.message)).toBe('ok');
}

async function signIn(): Promise<void> {
  risk = await server.loginOperator('risk');
  admin = await server.loginOperator('admin');
}

beforeAll(async () => {
  database = await createDemoDatabase(SATURDAY);
  server = await startTestServer(database, {}, { clock });
  alice = await server.login('alice');
  await signIn();
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const terms = {
  currency_id: USDT,
  category: 'lockup',
  day: 5,
  interest_rate: '0.35',
  penalty_ratio: '0.4',
  save_min: '100',
  save_max: '5000',
  total: '20000',
  vip_only: 0,
};

test('visitors see the offers; everything of one’s own needs a login', async () => {
  const offers = await server.reply('lh/deposit/config');
  expect(new Set(offers.map(({ category }) => category))).toEqual(
    new Set(['flexible', 'lockup', 'defi', 'cloud']),
  );
  expect(offers.map(({ state }) => state)).toContain('ended');
  expect(offers[0]).toMatchObject({ state: 'open', own_remaining: null, auto: null });
  expect(await server.reply('lh/deposit/product', { body: { id: offers[0]?.id ?? 0 } })).toEqual(offers[0]);
  expect(await server.ask('lh/deposit/product', { method: 'GET', body: { id: 9_999 } })).toMatchObject({
    error: 'mining_product_unknown',
  });
  expect(await server.ask('lh/deposit/order', { method: 'GET' })).toMatchObject({ type: '999' });
  expect(await server.ask('lh/deposit', { body: { config_id: 1, amount: 10 } })).toMatchObject({
    type: '999',
  });
});

describe('an order with a term', () => {
  let id: number;
  let product: number;

  test('two operators add its product; the terms are checked before anybody is asked', async () => {
    const refused = async (more: Body) =>
      (await operator('console/mining_product', { ...terms, reason: 'Autumn terms', ...more })).error;
    expect(await refused({ day: 0 })).toBe('value_invalid');
    expect(await refused({ interest_rate: '10.1' })).toBe('value_invalid');
    expect(await refused({ save_max: '99' })).toBe('value_invalid');
    expect(await refused({ total: '4999' })).toBe('value_invalid');
    expect(await refused({ save_min: '0.000001' })).toBe('value_invalid');
    expect(await refused({ currency_id: 999 })).toBe('currency_unknown');
    expect(await refused({ opens_ms: SATURDAY, closes_ms: SATURDAY })).toBe('value_invalid');
    await approved('console/mining_product', terms);
    const products = await server.reply('console/mining_products', { token: risk });
    const added = products.find(
      ({ day, interest_rate, state }) => day === 5 && interest_rate === '0.35' && state === 'open',
    );
    product = added?.id ?? expect.fail('no product');
  });

  test.each([
    ['mining_minimum', { amount: '99' }],
    ['mining_maximum', { amount: '5001' }],
    ['amount_too_precise', { amount: '100.0000001' }],
    ['mining_product_unknown', { config_id: 9_999 }],
  ] as const)(
    'a purchase is refused with %s in the language of the caller, and moves nothing',
    async (code, wrong) => {
      const before = await wallet();
      const texts = [];
      for (const lang of ['en', 'vn', 'kor']) {
        const answer = await post('lh/deposit', { config_id: product, amount: 1000, ...wrong }, { lang });
        expect(answer).toMatchObject({ type: 'error', error: code });
        texts.push(answer.message);
      }
      expect(new Set(texts).size).toBe(3);
      expect(await wallet()).toEqual(before);
    },
  );

  test('buys once under one key, holds the principal, and previews its redemption', async () => {
    expect(await wallet()).toEqual({ available: '10000', held: '0' });
    const bought = await reply('lh/deposit', { config_id: product, amount: 1000 }, { key: 'first' });
    id = bought.id;
    expect(bought).toMatchObject({ status: 1, principal: '1000', daily: '3.5', receipt: null, day: 5 });
    expect(await reply('lh/deposit', { config_id: product, amount: 1000 }, { key: 'first' })).toEqual(bought);
    expect(await wallet()).toEqual({ available: '9000', held: '1000' });
    expect(await reply('lh/deposit/order_preview', { id })).toMatchObject({
      days_left: 5,
      penalty: '20',
      arrives: '980',
      forgone: '17.5',
      interest: '0',
    });
    expect(await reply('lh/deposit/product', { id: product })).toMatchObject({ own_remaining: '4000' });
    expect((await reply('lh/deposit/order', { status: 1 })).data.map((row) => row.id)).toEqual([id]);
  });

  test('is paid by the server after each of its days, and shown in yields, bills and totals', async () => {
    clock.turn(2 * DAY_MS + 60_000);
    await signIn();
    await expect
      .poll(() => reply('lh/deposit/order_detail', { id }))
      .toMatchObject({ days_paid: 2, interest: '7' });
    const { data, total } = await reply('lh/deposit/order_accruals', { id, limit: 1 });
    expect({ day: data[0]?.day, amount: data[0]?.amount, total }).toEqual({
      day: 2,
      amount: '3.5',
      total: 2,
    });
    const [totals] = await reply('lh/deposit/totals');
    expect(totals).toMatchObject({
      principal: '1000',
      orders: 1,
      daily: '3.5',
      yesterday: '3.5',
      total: '7',
    });
    const bills = await reply('wallet/bills', { kind: 'mining:yield' });
    expect(bills.data).toHaveLength(2);
  });

  test('is redeemed early: the penalty, a receipt that anybody can verify, and never twice', async () => {
    const redeemed = await reply('lh/deposit/order/cancel', { id });
    expect(redeemed).toMatchObject({
      status: 2,
      end: 'redeemed',
      returned: '988',
      penalty: '12',
      next_ms: null,
    });
    expect(await wallet()).toEqual({ available: '9995', held: '0' });
    expect(await post('lh/deposit/order/cancel', { id })).toMatchObject({ error: 'mining_order_ended' });
    expect(
      await server.ask('lh/deposit/order_preview', { method: 'GET', token: alice, body: { id } }),
    ).toMatchObject({
      error: 'mining_order_ended',
    });
    expect(await verifyByDocs(`${server.url}/api/proofs/receipt?hash=${redeemed.receipt}`)).toMatchObject({
      status: 0,
    });
    const [own] = await reply('proofs/mine', { kind: 'mining', subject: id });
    expect(own?.receipt.result).toMatchObject({ days_paid: '2', penalty: '12', returned: '988' });
    expect((await reply('lh/deposit/order', { status: 2 })).data.map((row) => row.id)).toEqual([id]);
  });

  test('other terms by two operators are for later orders; the same terms again are no change', async () => {
    const running = await reply('lh/deposit', { config_id: product, amount: 500 });
    const { currency_id: _, category: __, day: ___, ...own } = terms;
    const changed = { ...own, id: product, interest_rate: '0.1' };
    const [before] = (await server.reply('console/mining_products', { token: risk })).filter(
      (row) => row.id === product,
    );
    await approved('console/mining_terms', changed);
    expect(await reply('lh/deposit/product', { id: product })).toMatchObject({
      interest_rate: '0.1',
      opens_ms: before?.opens_ms,
    });
    expect(await reply('lh/deposit/order_detail', { id: running.id })).toMatchObject({
      interest_rate: '0.35',
    });
    expect(await operator('console/mining_terms', { ...changed, reason: 'Once more' })).toMatchObject({
      error: 'no_change',
    });
    expect(
      await operator('console/mining_terms', { ...changed, id: 9_999, reason: 'Unknown' }),
    ).toMatchObject({
      error: 'mining_product_unknown',
    });
  });
});

describe('a flexible order', () => {
  test('is redeemed in parts without a penalty; the calls of the other sort refuse it', async () => {
    const flexible = await offer('flexible');
    const bought = await reply('lh/deposit', { config_id: flexible.id, amount: 200 });
    expect(bought).toMatchObject({ day: 0, end_ms: null });
    expect(await post('lh/deposit/order/cancel', { id: bought.id })).toMatchObject({
      error: 'mining_flexible',
    });
    expect(await post('lh/deposit/redeem', { id: bought.id, amount: '201' })).toMatchObject({
      error: 'mining_redeem_amount',
    });
    expect(await reply('lh/deposit/order_preview', { id: bought.id, amount: 50 })).toMatchObject({
      arrives: '50',
      penalty: '0',
      days_left: 0,
    });
    const rest = await reply('lh/deposit/redeem', { id: bought.id, amount: 50 });
    expect(rest).toMatchObject({ status: 1, principal: '150', returned: '50' });
    expect(await reply('lh/deposit/redeem', { id: bought.id })).toMatchObject({ status: 2, principal: '0' });
    const fixed = await reply('lh/deposit/order', { status: 1 });
    expect(await post('lh/deposit/redeem', { id: fixed.data[0]?.id ?? 0 })).toMatchObject({
      error: 'mining_fixed',
    });
  });

  test('subscribes the idle balance only where the user has switched it on', async () => {
    const flexible = await offer('flexible');
    expect(flexible.auto).toBe(false);
    expect(await reply('lh/deposit/auto', { config_id: flexible.id, enabled: 1 })).toMatchObject({
      auto: true,
    });
    expect(await reply('lh/deposit/auto', { config_id: flexible.id, enabled: 0 })).toMatchObject({
      auto: false,
    });
    const fixed = await offer('lockup');
    expect(await post('lh/deposit/auto', { config_id: fixed.id, enabled: 1 })).toMatchObject({
      error: 'mining_fixed',
    });
  });
});

test('a product that has ended, one for VIP users, and too little money', async () => {
  const ended = (await reply('lh/deposit/config')).find(({ state }) => state === 'ended');
  expect(await post('lh/deposit', { config_id: ended?.id ?? 0, amount: 100 })).toMatchObject({
    error: 'mining_not_open',
  });
  const vip = await offer('lockup', USDT, true);
  expect(await post('lh/deposit', { config_id: vip.id, amount: 1000 })).toMatchObject({
    error: 'mining_vip_only',
  });
  const flexible = await offer('flexible');
  expect(await post('lh/deposit', { config_id: flexible.id, amount: 20_000 })).toMatchObject({
    error: 'insufficient_balance',
  });
});

test('operators see products, orders and coverage; the books are right', async () => {
  const orders = await server.reply('console/mining_orders', { token: risk, body: { status: 1 } });
  const { uid } = orders.data[0] ?? expect.fail('no order');
  const own = await server.reply('console/mining_orders', { token: risk, body: { uid } });
  expect(own.data.every((row) => row.uid === uid)).toBe(true);
  const coverage = await server.reply('console/mining_coverage', { token: risk });
  expect(coverage.length).toBeGreaterThan(2);
  expect(coverage.every(({ covered }) => covered)).toBe(true);
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

test('one operator stops new orders; what is open can be redeemed', async () => {
  const flexible = await offer('flexible');
  const bought = await reply('lh/deposit', { config_id: flexible.id, amount: 20 });
  const stop = { target: 'product', subject: 'mining', reason: 'Being checked' };
  expect((await operator('console/stop', stop)).type).toBe('ok');
  expect(await post('lh/deposit', { config_id: flexible.id, amount: 20 })).toMatchObject({
    error: 'product_halted',
  });
  expect(await reply('lh/deposit/redeem', { id: bought.id })).toMatchObject({ status: 2 });
});

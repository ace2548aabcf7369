import { demoLogins } from '@karat/domains/operators';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { Path, ReplyAt } from './testing/api-client.ts';
import type { TestServer } from './testing/boot.ts';
import { SATURDAY, clockAt } from './testing/hours.ts';
import { verifyByDocs } from './testing/verify-by-docs.ts';

const clock = clockAt(SATURDAY);
let database: PreparedDatabase;
let server: TestServer;
let alice: string;
let risk: string;
let admin: string;

type Body = Readonly<Record<string, string | number>>;
const ask = (path: string, body: Body, more: { token?: string; lang?: string; key?: string } = {}) =>
  server.ask(path, { token: alice, body, ...more });
const reply = <P extends Path>(path: P, body: Body = {}, more: { token?: string; key?: string } = {}) =>
  server.reply(path, { token: alice, body, ...more }) as Promise<ReplyAt<P>>;
type Product = ReplyAt<'dual/detail'>;
let put: Product;
let call: Product;

async function fresh(): Promise<void> {
  while ((await reply('market/index', { match_id: 1 })).stale);
}
const balance = async (currency: number): Promise<string | undefined> => {
  const { change_wallet: wallet } = await reply('wallet/list');
  const row = wallet.balance.find(({ id }) => id === currency);
  return row && `${row.change_balance} ${row.lock_change_balance}`;
};

/** Approves the newest request as the admin, with a fresh code. */
async function approve(): Promise<string> {
  const [asked] = (await reply('console/approvals', { state: 'asked' }, { token: admin })).data;
  if (!asked) return expect.fail('nothing was asked');
  clock.turn(MINUTE_MS);
  const proof = demoLogins(clock.now()).find(({ login }) => login === 'admin');
  const { password = '', totp = '' } = proof ?? {};
  const body = { id: asked.id, digest: asked.digest, password, totp };
  const answer = await ask('console/approve', body, { token: admin });
  return answer.error ?? 'ok';
}

beforeAll(async () => {
  database = await createDemoDatabase(SATURDAY);
  server = await startTestServer(database, {}, { clock });
  alice = await server.login('alice');
  risk = await server.loginOperator('risk');
  admin = await server.loginOperator('admin');
  await fresh();
  const products = (await reply('dual/index', { currency_id: 1, limit: 50 })).data;
  const find = (type: string) =>
    products.find((each) => each.type === type && each.status === 'open') ?? expect.fail(`no ${type}`);
  put = find('put');
  call = find('call');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

test('a visitor sees products of a coin and direction, and both outcomes in numbers', async () => {
  const asked = { method: 'GET', body: { currency_id: 1, type: 'put' } };
  const { message } = await server.ask('dual/index', asked);
  const { data } = message as ReplyAt<'dual/index'>;
  expect(data.length).toBeGreaterThanOrEqual(2);
  for (const each of data)
    expect(each).toMatchObject({ type: 'put', currency_id: 1, pay_currency_name: 'USDT', bought: 0 });
  const preview = await server.reply('dual/preview', { body: { id: put.id, num: 3 } });
  expect(preview).toMatchObject({ amount: '300', available: null, days: put.days, apr: put.apr });
  const paid = 300 * (1 + (put.days * Number(put.apr)) / 36_500);
  expect(Number(preview.legal_payout)).toBeCloseTo(paid, 5);
  expect(Number(preview.coin_payout)).toBeCloseTo(paid / Number(put.linked_price), 7);
  expect(Number(preview.break_even)).toBeLessThan(Number(put.linked_price));
});

test('a purchase sets the principal aside once per key, and the order, the list and the bills show it', async () => {
  const before = await balance(3);
  expect(before).toBe('10000 0');
  const body = { id: put.id, num: 3, days: put.days, apr: put.apr };
  const order = await reply('dual/buyDual', body, { key: 'first' });
  expect(order).toMatchObject({ status: 1, num: 3, amount: '300', type: 'put', receipt: null, payout: null });
  expect((await reply('dual/buyDual', body, { key: 'first' })).id).toBe(order.id);
  expect(await balance(3)).toBe('9700 300');
  expect(await reply('dual/order', { id: order.id })).toMatchObject({
    id: order.id,
    linked_price: put.linked_price,
  });
  const lists = await Promise.all([1, 2, 3, 0].map((status) => reply('dual/dual_list', { status })));
  expect(lists.map(({ total }) => total)).toEqual([1, 0, 0, 0]);
  expect(await reply('dual/detail', { id: put.id })).toMatchObject({
    bought: 3,
    remain_share: put.remain_share - 3,
  });
  const bills = await reply('wallet/bills', {});
  expect(bills.data[0]).toMatchObject({ kind: 'dual:purchase', value: '-300', held: '300' });
});

test.each([
  ['dual_product_unknown', { id: 9_999, num: 1 }],
  ['dual_user_limit', { num: 1_000_000 }],
  ['insufficient_balance', { num: 98 }],
  ['dual_terms_changed', { num: 1, days: 1 }],
  ['dual_terms_changed', { num: 1, apr: '99' }],
  ['parameter_error', { num: '1.5' }],
  ['parameter_error', { num: 0 }],
  ['parameter_error', {}],
] as const)(
  'a purchase is refused with %s in the language of who asked, and moves nothing',
  async (code, wrong) => {
    await fresh();
    const before = await balance(3);
    const said = new Set<unknown>();
    for (const lang of ['en', 'vn', 'kor']) {
      const answer = await ask('dual/buyDual', { id: put.id, ...wrong }, { lang });
      // More than remains is refused before the limit of the user.
      const expected = code === 'dual_user_limit' ? ['dual_user_limit', 'dual_sold_out'] : [code];
      expect(expected).toContain(answer.error);
      said.add(answer.message);
    }
    expect(said.size).toBe(3);
    expect(await balance(3)).toBe(before);
  },
);

test('a sale that has ended, an unknown order and a visitor are refused', async () => {
  clock.turn(2 * MINUTE_MS);
  await fresh();
  const ended = (await reply('dual/index', { limit: 50 })).data.find(({ status }) => status === 'ended');
  expect(await ask('dual/buyDual', { id: ended?.id ?? 0, num: 1 })).toMatchObject({ error: 'dual_not_open' });
  const unknown = { method: 'GET', token: alice, body: { id: 9_999 } };
  expect(await server.ask('dual/order', unknown)).toMatchObject({ error: 'dual_order_unknown' });
  const visitor = await server.ask('dual/buyDual', { body: { id: put.id, num: 1 } });
  expect(visitor.type).toBe('999');
});

test('two people add a product and change its terms; wrong terms are refused at once', async () => {
  // 20:00 in Hong Kong: it matures on the next date, and its sale ends on this one.
  const maturity = new Date(clock.now() + DAY_MS).toISOString().slice(0, 10);
  const product = {
    market_id: 1,
    type: 'call',
    strike: '123456',
    apr: '73',
    share_price: '0.001',
    total_shares: 10,
    user_max_shares: 5,
    sale_start_ms: clock.now(),
    sale_end_ms: clock.now() + 3 * HOUR_MS,
    maturity,
    reason: 'more choice',
  };
  const refusals = [
    [{ sale_end_ms: clock.now() + 5 * HOUR_MS }, 'value_invalid'],
    [{ sale_end_ms: clock.now() - 1 }, 'value_invalid'],
    [{ maturity: '2026-02-30' }, 'value_invalid'],
    [{ user_max_shares: 11 }, 'value_invalid'],
    [{ apr: '1001' }, 'value_invalid'],
    [{ market_id: 101 }, 'value_invalid'],
    [{ market_id: 9_999 }, 'market_unknown'],
    [{ share_price: '0.000000001' }, 'amount_too_precise'],
    [{ reason: '' }, 'parameter_error'],
  ] as const;
  for (const [wrong, error] of refusals)
    expect(await ask('console/dual_product', { ...product, ...wrong }, { token: risk }), error).toMatchObject(
      { error },
    );
  expect(await ask('console/dual_product', product)).toMatchObject({ type: '999' });
  const support = await server.loginOperator('support');
  expect(await ask('console/dual_product', product, { token: support })).toMatchObject({
    error: 'forbidden',
  });
  await reply('console/dual_product', product, { token: risk });
  expect(await approve()).toBe('ok');
  const [added] = (await reply('console/dual_products', {}, { token: risk })).data;
  expect(added).toMatchObject({
    strike: '123456',
    apr: '73',
    total_shares: 10,
    sold_shares: 0,
    status: 'open',
  });
  const id = added?.id ?? 0;
  await fresh();
  const order = await reply('dual/buyDual', { id, num: 2 });
  const terms = {
    id,
    apr: '36.5',
    total_shares: 4,
    user_max_shares: 4,
    sale_end_ms: product.sale_end_ms,
    enabled: 1,
    reason: 'market moved',
  };
  expect(
    await ask('console/dual_terms', { ...terms, total_shares: 1, user_max_shares: 1 }, { token: risk }),
  ).toMatchObject({ error: 'value_invalid' });
  expect(await ask('console/dual_terms', { ...terms, id: 9_999 }, { token: risk })).toMatchObject({
    error: 'dual_product_unknown',
  });
  await reply('console/dual_terms', terms, { token: risk });
  expect(await approve()).toBe('ok');
  expect(await reply('dual/order', { id: order.id })).toMatchObject({
    apr: '73',
    coin_payout: order.coin_payout,
  });
  await fresh();
  expect(await ask('dual/buyDual', { id, num: 3 })).toMatchObject({ error: 'dual_sold_out' });
  expect(await ask('console/dual_terms', terms, { token: risk })).toMatchObject({ error: 'no_change' });
});

test('a stopped product takes no purchase', async () => {
  const stop = { target: 'product', subject: 'dual', level: 'halt', reason: 'a test of stopping' };
  await reply('console/stop', stop, { token: risk });
  expect(await ask('dual/buyDual', { id: call.id, num: 1 })).toMatchObject({ error: 'product_halted' });
});

test('a maturity without ticks settles by a documented price of two people, and the receipt is proved', async () => {
  const [own] = (await reply('dual/dual_list', { limit: 50 })).data.filter(({ type }) => type === 'call');
  if (!own) return expect.fail('no order');
  const key = { market_id: own.match_id, maturity_ms: own.maturity_ms };
  const source = {
    ...key,
    price: '1000',
    source: 'https://prices.example/btc',
    reason: 'the index was silent',
  };
  expect(await ask('console/dual_source', source, { token: risk })).toMatchObject({
    error: 'dual_settlement_decided',
  });
  expect(
    await ask('console/dual_void', { ...key, maturity_ms: 5, reason: 'a test' }, { token: risk }),
  ).toMatchObject({ error: 'dual_settlement_unknown' });
  clock.turn(own.maturity_ms - clock.now() + 40_000);
  // Sessions of operators do not last that long.
  risk = await server.loginOperator('risk');
  admin = await server.loginOperator('admin');
  const settlement = async () => {
    const { settlements } = await reply('console/dual', {}, { token: risk });
    return settlements.find(({ maturity_ms: at }) => at === own.maturity_ms);
  };
  await expect.poll(settlement).toMatchObject({ state: 'settling', basis: null });
  expect(await reply('dual/order', { id: own.id })).toMatchObject({ status: 2, payout: null });
  await reply('console/dual_source', source, { token: risk });
  expect(await approve()).toBe('ok');
  await expect
    .poll(() => reply('dual/order', { id: own.id }))
    .toMatchObject({
      status: 3,
      settlement_price: '1000',
      basis: 'source',
      payout: own.coin_payout,
      payout_currency_name: 'BTC',
    });
  expect(await ask('console/dual_void', { ...key, reason: 'too late' }, { token: risk })).toMatchObject({
    error: 'dual_settlement_decided',
  });
  const [receipt] = await reply('proofs/mine', { kind: 'dual', subject: own.id });
  expect(receipt?.receipt).toMatchObject({ result: { outcome: 'coin', payout: own.coin_payout } });
  // The next signed head follows the ticks.
  clock.turn(MINUTE_MS);
  await fresh();
  const address = `${server.url}/api/proofs/receipt?hash=${receipt?.hash}`;
  expect(await verifyByDocs(address)).toMatchObject({ status: 0 });
  const orders = await reply('console/dual_orders', { uid: 100_001 }, { token: risk });
  expect(orders.data.find(({ id }) => id === own.id)).toMatchObject({ status: 3, receipt: receipt?.hash });
}, 60_000);

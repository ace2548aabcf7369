import { demoLogins } from '@karat/domains/operators';
import { auditLedger } from '@karat/domains/ledger';
import { MINUTE_MS } from '@karat/rules';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { Path, ReplyAt } from './testing/api-client.ts';
import type { TestServer } from './testing/boot.ts';
import { SATURDAY, clockAt } from './testing/hours.ts';

const USDT = 3;
const HOUR_MS = 60 * MINUTE_MS;
const ROLES = { ROLES: 'api,ws,engine' };
const clock = clockAt(SATURDAY);
let database: PreparedDatabase;
let server: TestServer;
let worker: TestServer;
let alice: string;
let chloe: string;
let risk: string;
let admin: string;

type Body = Readonly<Record<string, string | number>>;
const ask = (path: string, body: Body, token = alice) => server.ask(path, { token, body });
const reply = <P extends Path>(path: P, body: Body = {}, token = alice) =>
  server.reply(path, { token, body }) as Promise<ReplyAt<P>>;

async function approve(): Promise<void> {
  const [asked] = (await reply('console/approvals', { state: 'asked' }, admin)).data;
  if (!asked) return expect.fail('nothing was asked');
  clock.turn(MINUTE_MS);
  const { password = '', totp = '' } = demoLogins(clock.now()).find(({ login }) => login === 'admin') ?? {};
  const answer = await ask('console/approve', { id: asked.id, digest: asked.digest, password, totp }, admin);
  expect(answer.error).toBeUndefined();
}

async function fresh(id: number): Promise<void> {
  await expect.poll(async () => (await reply('market/index', { match_id: id })).stale).toBe(false);
}
const quotations = async () => (await reply('currency/quotation_new')).flatMap(({ quotation }) => quotation);
const project = async (id: number) => reply('project/detail', { project_id: id });
const balances = async (token: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await reply('wallet/list', {}, token)).change_wallet.balance.map((row) => [
      row.id,
      `${row.change_balance} ${row.lock_change_balance}`,
    ]),
  );

async function logIn(): Promise<void> {
  alice = await server.login('alice');
  chloe = await server.login('chloe');
  risk = await server.loginOperator('risk');
  admin = await server.loginOperator('admin');
}

beforeAll(async () => {
  database = await createDemoDatabase(SATURDAY);
  server = await startTestServer(database, ROLES, { clock });
  worker = await startTestServer(database, { ROLES: 'work' }, { clock });
  await logIn();
  while ((await reply('market/index', { match_id: 1 })).stale);
});
afterAll(async () => {
  await worker?.close();
  await server?.close();
  await database?.drop();
});

test('a visitor sees when a market was listed, and that its own order book prices it', async () => {
  const listed = (await quotations()).filter(({ listed_ms: at }) => at !== null);
  expect(listed.map(({ currency_name: name, source }) => `${name} ${source}`)).toEqual(['NIMBO book']);
  expect(listed[0]).toMatchObject({ now_price: '0.05', open_lever: 0, open_microtrade: 0, state: 'open' });
  expect(await reply('market/index', { match_id: listed[0]?.id ?? 0 })).toMatchObject({
    source: 'book',
    sources: [{ name: 'reference', price: '0.05' }],
  });
});

let token = 0;
let market = 0;
const order = (type: 1 | 2, amount: string, price: string, user: string) =>
  ask('coin/trade', { currency_id: token, legal_id: USDT, type, amount, target_price: price }, user);

test('two people plan a market; the worker process lists, and two users trade on it in the engine process at once', async () => {
  const added = {
    kind: 'token',
    code: 'TRADED',
    decimals: 2,
    texts: JSON.stringify({ en: { title: 'Traded', summary: 'A token.' } }),
    supply: '10000',
    price: '0.1',
    pay_currencies: '3',
    save_min: '1',
    user_max: '10000',
    start_ms: clock.now(),
    end_ms: clock.now() + HOUR_MS,
    listing_ms: clock.now() + HOUR_MS,
    reason: 'a token to trade',
  };
  await reply('console/project_add', added, risk);
  await approve();
  const { list } = await reply('project', { status: 'open' });
  const own = list.find(({ currency_name: name }) => name === 'TRADED') ?? expect.fail('no project');
  token = own.currency_id;
  const plan = { id: own.id, quote_currency: USDT, tick: '0.0001', lot: '0.01', min_notional: '1' };
  const reason = 'the pair of the listing';
  const refused = [
    [{ ...plan, id: 9_999 }, 'project_unknown'],
    [{ ...plan, quote_currency: 9_999, reference_price: '0.1' }, 'currency_unknown'],
    [{ ...plan, quote_currency: 1 }, 'value_invalid'],
    [{ ...plan, tick: '0.03' }, 'value_invalid'],
    [{ id: own.id }, 'no_change'],
  ] as const;
  for (const [body, error] of refused)
    expect(await ask('console/project_market', { ...body, reason }, risk), error).toMatchObject({ error });
  await reply('console/project_market', { ...plan, reason }, risk);
  await approve();
  expect((await project(own.id)).market).toMatchObject({
    symbol: 'TRADED/USDT',
    match_id: null,
    reference_price: '0.1',
  });
  const applied = { project_id: own.id, amount: '1000', pay_currency: 'USDT', price: '0.1' };
  await reply('project/order', applied);
  expect((await order(2, '10', '0.1', alice)).error).toBe('market_unknown');
  clock.turn(HOUR_MS);
  await logIn();
  await expect.poll(async () => (await project(own.id)).market?.match_id ?? 0).toBeGreaterThan(1_000);
  market = (await project(own.id)).market?.match_id ?? 0;
  await expect.poll(async () => (await quotations()).some(({ id }) => id === market)).toBe(true);
  await fresh(market);
  const before = await balances(chloe);
  expect((await order(2, '100', '0.11', alice)).error).toBeUndefined();
  expect((await order(1, '40', '0.12', chloe)).error).toBeUndefined();
  expect((await balances(alice))[token]).toBe('900 60');
  expect((await balances(chloe))[token]).toBe('39.96 0');
  expect((await balances(chloe))[USDT]).not.toBe(before[USDT]);
  await expect.poll(async () => (await reply('market/index', { match_id: market })).price).toBe('0.11');
  const [trade] = await reply('market/trades', { match_id: market });
  expect(trade).toMatchObject({ price: '0.11', quantity: '40', house: false });
});

test('a price far from its own book, a halt and a delisting are refused as in any market, and orders can be taken back', async () => {
  expect((await order(1, '10', '0.2', chloe)).error).toBe('price_outside_band');
  const stop = {
    target: 'market',
    subject: String(market),
    level: 'reduce',
    reason: 'the issuer withdrew',
  };
  await reply('console/stop', stop, risk);
  expect((await order(1, '10', '0.11', chloe)).error).toBe('market_cancel_only');
  await reply('console/stop', { ...stop, level: 'halt' }, risk);
  expect((await order(1, '10', '0.11', chloe)).error).toBe('market_halted');
  const { data } = await reply('coin/list', { currency_id: token, legal_id: USDT });
  expect(data).toHaveLength(1);
});

test('its orders survive a restart of the engine, and every sum of money and tokens is conserved', async () => {
  await server.close();
  server = await startTestServer(database, ROLES, { clock });
  alice = await server.login('alice');
  const { asks } = await reply('market/depth', { match_id: market });
  expect(asks).toEqual([['0.11', '60']]);
  const { data } = await reply('coin/list', { currency_id: token, legal_id: USDT });
  await reply('coin/cancel', { id: data[0]?.id ?? 0 });
  expect((await balances(alice))[token]).toBe('960 0');
  expect((await auditLedger(server.server.ctx.db)).differences).toEqual([]);
}, 60_000);

import { operatorId, sessionId } from '@karat/contract';
import { createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import { createMarket } from '@karat/domains/market';
import type { MarketData, Source } from '@karat/domains/market';
import { seedDemoOperators } from '@karat/domains/operators';
import { amount, negate, price } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCurrencies, explorerLinks, logoOf, stoppedUses } from './index.ts';
import type { Currencies } from './index.ts';

const START = Date.parse('2026-11-20T02:00:00Z');
const USDT = 3;

let database: TestDatabase;
let ctx: Context;
let ledger: ReturnType<typeof createLedger>;
let market: MarketData;
let currencies: Currencies;
let caller: OperatorCaller;
const pictures = new Map<string, number>();

let isSilent = false;
const source: Source = {
  name: 'simulated',
  kind: 'simulated',
  covers: ({ products }) => products === undefined || products['simulated'] !== 'NOPE/USDT',
  quote: ({ products }, at) => {
    if (products === undefined) return { price: price('1'), time: at };
    return isSilent ? undefined : { price: price('1.23456'), time: at };
  },
  start: () => undefined,
  stop: () => undefined,
};

beforeEach(async () => {
  pictures.clear();
  database = await createTestDatabase({ connected: true });
  const clock = virtualClock(START);
  const bus = createBus((error) => {
    throw error;
  });
  ctx = { db: database.db, clock, bus, log: silentLog, random: seededRandom('currencies'), demo: true };
  ledger = createLedger(ctx);
  market = await createMarket({ ctx, sources: [source], signer: signerFromSeed(new Uint8Array(32).fill(5)) });
  const files = {
    owned: async (_: unknown, address: string, owner: number) =>
      pictures.get(address) === owner ? { sha256: Buffer.alloc(32) } : undefined,
  };
  currencies = createCurrencies({ ctx, ledger, market, files: files as never });
  const passwords = { hash: async () => 'x', verify: async () => true, pretend: async () => false };
  await seedDemoOperators(ctx, passwords);
  const { id } = await database.db.one<{ id: number }>(
    sql`select id from operators_accounts where login = 'risk'`,
  );
  caller = { operatorId: operatorId(id), login: 'risk', role: 'risk', sessionId: sessionId(id) };
});
afterEach(() => database.drop());

const call = () => ({
  caller,
  lang: 'en' as const,
  request: { id: 'r', address: '127.0.0.1', userAgent: 'test', idempotencyKey: undefined },
  file: undefined,
  tx: undefined,
});
type Handlers = Currencies['handlers'];
type Changed = Parameters<Handlers['console/currency_change']>[0]['input'];
type Added = Parameters<Handlers['console/currency_add']>[0]['input'];
const change = async (values: Partial<Changed>) =>
  currencies.handlers['console/currency_change']({
    ...call(),
    input: {
      ...{ currency_id: ledgerId(1), version: 0, reason: 'a reason' },
      ...{ title: undefined, display_decimals: undefined, logo: undefined, ...values },
    },
  });
const ledgerId = (id: number): Changed['currency_id'] => id as Changed['currency_id'];
const NO_MARKET = {
  logo: undefined,
  quote_currency: undefined,
  tick: undefined,
  lot: undefined,
  min_notional: undefined,
  reference_price: undefined,
};
const add = async (values: Partial<Added>) =>
  currencies.handlers['console/currency_add']({
    ...call(),
    input: {
      ...{ code: 'NEWC', title: 'New coin', kind: 'coin', decimals: 6, display_decimals: 2 },
      ...{ ...NO_MARKET, reason: 'a reason', ...values },
    },
  });
async function approve(id: number): Promise<void> {
  const { payload, kind } = await database.db.one<{
    payload: Record<string, string | number>;
    kind: string;
  }>(sql`select payload, kind from operators_approvals where id = ${id}`);
  const decision = { approval: id, reason: 'a reason', askedBy: 'risk', approvedBy: 'admin' };
  const { execute } = currencies.approvals[kind] ?? expect.fail(kind);
  await ctx.db.transact((tx) => execute(tx, payload, decision));
}
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
const rows = async () => currencies.handlers['console/currencies']({ ...call(), input: {} });
const row = async (code: string) => (await rows()).find((each) => each.code === code);

test('a name and decimals that two people change are known in this process and within a second in another', async () => {
  const other = createLedger(ctx);
  await other.currencies(ctx.db);
  const stop = other.followCurrencies(ctx);
  const { id, changes } = await change({ title: 'Bitcoin core', display_decimals: 5 });
  expect(changes.slice(0, 2)).toEqual([
    { label: 'Name', before: 'Bitcoin', after: 'Bitcoin core' },
    { label: 'Decimals shown', before: '8', after: '5' },
  ]);
  await approve(id);
  expect(await row('BTC')).toMatchObject({
    ...{ title: 'Bitcoin core', display_decimals: 5, decimals: 8, version: 1, approved_by: 'admin' },
  });
  virtual().advance(1_000);
  await expect
    .poll(async () => (await other.currencies(ctx.db)).find(({ code }) => code === 'BTC')?.title)
    .toBe('Bitcoin core');
  await stop();
});
const virtual = () => ctx.clock as ReturnType<typeof virtualClock>;

test('more decimals than the scale, nothing that differs, and a picture of others are refused', async () => {
  expect(await outcome(change({ display_decimals: 9 }))).toBe('value_invalid');
  expect(await outcome(change({}))).toBe('no_change');
  expect(await outcome(change({ title: 'Bitcoin' }))).toBe('no_change');
  expect(await outcome(change({ currency_id: ledgerId(9_999), title: 'X' }))).toBe('currency_unknown');
  pictures.set('/files/theirs', caller.operatorId + 1);
  expect(await outcome(change({ logo: '/files/theirs' }))).toBe('image_invalid');
  pictures.set('/files/own', caller.operatorId);
  await approve((await change({ logo: '/files/own' })).id);
  expect(await logoOf(ctx.db, 'btc')).toBe('/files/own');
});

test('of two requests about one version one is carried out; another currency is no obstacle', async () => {
  const [first, second] = [await change({ title: 'One' }), await change({ title: 'Two' })];
  const third = await change({ currency_id: ledgerId(2), title: 'Ether' });
  const results = await Promise.all([first, second].map(({ id }) => outcome(approve(id))));
  expect(results.toSorted()).toEqual(['approval_stale', 'ok']);
  expect(await outcome(approve(third.id))).toBe('ok');
  expect(await outcome(change({ title: 'Three' }))).toBe('approval_stale');
  await expect(database.db.run(sql`delete from currencies_versions`)).rejects.toThrow('append-only');
});

test('an added currency is known to all processes, can be owned at once, and counts among what users own', async () => {
  const other = createLedger(ctx);
  await other.currencies(ctx.db);
  const { id, changes } = await add({});
  expect(changes).toContainEqual({ label: 'Scale, fixed', before: null, after: '6 decimals' });
  await approve(id);
  const added = (await row('NEWC')) ?? expect.fail('no currency');
  expect(added).toMatchObject({
    kind: 'coin',
    decimals: 6,
    display_decimals: 2,
    users_own: '0',
    markets: [],
  });
  const currency = ledgerId(added.currency_id);
  const entries = [
    {
      account: userAccount(100_001 as Parameters<typeof userAccount>[0], 'change'),
      currency,
      available: amount('1.5'),
    },
    { account: houseAccount('external'), currency, available: negate(amount('1.5')) },
  ];
  const key = 'test:new';
  await ctx.db.transact((tx) => other.post(tx, { key, kind: 'genesis', reference: 'x', at: START, entries }));
  expect((await row('NEWC'))?.users_own).toBe('1.5');
});

test('a market opens with the currency, priced by its own book, of the kind of the currency', async () => {
  const terms = {
    ...{ quote_currency: ledgerId(USDT), tick: price('0.001'), lot: amount('0.001') },
    ...{ min_notional: amount('1'), reference_price: price('2') },
  };
  expect(await outcome(add({ ...terms, tick: price('0.0001') }))).toBe('value_invalid');
  expect(await outcome(add({ ...terms, lot: undefined }))).toBe('value_invalid');
  expect(await outcome(add({ ...terms, quote_currency: ledgerId(1) }))).toBe('value_invalid');
  expect(await outcome(add({ ...terms, quote_currency: ledgerId(9_999) }))).toBe('currency_unknown');
  const { id, changes } = await add({ ...terms, kind: 'stock', code: 'SHARE' });
  expect(changes).toContainEqual({
    label: 'Market',
    before: null,
    after: 'SHARE/USDT, priced by its own book',
  });
  await approve(id);
  expect(market.instruments.bySymbol('SHARE/USDT')).toMatchObject({ kind: 'stock', pricing: 'book' });
  expect((await row('SHARE'))?.markets).toEqual(['SHARE/USDT']);
});

test('a symbol is taken once, whichever request is first and however many are approved at once', async () => {
  expect(await outcome(add({ code: 'BTC' }))).toBe('currency_code_taken');
  const [first, second] = [await add({}), await add({ decimals: 8 })];
  const results = await Promise.all([first, second].map(({ id }) => outcome(approve(id))));
  expect(results.toSorted()).toEqual(['currency_code_taken', 'ok']);
  expect(await outcome(add({ decimals: 1, display_decimals: 2, code: 'OTHER' }))).toBe('value_invalid');
});

test('a stop of one use or of one network leaves the others alone', async () => {
  const stop = (subject: string) =>
    database.db.run(sql`
      insert into operators_stops (target, subject, level, reason, stopped_by, stopped_at)
      values ('currency', ${subject}, 'halt', 'a reason', 'risk', now())`);
  await stop('USDT/deposit/tron');
  await stop('BTC/send');
  const stopped = await stoppedUses(ctx.db);
  expect(stopped.has('USDT', 'deposit', 'tron')).toBe(true);
  expect(stopped.has('USDT', 'deposit', 'ethereum')).toBe(false);
  expect(stopped.has('USDT', 'deposit')).toBe(false);
  expect(stopped.has('BTC', 'send')).toBe(true);
  expect(stopped.has('BTC', 'withdrawal', 'bitcoin')).toBe(false);
  expect((await row('BTC'))?.uses.filter((use) => use.stopped).map(({ use }) => use)).toEqual(['send']);
  const found = async (subject: string) => (await currencies.stoppable.find(ctx.db, subject))?.state;
  expect(await found('USDT/deposit/tron')).toBe('stopped');
  expect(await found('USDT/deposit')).toBe('running');
  for (const subject of [
    'USDT',
    'USDT/mint',
    'NOPE/send',
    'USDT/send/tron',
    'USDT/deposit/tron/x',
    'USDT/deposit/moon',
  ])
    expect(await found(subject), subject).toBeUndefined();
});

test('two people change the block explorer of a network; only one place of the web is a link', async () => {
  const ask = async (link: string, version = 0) =>
    currencies.handlers['console/explorer_change']({
      ...call(),
      input: { network: 'ethereum', version, link, reason: 'a reason' },
    });
  const linkOf = async (isReal = true) => (await explorerLinks(ctx.db, () => isReal))('ethereum', '0xab/c');
  expect(await linkOf()).toBe('https://etherscan.io/tx/0xab%2Fc');
  expect(await linkOf(false)).toBeNull();
  for (const link of [
    'http://explorer.example/{tx}',
    'https://explorer.example/',
    'https://explorer.example/{tx}/{tx}',
    'https://user:pass@explorer.example/{tx}',
    'https://localhost/{tx}',
    'javascript:alert({tx})',
    'https://explorer.example/{other}/{tx}',
  ])
    expect(await outcome(ask(link)), link).toBe('value_invalid');
  expect(await outcome(ask('https://etherscan.io/tx/{tx}'))).toBe('no_change');
  const [first, second] = [await ask('https://explorer.example/{tx}'), await ask('')];
  const results = await Promise.all([first, second].map(({ id }) => outcome(approve(id))));
  expect(results.toSorted()).toEqual(['approval_stale', 'ok']);
  expect(await outcome(ask('https://other.example/{tx}'))).toBe('approval_stale');
  const [row] = (await currencies.handlers['console/explorers']({ ...call(), input: {} })).filter(
    ({ network }) => network === 'ethereum',
  );
  await approve((await ask('https://third.example/{tx}', row?.version)).id);
  expect([await linkOf(), await linkOf(false)]).toEqual(Array(2).fill('https://third.example/0xab%2Fc'));
});

type Priced = Parameters<Handlers['console/price_source_change']>[0]['input'];
const NO_SOURCES = {
  ...{ binance: undefined, coinbase: undefined, kraken: undefined, alpaca: undefined, simulated: undefined },
  ...{ tick: undefined, lot: undefined, min_notional: undefined },
};
const reprice = async (code: string, values: Partial<Priced>) =>
  currencies.handlers['console/price_source_change']({
    ...call(),
    input: {
      ...{ currency_id: ledgerId((await row(code))?.currency_id ?? 0), version: 0, ...NO_SOURCES },
      ...{ reason: 'a reason', ...values },
    },
  });
const SOURCED = {
  ...{ simulated: 'ETH/USDT', tick: price('0.001'), lot: amount('0.001'), min_notional: amount('1') },
};

test('a currency is priced by outside sources once two people agree and the sources quote, and by its own book again', async () => {
  isSilent = false;
  await approve((await add({})).id);
  const priced = async () => (await row('NEWC'))?.price;
  expect(await priced()).toBeNull();
  expect(await outcome(reprice('NEWC', {}))).toBe('no_change');
  expect(await outcome(reprice('NEWC', { ...SOURCED, simulated: 'NOPE/USDT' }))).toBe('value_invalid');
  expect(await outcome(reprice('NEWC', { simulated: 'ETH/USDT' }))).toBe('value_invalid');
  expect(await outcome(reprice('BTC', { ...SOURCED, version: 1 }))).toBe('value_invalid');
  expect(await outcome(reprice('USDT', SOURCED))).toBe('value_invalid');
  const { id, changes } = await reprice('NEWC', SOURCED);
  expect(changes).toContainEqual({
    ...{ label: 'Quotes now', before: 'simulated 1.23456', after: 'simulated 1.23456' },
  });
  isSilent = true;
  expect(await outcome(approve(id))).toBe('price_unavailable');
  expect(await priced()).toBeNull();
  isSilent = false;
  const both = await Promise.all([outcome(approve(id)), outcome(approve(id))]);
  expect(both.toSorted()).toEqual(['approval_stale', 'ok']);
  await market.inside.ticks.take(ctx.clock.now());
  const sources = [{ source: 'simulated', product: 'ETH/USDT', quote: '1.23456' }];
  expect(await priced()).toEqual({
    ...{ symbol: 'NEWC/USDT', origin: 'sources', version: 2, index: '1.23456', stale: false, sources },
  });
  const { currency_id: currency = 0 } = (await row('NEWC')) ?? {};
  expect(market.prices.inUsdt(ledgerId(currency))).toBe(price('1.23456'));
  await approve((await reprice('NEWC', { version: 2 })).id);
  expect(await priced()).toMatchObject({ origin: 'book', version: 3, sources: [] });
  expect(market.prices.inUsdt(ledgerId(currency))).toBeUndefined();
});

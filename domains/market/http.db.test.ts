import { contract, marketId } from '@karat/contract';
import type { Call, Contract, Refusal } from '@karat/contract';
import { amount, price, rate } from '@karat/money';
import type { HandlerRequest } from '@karat/platform/http';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMarket } from './create.ts';
import type { MarketData } from './create.ts';
import { marketHandlers } from './http.ts';
import { testContext, testSigner, testSource, testTrades, trade } from './testing/market.ts';
import type { TestContext } from './testing/market.ts';

const BTC = marketId(1);
const START = Date.parse('2026-11-20T15:00:00Z');
const S = START / 1000;
type Group = Contract['market'];
type Path = keyof Group;

let database: TestDatabase;
let ctx: TestContext;
let market: MarketData;

/** Parses the input as the server does, calls the handler, and validates its reply against the contract. */
async function call(path: Path, input: Record<string, unknown> = {}): Promise<unknown> {
  const declared: Call = contract.market[path];
  const read = declared.input.parse(input);
  const handler = marketHandlers(market)[path] as (asked: HandlerRequest<Call>) => unknown;
  const request = { id: 'r', address: '', userAgent: '', idempotencyKey: undefined };
  const caller = { userId: 100_001, sessionId: 1, verified: true };
  const asked = { input: read, caller, lang: 'en', request, tx: undefined, file: undefined };
  const reply = await handler(asked as unknown as HandlerRequest<Call>);
  expect(declared.reply.parse(reply)).toEqual(reply);
  return reply;
}
const refused = async (path: Path, input: Record<string, unknown>): Promise<string | undefined> =>
  call(path, input).then(
    () => undefined,
    (refusal: Refusal) => refusal.code,
  );

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = testContext(database.db, START);
  const source = testSource('test', 'simulated');
  source.say('BTC/USDT', '30000.5');
  market = await createMarket({ ctx, sources: [source], signer: testSigner });
  await market.start();
  const log = testTrades();
  log.rows.set(BTC, [trade(1, START, '30000', '0.5'), trade(2, START + 1, '30300', '0.25')]);
  const depth = {
    seq: 7,
    bids: [[price('29999.9'), amount('1')]],
    asks: [[price('30000.1'), amount('2')]],
  } as const;
  await market.connect({
    books: { depth: (id) => (id === BTC ? depth : undefined), top: () => undefined },
    trades: log,
  });
  market.inside.looks.seen(BTC);
  await market.inside.looks.flush();
});
afterAll(async () => {
  await market.stop();
  await database.drop();
});

describe('the reply of each call matches the contract', () => {
  test('quotations by quote currency', async () => {
    expect(await call('currency/quotation_new')).toMatchObject([
      { id: 3, name: 'USDT', quotation: { length: 14 } },
    ]);
  });
  test('a quotation with terms that all differ', async () => {
    const before = market.instruments.need(BTC);
    const terms = {
      spread: price('3'),
      overnight: rate('0.0004'),
      tradeFee: rate('0.0005'),
      shareNum: amount('0.06'),
      minShare: amount('7'),
      maxShare: amount('8000'),
    };
    market.instruments.replace({ ...before, makerFee: rate('0.0011'), takerFee: rate('0.0022'), terms });
    const [group] = (await call('currency/quotation_new')) as readonly {
      readonly quotation: readonly unknown[];
    }[];
    expect(group?.quotation[0]).toMatchObject({
      id: 1,
      currency_id: 1,
      legal_id: 3,
      now_price: '30300',
      volume: '0.75',
      high: '30300',
      low: '30000',
      spread: '3',
      overnight: '0.0004',
      lever_trade_fee: '0.0005',
      lever_share_num: '0.06',
      lever_min_share: '7',
      lever_max_share: '8000',
      maker_fee: '0.0011',
      taker_fee: '0.0022',
    });
    market.instruments.replace(before);
  });
  test('candles, by period and alias', async () => {
    const rows = await call('currency/new_timeshar', {
      symbol: 'BTC/USDT',
      period: '1H',
      from: String(S - 7200),
      to: S,
    });
    expect(rows).toEqual([
      {
        id: S,
        period: '60min',
        open: '30000',
        close: '30300',
        high: '30300',
        low: '30000',
        vol: '0.75',
        amount: '22575',
        time: START,
        backfilled: false,
      },
    ]);
  });
  test('sparklines', async () => {
    expect(await call('market/sparklines')).toMatchObject({
      length: 14,
      0: { match_id: 1, closes: ['30300'] },
    });
  });
  test('depth, empty for a missing book', async () => {
    expect(await call('market/depth', { match_id: '1' })).toMatchObject({ seq: 7, bids: [['29999.9', '1']] });
    expect(await call('market/depth', { match_id: 2 })).toEqual({ match_id: 2, seq: 0, bids: [], asks: [] });
  });
  test('trades, newest first', async () => {
    expect(await call('market/trades', { match_id: 1, limit: 1 })).toMatchObject([
      { id: 2, price: '30300', side: 'buy' },
    ]);
  });
  test('index with its sources, and undefined without a tick', async () => {
    expect(await call('market/index', { match_id: 1 })).toMatchObject({
      price: '30000.5',
      stale: false,
      sources: [{ name: 'test' }],
    });
    expect(await call('market/index', { match_id: 2 })).toEqual({
      match_id: 2,
      price: null,
      time: null,
      stale: true,
      broken: false,
      source: 'simulated',
      sources: [],
    });
  });
  test('ticks as a file', async () => {
    expect(await call('market/ticks', { match_id: 1, from: S, to: S + 10 })).toMatchObject({
      name: `ticks-BTC-USDT-${S}-${S + 10}.jsonl`,
    });
  });
  test('the key of the ticks', async () => {
    expect(await call('market/tick_key')).toMatchObject({
      public_key: testSigner.publicKey.toString('base64'),
    });
  });
  test.each([
    ['bitcoin', ['BTC/USDT']],
    ['btcusdt', ['BTC/USDT']],
    ['APPLE', ['AAPL/USDT']],
    ['%', []],
    ['a/u', ['ADA/USDT', 'NVDA/USDT', 'TSLA/USDT']],
  ])('search for %j', async (keyword, symbols) => {
    const found = (await call('market/search', { keyword })) as { readonly symbol: string }[];
    expect(found.map(({ symbol }) => symbol)).toEqual(symbols);
  });
  test('views are counted', async () => {
    expect(await call('market/viewed', { match_id: 1 })).toBe('ok');
    expect(await call('market/hot')).toEqual([{ match_id: 1, symbol: 'BTC/USDT', views: 1 }]);
  });
});

test.each<[Path, Record<string, unknown>, string]>([
  ['currency/new_timeshar', { symbol: 'BTC/EUR', period: '1min', from: 0, to: 1 }, 'market_unknown'],
  ['currency/new_timeshar', { symbol: 'BTC/USDT', period: '2min', from: 0, to: 1 }, 'period_unknown'],
  ['currency/new_timeshar', { symbol: 'BTC/USDT', period: '1min', from: 2, to: 1 }, 'range_invalid'],
  ['market/depth', { match_id: 999 }, 'market_unknown'],
  ['market/trades', { match_id: 999 }, 'market_unknown'],
  ['market/index', { match_id: 999 }, 'market_unknown'],
  ['market/viewed', { match_id: 999 }, 'market_unknown'],
  ['market/ticks', { match_id: 999, from: 0, to: 1 }, 'market_unknown'],
  ['market/ticks', { match_id: 1, from: 0, to: 3601 }, 'range_invalid'],
  ['market/ticks', { match_id: 1, from: 5, to: 4 }, 'range_invalid'],
])('%s refuses %j with %s', async (path, input, code) => expect(await refused(path, input)).toBe(code));

test('a chart has at most 1,500 rows however long the range', async () => {
  const input = { symbol: 'BTC/USDT', period: '1min', from: 0, to: 2 ** 39 };
  ctx.clock.set(START + 5 * DAY_MS);
  expect(await call('currency/new_timeshar', input)).toHaveLength(1500);
  ctx.clock.set(START);
});

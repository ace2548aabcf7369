import { PERIODS, marketId } from '@karat/contract';
import type { MarketId } from '@karat/contract';
import { amount, price, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { candlesMoved, tradesPrinted } from './topics.ts';
import { candleRow, quotationOf } from './http.ts';
import { createMarket } from './create.ts';
import type { MarketData } from './create.ts';
import { testContext, testSigner, testSource, testTrades, trade } from './testing/market.ts';
import type { TestContext } from './testing/market.ts';
import { queryKlines } from './kline-query.ts';
import type { PublicTrade, SourceKind } from './types.ts';

const BTC = marketId(1);
const START = Date.parse('2026-11-20T15:00:00Z');

let database: TestDatabase;
let ctx: TestContext;
let log: ReturnType<typeof testTrades>;
let market: MarketData;

async function open(kind: SourceKind = 'simulated'): Promise<MarketData> {
  const opened = await createMarket({ ctx, sources: [testSource('test', kind)], signer: testSigner });
  await opened.connect({ books: { depth: () => undefined, top: () => undefined }, trades: log });
  return opened;
}

/** The engine commits trades and publishes them. */
function print(id: MarketId, ...rows: PublicTrade[]): void {
  log.rows.set(id, [...(log.rows.get(id) ?? []), ...rows]);
  ctx.bus.publish(tradesPrinted, { marketId: id, trades: rows });
}

const chart = (period = '1min', from = START / 1000 - 3600, to = ctx.clock.now() / 1000) =>
  queryKlines(market, market.inside, { symbol: 'BTC/USDT', period, from, to });

beforeEach(async () => {
  database = await createTestDatabase();
  ctx = testContext(database.db, START);
  log = testTrades();
  market = await open();
});
afterEach(async () => {
  await market.inside.candles.flush();
  await database.drop();
});

test('a published trade is in the candles of every period at once, and in the rows after the next write', async () => {
  print(BTC, trade(1, START, '30000', '0.5'), trade(2, START + 1000, '30010', '0.25'));
  for (const period of PERIODS) {
    expect((await chart(period)).map(candleRow)).toMatchObject([
      { period, open: '30000', high: '30010', low: '30000', close: '30010', vol: '0.75', backfilled: false },
    ]);
  }
  await market.inside.candles.flush();
  const { n } = await database.db.one<{ n: number }>(sql`select count(*)::int as n from market_candles`);
  expect(n).toBe(9);
});

test('trades that were committed but never published are in the candles after a restart, each once', async () => {
  print(BTC, trade(1, START, '30000', '1'));
  await market.inside.candles.flush();
  // The process dies before these are written or even published.
  print(BTC, trade(2, START + 1000, '30100', '2'));
  log.rows.get(BTC)?.push(trade(3, START + 2000, '29900', '4'));
  market = await open();
  print(BTC, trade(4, START + 3000, '30050', '8'));
  expect((await chart())[0]).toMatchObject({
    open: price('30000'),
    high: price('30100'),
    low: price('29900'),
    close: price('30050'),
  });
  expect((await chart()).map((candle) => candleRow(candle).vol)).toEqual(['15']);
});

test('trades published twice count once', async () => {
  print(BTC, trade(1, START, '30000', '1'));
  ctx.bus.publish(tradesPrinted, { marketId: BTC, trades: [trade(1, START, '30000', '1')] });
  expect((await chart()).map((candle) => candleRow(candle).vol)).toEqual(['1']);
});

test('trades published while the rows are being read at the start are neither lost nor doubled', async () => {
  for (let id = 1; id <= 2500; id++)
    (log.rows.get(BTC) ?? log.rows.set(BTC, []).get(BTC))?.push(trade(id, START, '30000', '1'));
  const since = log.since.bind(log);
  log.since = async (id, after, limit) => {
    const page = await since(id, after, limit);
    if (id === BTC && after === 1000) print(BTC, trade(2501, START, '30000', '1'));
    return page;
  };
  market = await open();
  expect((await chart()).map((candle) => candleRow(candle).vol)).toEqual(['2501']);
});

test('the next write includes the changes of a failed one', async () => {
  print(BTC, trade(1, START, '30000', '1'));
  await database.db.run(sql`alter table market_candles rename to away`);
  await expect(market.inside.candles.flush()).rejects.toThrow();
  print(BTC, trade(2, START + 60_000, '30001', '1'));
  await database.db.run(sql`alter table away rename to market_candles`);
  await market.inside.candles.flush();
  const { n } = await database.db.one<{ n: number }>(
    sql`select count(*)::int as n from market_candles where period = 0`,
  );
  expect(n).toBe(2);
});

test('trades published during a write that fails are in the next one, and finished candles stay in the chart meanwhile', async () => {
  print(BTC, trade(1, START, '30000', '1'));
  await database.db.run(sql`alter table market_candles rename to away`);
  const failing = market.inside.candles.flush();
  print(BTC, trade(2, START, '30001', '2'), trade(3, START + 60_000, '30002', '4'));
  print(BTC, trade(4, START + 120_000, '30003', '8'));
  await expect(failing).rejects.toThrow('market_candles');
  await database.db.run(sql`alter table away rename to market_candles`);
  const writing = market.inside.candles.flush();
  print(BTC, trade(5, START + 180_000, '30004', '16'));
  const unwritten = market.inside.candles.fresh(BTC, '1min');
  expect(unwritten.map((candle) => candleRow(candle).vol).toSorted()).toEqual(['16', '3', '4', '8']);
  await writing;
  const rows = await database.db.rows<{ vol: string }>(
    sql`select trim_scale(vol)::text as vol from market_candles where period = 0 order by start`,
  );
  expect(rows.map(({ vol }) => vol)).toEqual(['3', '4', '8']);
});

test('a chart whose range begins after the last trade is flat at its price, written or not', async () => {
  print(BTC, trade(1, START, '30000', '1'));
  ctx.clock.set(START + 120_000);
  const later = () => chart('1min', START / 1000 + 60);
  expect((await later()).map((candle) => candleRow(candle).open)).toEqual(['30000', '30000']);
  await market.inside.candles.flush();
  print(BTC, trade(2, START + 60_000, '30100', '1'));
  ctx.clock.set(START + 180_000);
  expect((await chart('1min', START / 1000 + 120)).map((candle) => candleRow(candle).open)).toEqual([
    '30100',
    '30100',
  ]);
});

test('a split converts trades that are not written yet', async () => {
  print(BTC, trade(1, START, '30000', '1'));
  const ratio = { newShares: 3, oldShares: 2 };
  await database.db.transact((tx) => market.resizeShares(tx, BTC, ratio));
  await expect.poll(() => market.inside.candles.figures(BTC)?.volume).toBe(amount('1.5'));
  print(BTC, trade(2, START, '20001', '2'));
  await market.inside.candles.flush();
  const [row] = (await chart()).map(candleRow);
  expect(row).toMatchObject({ open: '20000', close: '20001', low: '20000', vol: '3.5', amount: '70002' });
});

test('minutes without a trade are flat, and none lie in the future', async () => {
  print(BTC, trade(1, START, '30000', '1'));
  await market.inside.candles.flush();
  ctx.clock.set(START + 185_000);
  const rows = await chart('1min', START / 1000 - 600, START / 1000 + 86_400);
  expect(rows.map(({ start, vol }) => [start - START / 1000, vol > 0n])).toEqual([
    [0, true],
    [60, false],
    [120, false],
    [180, false],
  ]);
});

test('house trades count as volume with simulated prices and not with live ones', async () => {
  print(BTC, trade(1, START, '30000', '1', true));
  expect(market.inside.candles.figures(BTC)?.volume).toBe(10_000_000_000n);
  log = testTrades();
  await market.inside.candles.flush();
  market = await open('live');
  print(BTC, trade(2, START, '30000', '1', true));
  print(BTC, trade(3, START, '30000', '2', false));
  expect(market.inside.candles.figures(BTC)?.volume).toBe(30_000_000_000n);
});

test('the quotation follows the trades of 24 hours, also after a restart', async () => {
  print(BTC, trade(1, START - 90_000_000, '30000', '5'), trade(2, START, '30300', '1'));
  const row = quotationOf(market, market.instruments.need(BTC));
  expect(row).toMatchObject({
    now_price: '30300',
    change: '+1.00',
    volume: '1',
    high: '30300',
    low: '30300',
    currency_name: 'BTC',
    legal_id: 3,
  });
  await market.inside.candles.flush();
  market = await open();
  expect(quotationOf(market, market.instruments.need(BTC))).toEqual(row);
});

test('a closed stock market keeps the figures of its last hours over the weekend', async () => {
  const AAPL = marketId(101);
  const open = Date.parse('2026-11-19T20:30:00Z');
  print(AAPL, trade(1, open, '250', '1'), trade(2, Date.parse('2026-11-20T20:40:00Z'), '275', '2'));
  ctx.clock.set(Date.parse('2026-11-22T10:00:00Z'));
  const row = quotationOf(market, market.instruments.need(AAPL));
  expect(row).toMatchObject({ now_price: '275', change: '+10.00', volume: '2', state: 'closed' });
  const closes = market.inside.candles.sparkline(AAPL);
  expect([closes[0], closes.at(-1)]).toEqual([price('250'), price('275')]);
  await market.inside.candles.flush();
  market = await createMarket({ ctx, sources: [testSource('test', 'simulated')], signer: testSigner });
  await market.connect({ books: { depth: () => undefined, top: () => undefined }, trades: log });
  expect(quotationOf(market, market.instruments.need(AAPL))).toEqual(row);
});

test('with live prices a market without an exchange source is halted, and no history is generated', async () => {
  const source = {
    ...testSource('live', 'live'),
    covers: ({ kind }: { readonly kind: string }) => kind === 'coin',
  };
  const live = await createMarket({
    ctx,
    sources: [source, { ...source, name: 'other' }],
    signer: testSigner,
  });
  expect([live.state(BTC), live.state(marketId(101))]).toEqual(['open', 'halted']);
  expect(
    await live.backfill(() => {
      throw new Error('history must not be requested');
    }),
  ).toBe(0);
  expect(quotationOf(live, live.instruments.need(BTC))).toMatchObject({
    now_price: '0',
    volume: '0',
    source: 'live',
  });
  const mixed = [testSource('a', 'live'), testSource('b', 'simulated')];
  await expect(createMarket({ ctx, sources: mixed, signer: testSigner })).rejects.toThrow('cannot be mixed');
});

test('a change is published once', () => {
  const published: number[] = [];
  ctx.bus.subscribe(candlesMoved, ({ candles }) => published.push(candles.length));
  print(BTC, trade(1, START, '30000', '1'));
  market.inside.candles.announce();
  market.inside.candles.announce();
  expect(published).toEqual([9]);
});

test('a market changes only from the version that was read, within bounds, and is published after the commit', async () => {
  const { version } = market.instruments.need(BTC);
  await expect(
    database.db.transact((tx) =>
      market.changeMarket(tx, { marketId: BTC, version: version + 1, state: 'halted' }),
    ),
  ).rejects.toMatchObject({ code: 'approval_stale' });
  await expect(
    database.db.transact((tx) => market.changeMarket(tx, { marketId: BTC, version, takerFee: rate('1') })),
  ).rejects.toMatchObject({ code: 'value_invalid' });
  expect(market.state(BTC)).toBe('open');
  await database.db.transact(async (tx) => {
    await market.changeMarket(tx, { marketId: BTC, version, state: 'halted' });
    expect(market.state(BTC)).toBe('open');
  });
  expect(market.state(BTC)).toBe('halted');
  expect((await open()).state(BTC)).toBe('halted');
});

test('each changed parameter of a market is written to its own column', async () => {
  const { version } = market.instruments.need(BTC);
  const fees = { makerFee: rate('0.011'), takerFee: rate('0.012') };
  const own = { minNotional: amount('7'), band: rate('0.21'), ...fees };
  const terms = {
    ...{ spread: price('0.3'), overnight: rate('0.013'), tradeFee: rate('0.014') },
    ...{ minShare: amount('2'), maxShare: amount('99') },
  };
  const { after } = await database.db.transact((tx) =>
    market.changeMarket(tx, { marketId: BTC, version, ...own, ...terms }),
  );
  expect(after).toMatchObject({ version: version + 1, ...own, terms });
  expect((await open()).instruments.need(BTC)).toEqual(after);
});

test('views of markets are counted for 24 hours and sorted by count', async () => {
  for (const id of [1, 2, 2]) market.inside.looks.seen(marketId(id));
  await market.inside.looks.flush();
  market.inside.looks.seen(marketId(2));
  await market.inside.looks.flush();
  expect(await market.inside.looks.hot()).toEqual([
    { market_id: 2, views: 3 },
    { market_id: 1, views: 1 },
  ]);
  ctx.clock.set(START + DAY_MS + 1);
  expect(await market.inside.looks.hot()).toEqual([]);
});

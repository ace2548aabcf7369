import { marketId } from '@karat/contract';
import { ZERO, price } from '@karat/money';
import { createChannels } from '@karat/platform/ws';
import type { Channels } from '@karat/platform/ws';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { registerMarketChannels } from './channels.ts';
import { createMarket } from './create.ts';
import type { MarketData } from './create.ts';
import { testContext, testSigner, testSource, testTrades, trade } from './testing/market.ts';
import type { TestContext } from './testing/market.ts';
import { candlesMoved, tradesPrinted } from './topics.ts';

const BTC = marketId(1);
const START = Date.parse('2026-11-20T15:00:00Z');

let database: TestDatabase;
let ctx: TestContext;
let market: MarketData;
let channels: Channels;
const source = testSource('test', 'simulated');

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  ctx = testContext(database.db, START);
  market = await createMarket({ ctx, sources: [source], signer: testSigner });
  await market.inside.ticks.load();
  await market.connect({ books: { depth: () => undefined, top: () => undefined }, trades: testTrades() });
  channels = createChannels({ clock: ctx.clock });
  registerMarketChannels(channels, market);
});

interface Frame {
  readonly ch: string;
  readonly seq: number;
  readonly data: unknown;
}

/** Subscribes to a channel; returns the parsed frames. */
function listen(name: string): Frame[] {
  const frames: Frame[] = [];
  const channel = channels.find(name);
  if (!channel) throw new Error(`no channel ${name}`);
  // A connection's frames carry the WebSocket header before the text.
  const write = (frame: Buffer): void =>
    void frames.push(JSON.parse(frame.toString().slice(frame.toString().indexOf('{'))) as Frame);
  channels.listen(channel, { write, waiting: 0, open: true, behind: new Set() });
  return frames;
}

const print = (...rows: ReturnType<typeof trade>[]): void => {
  ctx.bus.publish(tradesPrinted, { marketId: BTC, trades: rows });
  ctx.clock.advance(500);
};

test('only channels of existing markets and periods are found', () => {
  for (const name of ['ticker', 'ticker:1', 'kline:1:1min', 'kline:1:4H', 'kline:1:1D', 'index:106']) {
    expect(channels.find(name), name).toBeDefined();
  }
  for (const name of [
    'ticker:999',
    'ticker:01',
    'ticker:x',
    'kline:1:1h',
    'kline:1:',
    'kline:1',
    'index:1:1',
  ]) {
    expect(channels.find(name), name).toBeUndefined();
  }
});

test('a trade moves the tickers and the candles of all periods', () => {
  const [all, ticker, minute, month] = ['ticker', 'ticker:1', 'kline:1:1min', 'kline:1:1mon'].map(listen);
  print(
    ...[trade(1, START, '30000', '0.5'), trade(2, START, '29000', '0.25')],
    trade(3, START + 1, '30300', '0.5'),
  );
  const moved = {
    ...{ match_id: 1, now_price: '30300', change: '+1.00', volume: '1.25', high: '30300', low: '29000' },
    // Moves of a market are gathered for this long.
    time: START + 200,
  };
  expect(ticker?.at(-1)?.data).toEqual(moved);
  expect(all?.at(-1)?.data).toEqual([moved]);
  // 15,000 and 7,250 and 15,150 of the quote currency.
  const candle = { open: '30000', close: '30300', high: '30300', low: '29000', vol: '1.25', amount: '37400' };
  expect(minute?.at(-1)?.data).toEqual({ id: START / 1_000, period: '1min', ...candle, time: START });
  const begin = Date.UTC(new Date(START).getUTCFullYear(), new Date(START).getUTCMonth());
  expect(month?.at(-1)?.data).toEqual({ id: begin / 1_000, period: '1mon', ...candle, time: begin });
});

test('of several moves of a market in one frame of all tickers the newest counts', () => {
  const all = listen('ticker');
  const moved = (id: number, at: string): void => {
    const figures = { price: price(at), open: price('1'), high: price('9'), low: price('1'), volume: ZERO };
    ctx.bus.publish(candlesMoved, { marketId: marketId(id), candles: [], figures });
  };
  for (const [id, at] of [
    [1, '2'],
    [2, '3'],
    [1, '4'],
  ] as const)
    moved(id, at);
  ctx.clock.advance(500);
  expect(all.at(-1)?.data).toMatchObject([
    { match_id: 1, now_price: '4' },
    { match_id: 2, now_price: '3' },
  ]);
});

test('candles are published under the alias of their period as well', () => {
  const names = ['60min', '1H', '1day', '1D', '1week', '1W', '1mon', '1M'];
  const frames = names.map((name) => listen(`kline:1:${name}`));
  print(trade(1, START, '30000', '0.5'));
  expect(frames.map((each) => each.at(-1))).toMatchObject(
    names.map((name, place) => ({
      ch: `kline:1:${name}`,
      data: { period: names[place - (place % 2)], close: '30000' },
    })),
  );
});

test('the last state of a minute is published even if the next minute has begun', () => {
  const minute = listen('kline:1:1min');
  ctx.bus.publish(tradesPrinted, {
    marketId: BTC,
    trades: [trade(1, START, '30000'), trade(2, START + 60_000, '30001')],
  });
  ctx.clock.advance(500);
  expect(minute.map(({ data }) => data)).toMatchObject([
    { id: START / 1000, close: '30000' },
    { id: START / 1000 + 60, close: '30001' },
  ]);
});

test('a new subscriber gets the state first: tickers and index', async () => {
  print(trade(1, START, '30000'));
  source.say('BTC/USDT', '30001.5');
  await market.inside.ticks.take(START + 1000);
  expect(listen('ticker:1')[0]?.data).toMatchObject({ now_price: '30000' });
  expect(listen('ticker')[0]?.data).toMatchObject([{ match_id: 1 }]);
  expect(listen('index:1')[0]?.data).toEqual({
    match_id: 1,
    price: '30001.5',
    time: START + 1000,
    source: 'simulated',
  });
});

test('index ticks are published as they come', async () => {
  const index = listen('index:1');
  source.say('BTC/USDT', '30002');
  await market.inside.ticks.take(START + 5000);
  ctx.clock.advance(200);
  expect(index.at(-1)?.data).toEqual({
    ...{ match_id: 1, price: '30002', time: START + 5000, source: 'simulated' },
  });
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { format } from '@karat/money';
import { systemClock, virtualClock } from '@karat/platform/clock';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Market, Source } from '../types.ts';
import { createExchangeSource } from './exchange.ts';
import { alpaca, binance, coinbase, exchangeSources, kraken } from './exchanges.ts';
import type { Exchange } from './exchange.ts';
import { waitBefore } from './feed.ts';

const BTC = { symbol: 'BTC/USDT' } as Market;
const ETH = { symbol: 'ETH/USDT' } as Market;
const AAPL = { symbol: 'AAPL/USDT' } as Market;

/** Frames as the exchanges document them. */
const RECORDED: Record<string, readonly string[]> = {
  binance: [
    '{"stream":"btcusdt@bookTicker","data":{"u":63124498745,"s":"BTCUSDT","b":"92011.98000000","B":"3.46312000","a":"92011.99000000","A":"1.12083000"}}',
    '{"stream":"ethusdt@bookTicker","data":{"u":51224498711,"s":"ETHUSDT","b":"3101.11000000","B":"20.18200000","a":"3101.12000000","A":"64.40710000"}}',
  ],
  coinbase: [
    '{"type":"subscriptions","channels":[{"name":"ticker","product_ids":["BTC-USDT","ETH-USDT"],"account_ids":null},{"name":"heartbeat","product_ids":["BTC-USDT","ETH-USDT"],"account_ids":null}]}',
    '{"type":"ticker","sequence":37475248783,"product_id":"BTC-USDT","price":"92011.99","open_24h":"91285.22","volume_24h":"245.5","low_24h":"91092.83","high_24h":"92493.31","volume_30d":"9788783.6","best_bid":"92011.98","best_bid_size":"0.63570783","best_ask":"92011.99","best_ask_size":"0.04","side":"buy","time":"2026-11-20T15:00:00.281223Z","trade_id":370843401,"last_size":"11.43"}',
    '{"type":"ticker","sequence":37475248790,"product_id":"ETH-USDT","price":"3101.12","open_24h":"3045.22","volume_24h":"2452.5","low_24h":"3032.83","high_24h":"3143.31","volume_30d":"97887.6","best_bid":"3101.11","best_bid_size":"0.6357","best_ask":"3101.12","best_ask_size":"0.4","side":"sell","time":"2026-11-20T15:00:00.291223Z","trade_id":37084,"last_size":"1.43"}',
    '{"type":"heartbeat","last_trade_id":370843401,"product_id":"BTC-USDT","sequence":37475248799,"time":"2026-11-20T15:00:01.000000Z"}',
  ],
  kraken: [
    '{"channel":"status","type":"update","data":[{"version":"2.0.9","system":"online","api_version":"v2","connection_id":13834774380200032777}]}',
    '{"method":"subscribe","result":{"channel":"ticker","event_trigger":"bbo","snapshot":true,"symbol":"BTC/USDT"},"success":true,"time_in":"2026-11-20T15:00:00.102Z","time_out":"2026-11-20T15:00:00.102Z"}',
    '{"error":"Currency pair not supported BNB/USDT","method":"subscribe","success":false,"symbol":"BNB/USDT","time_in":"2026-11-20T15:00:00.102Z","time_out":"2026-11-20T15:00:00.102Z"}',
    '{"channel":"ticker","type":"snapshot","data":[{"symbol":"BTC/USDT","bid":92011.98,"bid_qty":0.74,"ask":92011.99,"ask_qty":0.004,"last":92011.9,"volume":99.72,"vwap":91800.1,"low":91000.0,"high":92500.0,"change":-11.1,"change_pct":-0.01}]}',
    '{"channel":"ticker","type":"update","data":[{"symbol":"ETH/USDT","bid":3101.11,"bid_qty":7.1,"ask":3101.12,"ask_qty":0.4,"last":3101.0,"volume":997.2,"vwap":3100.1,"low":3000.0,"high":3200.0,"change":-1.1,"change_pct":-0.03}]}',
    '{"channel":"heartbeat"}',
  ],
};

let server: WebSocketServer;
let url: string;
const connected: WebSocket[] = [];
const paths: string[] = [];
let source: Source | undefined;

beforeEach(async () => {
  connected.length = 0;
  paths.length = 0;
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket, request) => {
    connected.push(socket);
    paths.push(request.url ?? '');
  });
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  source?.stop();
  for (const socket of server.clients) socket.terminate();
  server.close();
  await once(server, 'close');
});

const open = (exchange: Exchange, clock = systemClock, silentMs?: number): Source => {
  source = createExchangeSource(
    exchange,
    { clock, random: seededRandom('feed'), log: silentLog },
    { url, ...(silentMs === undefined ? {} : { silentMs }) },
  );
  void source.start();
  return source;
};
const quoted = (of: Source, market: Market, at = Date.now()): string | undefined => {
  const quote = of.quote(market, at);
  return quote && format(quote.price);
};
const nth = async (n: number): Promise<WebSocket> => {
  await expect.poll(() => connected.length, { interval: 5 }).toBeGreaterThanOrEqual(n);
  const socket = connected[n - 1];
  if (!socket) throw new Error(`no connection ${n}`);
  return socket;
};

describe.each([binance, coinbase, kraken])('$name', (exchange) => {
  test('quotes the middle of best bid and ask from its documented frames', async () => {
    const opened = open(exchange);
    expect(quoted(opened, BTC)).toBeUndefined();
    const socket = await nth(1);
    for (const frame of RECORDED[exchange.name] ?? []) socket.send(frame);
    await expect.poll(() => quoted(opened, ETH)).toBe('3101.115');
    expect(quoted(opened, BTC)).toBe('92011.985');
    expect(opened.covers(AAPL)).toBe(false);
    expect(opened.quote(AAPL, Date.now())).toBeUndefined();
  });

  test('subscribes to all its products', async () => {
    const frames: string[] = [];
    server.on('connection', (socket) =>
      socket.on('message', (data: Buffer) => frames.push(data.toString('utf8'))),
    );
    open(exchange);
    await nth(1);
    await expect
      .poll(() => `${paths[0]} ${frames.join()}`.toUpperCase())
      .toContain((exchange.products['BTC/USDT'] ?? '').toUpperCase());
  });

  test('ignores frames that are no quotes', async () => {
    const opened = open(exchange);
    const socket = await nth(1);
    const lines = [
      '',
      'null',
      '[]',
      '{"type":"ticker"}',
      'not json',
      '{"stream":"x","data":{"s":"BTCUSDT","b":"-1","a":"1"}}',
    ];
    for (const line of [...lines, ...(RECORDED[exchange.name] ?? [])]) socket.send(line);
    await expect.poll(() => quoted(opened, ETH)).toBe('3101.115');
  });
});

test('a crossed book, a zero or an exponent is no quote', async () => {
  const opened = open(binance);
  const socket = await nth(1);
  const frame = (bid: string, ask: string) =>
    JSON.stringify({ stream: 's', data: { s: 'BTCUSDT', b: bid, a: ask } });
  for (const [bid, ask] of [
    ['101', '100'],
    ['0', '1'],
    ['1e5', '2e5'],
    ['NaN', '1'],
  ] as const)
    socket.send(frame(bid, ask));
  for (const each of RECORDED['binance']?.slice(1) ?? []) socket.send(each);
  await expect.poll(() => quoted(opened, ETH)).toBe('3101.115');
  expect(quoted(opened, BTC)).toBeUndefined();
});

test('a lost connection is reopened, and earlier quotes are discarded', async () => {
  const clock = virtualClock(Date.now());
  const opened = open(binance, clock);
  (await nth(1)).send(RECORDED['binance']?.[0] ?? '');
  await expect.poll(() => quoted(opened, BTC)).toBe('92011.985');
  connected[0]?.terminate();
  await expect.poll(() => quoted(opened, BTC)).toBeUndefined();
  clock.advance(2_000);
  const again = await nth(2);
  expect(quoted(opened, BTC)).toBeUndefined();
  again.send(RECORDED['binance']?.[1] ?? '');
  await expect.poll(() => quoted(opened, ETH)).toBe('3101.115');
  expect(quoted(opened, BTC)).toBeUndefined();
});

test('a silent connection is closed and reopened', async () => {
  const clock = virtualClock(Date.now());
  const opened = open(binance, clock, 4_000);
  (await nth(1)).send(RECORDED['binance']?.[0] ?? '');
  await expect.poll(() => quoted(opened, BTC)).toBe('92011.985');
  const closed = once(connected[0] as WebSocket, 'close');
  clock.advance(5_000);
  await closed;
  await expect.poll(() => quoted(opened, BTC)).toBeUndefined();
  clock.advance(2_000);
  await nth(2);
});

test('a quote is valid while its connection lives, but not longer than the exchange holds it', async () => {
  const clock = virtualClock(Date.now());
  const start = clock.now();
  const opened = open(coinbase, clock);
  const socket = await nth(1);
  for (const frame of RECORDED['coinbase'] ?? []) socket.send(frame);
  await expect.poll(() => quoted(opened, ETH)).toBe('3101.115');
  expect(opened.quote(BTC, clock.now())?.time).toBe(start);
  const heartbeat = RECORDED['coinbase']?.at(-1) ?? '';
  for (const [after, vouched] of [
    [2_000, 2_000],
    [9_000, 9_000],
    [14_000, 10_000],
  ] as const) {
    clock.set(start + after);
    socket.send(heartbeat);
    await expect.poll(() => opened.quote(BTC, clock.now())?.time).toBe(start + vouched);
  }
});

test('a refused subscription closes the connection and is retried later', async () => {
  const clock = virtualClock(Date.now());
  open(coinbase, clock);
  const socket = await nth(1);
  const closed = once(socket, 'close');
  socket.send('{"type":"error","message":"Failed to subscribe","reason":"BTC-USDT is not a valid product"}');
  await closed;
  await expect.poll(() => (clock.advance(1_000), connected.length)).toBe(2);
});

test("the stock source sends its key after the provider's greeting, and quotes from its documented frames", async () => {
  const said: unknown[] = [];
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as { action: string };
      said.push(frame);
      if (frame.action === 'auth') socket.send('[{"T":"success","msg":"authenticated"}]');
      if (frame.action === 'subscribe')
        socket.send(
          '[{"T":"subscription","trades":[],"quotes":["AAPL"]},{"T":"q","S":"AAPL","bx":"V","bp":268.41,"bs":1,"ax":"V","ap":268.47,"as":2,"c":["R"],"z":"C","t":"2026-11-20T15:00:00.1Z"}]',
        );
    });
    socket.send('[{"T":"success","msg":"connected"}]');
  });
  const opened = open(alpaca({ key: 'PK1', secret: 'hush' }));
  await expect.poll(() => quoted(opened, AAPL)).toBe('268.44');
  expect(said).toEqual([
    { action: 'auth', key: 'PK1', secret: 'hush' },
    { action: 'subscribe', quotes: ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMZN', 'GOOGL'] },
  ]);
  expect(opened.covers(BTC)).toBe(false);
});

test('a key that the provider rejects closes the connection', async () => {
  open(alpaca({ key: 'PK1', secret: 'wrong' }));
  const socket = await nth(1);
  const closed = once(socket, 'close');
  socket.send('[{"T":"error","code":402,"msg":"auth failed"}]');
  await closed;
});

test('a stopped source stays closed', async () => {
  const clock = virtualClock(Date.now());
  const opened = open(binance, clock);
  const closed = once(await nth(1), 'close');
  opened.stop();
  await closed;
  clock.advance(120_000);
  expect(connected).toHaveLength(1);
});

test('the backoff grows from one second to half a minute, with jitter', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((attempt) => waitBefore(attempt, 0))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect(waitBefore(0, 0.8)).toBe(1200);
});

test('each loss doubles the backoff, until a connection has lasted half a minute', async () => {
  const clock = virtualClock(Date.now());
  const waits: number[] = [];
  const info = (fields: object): void => {
    if ('waitMs' in fields) waits.push(Number(fields.waitMs));
  };
  const log = { ...silentLog, info };
  const random = { ...seededRandom('feed'), unit: () => 0 };
  const opened = createExchangeSource(binance, { clock, random, log }, { url, silentMs: 90_000 });
  source = opened;
  void opened.start();
  for (const [lost, lasted] of [0, 29_999, 30_000, 0].entries()) {
    const socket = await nth(lost + 1);
    socket.send(RECORDED['binance']?.[0] ?? '');
    await expect.poll(() => quoted(opened, BTC)).toBe('92011.985');
    clock.advance(lasted);
    socket.terminate();
    await expect.poll(() => waits).toHaveLength(lost + 1);
    clock.advance(waits.at(-1) ?? 0);
  }
  expect(waits).toEqual([1_000, 2_000, 1_000, 2_000]);
});

test('sources are chosen by their names, and an unknown name is refused with the list of names', () => {
  const ctx = { clock: virtualClock(), random: seededRandom('feed'), log: silentLog };
  expect(exchangeSources(ctx, ['kraken', 'binance']).map(({ name, kind }) => [name, kind])).toEqual([
    ['kraken', 'live'],
    ['binance', 'live'],
  ]);
  expect(exchangeSources(ctx, ['kraken', 'kraken'])).toHaveLength(1);
  expect(exchangeSources(ctx)).toHaveLength(3);
  expect(exchangeSources(ctx, ['kraken'], { key: 'PK1', secret: 'hush' }).map(({ name }) => name)).toEqual([
    'kraken',
    'alpaca',
  ]);
  expect(() => exchangeSources(ctx, ['mtgox'])).toThrow(
    'unknown price source mtgox, known: binance, coinbase, kraken',
  );
});

describe('names that operators added', () => {
  const added = (products: Market['products']): Market => ({ ...BTC, symbol: 'NEWC/USDT', products });
  const subscriptions = async (socket: WebSocket): Promise<string[]> => {
    const frames: string[] = [];
    socket.on('message', (data: Buffer) => frames.push(data.toString('utf8')));
    return frames;
  };

  test('are subscribed to once, on the running connection and after it was lost', async () => {
    const clock = virtualClock(Date.now());
    const opened = open(binance, clock);
    const pair = added({ binance: 'NEWCUSDT' });
    const first = await nth(1);
    first.send(RECORDED['binance']?.[0] ?? '');
    await expect.poll(() => quoted(opened, BTC)).toBe('92011.985');
    const frames = await subscriptions(first);
    expect(quoted(opened, pair)).toBeUndefined();
    expect(quoted(opened, pair)).toBeUndefined();
    await expect.poll(() => frames.join()).toContain('newcusdt@bookTicker');
    expect(frames).toHaveLength(1);
    first.send(JSON.stringify({ stream: 's', data: { s: 'NEWCUSDT', b: '1.24', a: '1.26' } }));
    await expect.poll(() => quoted(opened, pair)).toBe('1.25');
    expect(quoted(opened, BTC)).toBe('92011.985');
    const again: string[] = [];
    server.once('connection', (socket) =>
      socket.on('message', (data: Buffer) => again.push(data.toString('utf8'))),
    );
    first.terminate();
    await expect.poll(() => quoted(opened, pair)).toBeUndefined();
    clock.advance(2_000);
    await nth(2);
    await expect.poll(() => again.join()).toContain('newcusdt@bookTicker');
  });

  test('that were tried long ago make room for new ones; those that are quoted stay', async () => {
    const opened = open(binance);
    const socket = await nth(1);
    socket.send(RECORDED['binance']?.[0] ?? '');
    await expect.poll(() => quoted(opened, BTC)).toBe('92011.985');
    const names = (each: string): Market => added({ binance: `${each}USDT` });
    const frames = await subscriptions(socket);
    for (const each of ['USED', 'OLD']) quoted(opened, names(each));
    for (let index = 0; index < 199; index++) {
      quoted(opened, names('USED'));
      quoted(opened, names(`TRY${index}`));
    }
    quoted(opened, names('USED'));
    await expect.poll(() => frames.join()).toContain('try198usdt@bookTicker');
    for (const each of ['USED', 'OLD']) quoted(opened, names(each));
    quoted(opened, names('LAST'));
    await expect.poll(() => frames.join()).toContain('lastusdt@bookTicker');
    const times = (each: string): number => frames.filter((frame) => frame.includes(`"${each}usdt@`)).length;
    expect([times('used'), times('old')]).toEqual([1, 2]);
  });

  test('have the form of the exchange and USDT as quote currency; a name elsewhere is none here', () => {
    for (const [exchange, good, bad] of [
      [binance, 'NEWCUSDT', ['NEWCBTC', 'newcusdt', 'NEWC/USDT', 'USDT', '']],
      [coinbase, 'NEWC-USDT', ['NEWC-USD', 'NEWCUSDT']],
      [kraken, 'NEWC/USDT', ['NEWC/EUR', 'NEWCUSDT']],
    ] as const) {
      const opened = open(exchange);
      expect(opened.covers(added({ [exchange.name]: good })), good).toBe(true);
      for (const name of bad) expect(opened.covers(added({ [exchange.name]: name })), name).toBe(false);
      expect(opened.covers(added({ elsewhere: good }))).toBe(false);
      expect(opened.covers(added(undefined))).toBe(false);
      opened.stop();
    }
  });

  test('that an exchange refuses leave its connection and the other names alone', async () => {
    const opened = open(coinbase);
    const pair = added({ coinbase: 'NEWC-USDT' });
    const socket = await nth(1);
    for (const frame of RECORDED['coinbase'] ?? []) socket.send(frame);
    await expect.poll(() => quoted(opened, ETH)).toBe('3101.115');
    quoted(opened, pair);
    let isClosed = false;
    socket.on('close', () => (isClosed = true));
    const reason = 'NEWC-USDT is not a valid product';
    socket.send(JSON.stringify({ type: 'error', message: 'Failed to subscribe', reason }));
    socket.send(
      '{"type":"ticker","sequence":2,"product_id":"ETH-USDT","price":"3","best_bid":"3100","best_ask":"3102"}',
    );
    await expect.poll(() => quoted(opened, ETH)).toBe('3101');
    expect([isClosed, quoted(opened, pair)]).toEqual([false, undefined]);
  });

  test.each(['BTC-USDT', 'BTC-USDT.', 'X.C-USDT'])(
    'are not taken for a refused name that contains them: %s',
    async (refused) => {
      // The clock stands still, so that silence does not close the connection.
      const clock = virtualClock(Date.now());
      const opened = open(coinbase, clock);
      const socket = await nth(1);
      for (const frame of RECORDED['coinbase'] ?? []) socket.send(frame);
      await expect.poll(() => quoted(opened, ETH, clock.now())).toBe('3101.115');
      quoted(opened, added({ coinbase: 'C-USDT' }));
      const closed = once(socket, 'close');
      socket.send(
        JSON.stringify({ type: 'error', message: 'Failed to subscribe', reason: `Bad: ${refused}` }),
      );
      await closed;
    },
  );

  test('wait for the key of a source that greets', async () => {
    const said: string[] = [];
    server.on('connection', (socket) => {
      socket.on('message', (data: Buffer) => {
        const { action, quotes } = JSON.parse(data.toString('utf8')) as { action: string; quotes?: string[] };
        said.push(`${action} ${quotes?.join() ?? ''}`.trim());
        if (action === 'auth') socket.send('[{"T":"success","msg":"authenticated"}]');
      });
      socket.send('[{"T":"success","msg":"connected"}]');
    });
    const opened = open(alpaca({ key: 'PK1', secret: 'hush' }));
    quoted(opened, added({ alpaca: 'NEWS' }));
    await expect
      .poll(() => said)
      .toEqual(['auth', 'subscribe AAPL,MSFT,NVDA,TSLA,AMZN,GOOGL', 'subscribe NEWS']);
  });
});

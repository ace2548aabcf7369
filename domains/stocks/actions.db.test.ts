import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { createMarket } from '@karat/domains/market';
import type { Market, MarketData, Source } from '@karat/domains/market';
import type { Notification } from '@karat/domains/messages';
import type { Payload } from '@karat/domains/operators';
import { createSpot, marketsOf, usersWithOrders } from '@karat/domains/spot';
import type { Spot } from '@karat/domains/spot';
import { amount, format, negate, price, rate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createWorker } from '@karat/platform/work';
import { MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createActionCalendar, createStocks } from './index.ts';
import type { ActionCalendar, Stocks } from './index.ts';
import { entitlementsOf, standingActions } from './store.ts';

/** A Saturday: New York is closed until Monday. */
const START = Date.parse('2026-11-21T12:00:00Z');
const [ANNA, BEN] = [userId(100_901), userId(100_902)];
const source: Source = {
  name: 'test',
  kind: 'live',
  covers: () => true,
  start: () => undefined,
  stop: () => undefined,
  quote: (market, at) => ({ price: price(market.kind === 'stock' ? '400' : '30000'), time: at }),
};

let database: TestDatabase;
let ctx: Context;
let ledger: Ledger;
let market: MarketData;
let spot: Spot;
let stocks: Stocks;
let calendar: ActionCalendar;
let aapl: Market;
let adjusted: number[];
let notifications: Notification[];
const clock = virtualClock(START);
const errors: unknown[] = [];

beforeEach(async () => {
  clock.set(START);
  [adjusted, notifications] = [[], []];
  database = await createTestDatabase();
  errors.length = 0;
  const log = { ...silentLog, error: (fields: object) => void errors.push(fields) };
  const bus = createBus((error) => errors.push(error));
  ctx = { db: database.db, clock, random: seededRandom('stocks'), bus, log, demo: true };
  ledger = createLedger(ctx);
  calendar = createActionCalendar();
  const signer = signerFromSeed(new Uint8Array(32));
  market = await createMarket({
    ctx,
    sources: [source],
    signer,
    actions: calendar,
    breaker: { spread: rate('0.02'), sourcesMin: 1 },
  });
  await market.start();
  spot = createSpot({ ctx, ledger, markets: await marketsOf(market, ledger, ctx.db), isHouse: () => false });
  await spot.start();
  await market.connect(spot);
  aapl = market.instruments.bySymbol('AAPL/USDT') ?? expect.fail('no AAPL');
  stocks = createStocks({
    ctx,
    ledger,
    market,
    calendar,
    messages: { notifyAll: async (_, notices) => void notifications.push(...notices) },
    orders: {
      usersWithOrders: (id) => usersWithOrders(ctx.db, id),
      cancelAll: (user, id) => spot.trading.cancelAll(user, id),
    },
    positions: { adjust: async (_, id) => void adjusted.push(id) },
  });
  await give(ANNA, '3.333333');
  await give(BEN, '10');
});
const nothingFailed = (): void => expect(errors).toEqual([]);
afterEach(async () => {
  nothingFailed();
  await spot.stop();
  await market.stop();
  await database.drop();
});

async function give(user: UserId, shares: string): Promise<void> {
  const entries = [
    { account: houseAccount('external'), currency: aapl.base, available: negate(amount(shares)) },
    { account: userAccount(user, 'change'), currency: aapl.base, available: amount(shares) },
  ];
  const journal = { key: `test:${user}`, kind: 'genesis', reference: 'test', at: START, entries } as const;
  await ctx.db.transact((tx) => ledger.post(tx, journal));
}

let approvals = 0;
/** An approved action. */
const decide = (kind: string, payload: Payload): Promise<void> =>
  ctx.db.transact(async (tx) => {
    const { execute } = stocks.approvals[kind] ?? expect.fail(kind);
    const decision = { approval: ++approvals, reason: 'test', askedBy: 'finance', approvedBy: 'risk' };
    await execute(tx, payload, decision);
  });
const plan = (terms: Payload, effective = START + 10 * MINUTE_MS): Promise<void> =>
  decide('stock action', { match_id: aapl.id, effective_ms: effective, note: 'test', ...terms });
const SPLIT = { kind: 'split', ratio_new: 4, ratio_old: 1 };
const DIVIDEND = { kind: 'dividend', per_share: '0.25' };

/** Advances the clock and runs the due work. */
async function due(at: number): Promise<void> {
  clock.set(at);
  const worker = createWorker(ctx, stocks.work);
  await worker.runDue();
}
const has = async (user: UserId, currency = aapl.base): Promise<string> => {
  const { available, held } = await ledger.balance(ctx.db, userAccount(user, 'change'), currency);
  return `${format(available)}/${format(held)}`;
};
const states = async (): Promise<string[]> => (await standingActions(ctx.db)).map(({ state }) => state);

test('a split multiplies shares, divides the price and the candles, ends orders and is done once', async () => {
  await spot.trading.place(BEN, {
    marketId: aapl.id,
    side: 'sell',
    orderType: 'limit',
    quantity: amount('4'),
    price: price('401'),
  });
  expect(await has(BEN)).toBe('6/4');
  await ctx.db.run(sql`
    insert into market_candles (market_id, period, start, open, high, low, close, vol, amount, backfilled)
    values (${aapl.id}, 1, 1000000200, 400, 410, 390, 404, 8, 3200, false)`);
  await plan(SPLIT);
  await expect.poll(() => market.state(aapl.id)).toBe('closed');
  clock.set(START + 9 * MINUTE_MS);
  await expect.poll(() => market.state(aapl.id)).toBe('halted');
  await expect(
    spot.trading.place(BEN, {
      marketId: aapl.id,
      side: 'sell',
      orderType: 'limit',
      quantity: amount('1'),
      price: price('401'),
    }),
  ).rejects.toThrow('market_halted');

  await due(START + 10 * MINUTE_MS);
  expect(await states()).toEqual(['done']);
  expect([await has(ANNA), await has(BEN)]).toEqual(['13.333332/0', '40/0']);
  await expect.poll(() => market.state(aapl.id)).toBe('closed');
  expect(format(market.index(aapl.id)?.price ?? price('0'))).toBe('100');
  const candle = await ctx.db.one(
    sql`select open::text, low::text, vol::text, amount::text from market_candles where market_id = ${aapl.id}`,
  );
  expect(candle).toEqual({
    open: '100.0000000000',
    low: '97.5000000000',
    vol: '32.0000000000',
    amount: '3200.0000000000',
  });
  expect(adjusted).toEqual([aapl.id]);
  expect(notifications.map(({ user, kind, values }) => [user, kind, values?.['after']])).toEqual([
    [ANNA, 'stocks:split', '13.333332'],
    [BEN, 'stocks:split', '40'],
  ]);
  const [action] = await standingActions(ctx.db);
  expect(notifications[0]?.key).toBe(`stocks:${action?.id}:${ANNA}`);

  await due(START + 20 * MINUTE_MS);
  expect(await has(BEN)).toBe('40/0');
  expect((await auditLedger(ctx.db)).differences).toEqual([]);
});

test('a dividend pays every holder per share, shares in orders included, and leaves the orders', async () => {
  await spot.trading.place(BEN, {
    marketId: aapl.id,
    side: 'sell',
    orderType: 'limit',
    quantity: amount('4'),
    price: price('401'),
  });
  await plan(DIVIDEND);
  await due(START + 10 * MINUTE_MS);
  expect([await has(ANNA, aapl.quote), await has(BEN, aapl.quote)]).toEqual(['0.833333/0', '2.5/0']);
  expect(await has(BEN)).toBe('6/4');
  const own = await entitlementsOf(ctx.db, BEN, undefined, 10);
  expect(own.map(({ before, after, paid }) => [before, after, paid].map(format))).toEqual([
    ['10', '10', '2.5'],
  ]);
  await expect.poll(() => format(market.index(aapl.id)?.price ?? price('0'))).toBe('399.75');
  expect((await auditLedger(ctx.db)).differences).toEqual([]);
});

test('a cancelled action does not happen', async () => {
  await plan(SPLIT);
  const [action] = await standingActions(ctx.db);
  const pauses = () => calendar.paused(aapl.id, START + 10 * MINUTE_MS);
  await expect.poll(pauses).toBe(true);
  await decide('stock action cancel', { id: action?.id ?? 0 });
  await expect.poll(pauses).toBe(false);
  await due(START + 10 * MINUTE_MS);
  expect(await has(BEN)).toBe('10/0');
  await expect.poll(() => market.state(aapl.id)).toBe('closed');
  await expect(decide('stock action cancel', { id: action?.id ?? 0 })).rejects.toThrow(
    'stock_action_decided',
  );
});

test('an action is refused in the past, during a session, twice, and for a coin', async () => {
  await expect(plan(SPLIT, START)).rejects.toThrow('stock_action_time');
  await expect(plan(SPLIT, Date.parse('2026-11-23T15:00:00Z'))).rejects.toThrow('stock_action_time');
  await plan(SPLIT);
  await expect(plan(SPLIT)).rejects.toThrow('approval_decided');
  const coin = market.instruments.bySymbol('BTC/USDT')?.id ?? expect.fail('no BTC');
  await expect(plan({ ...SPLIT, match_id: coin })).rejects.toThrow('stock_action_invalid');
  await expect(plan({ kind: 'dividend', per_share: '400' })).rejects.toThrow('stock_action_invalid');
});

test('an action that came due while the server was down happens before the market moves again', async () => {
  await plan(SPLIT, START + 10 * MINUTE_MS);
  const open = Date.parse('2026-11-23T15:00:00Z');
  clock.set(open);
  await expect.poll(() => market.state(aapl.id)).toBe('halted');
  await due(open);
  await expect.poll(() => market.state(aapl.id)).toBe('open');
  expect(await has(BEN)).toBe('40/0');
});

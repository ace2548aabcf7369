import { marketId, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { auditLedger, createLedger } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { createMarket, createSeeds } from '@karat/domains/market';
import type { MarketData } from '@karat/domains/market';
import { createSpot, marketsOf } from '@karat/domains/spot';
import type { Spot } from '@karat/domains/spot';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBots } from './bots/bots.ts';
import type { Bots } from './bots/bots.ts';
import type { BotTrading } from './bots/ports.ts';
import { historyOf } from './history.ts';
import { createSimulatedSource } from './source.ts';

/** A Friday during trading hours of New York. */
const START = Date.parse('2026-11-20T15:00:00Z');
const BTC = marketId(1);
const HOUSE = new Map([
  ['market-maker', userId(65_001)],
  ['taker-1', userId(65_002)],
  ['taker-2', userId(65_003)],
]);

let database: TestDatabase;
let market: MarketData;
let spot: Spot;
let bots: Bots;
let backfilled: number;
const errors: unknown[] = [];
const clock = virtualClock(START);
/** Requests of bots without a reply yet. */
let asked = 0;

const awaited = async <T>(work: Promise<T>): Promise<T> => {
  asked += 1;
  return work.finally(() => (asked -= 1));
};

const STEP_MS = 50;

/** A second's tick is taken in the step after its beginning, and durable before it is published. */
const isTicked = (): boolean =>
  (market.index(BTC)?.time ?? 0) >= Math.floor((clock.now() - STEP_MS) / 1000) * 1000;

/**
 * Advances time in small steps; each waits until the index has followed and every bot has its reply. A bot that
 * continues after a reply submits in the same turn, so no pending request at the end of a turn means that all of them
 * are done.
 */
async function pass(ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += STEP_MS) {
    clock.advance(STEP_MS);
    await expect.poll(() => asked === 0 && isTicked(), { interval: 1 }).toBe(true);
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  const log = { ...silentLog, error: (fields: object) => void errors.push(fields) };
  const bus = createBus((error) => errors.push(error));
  const ctx = { db: database.db, clock, random: seededRandom('exchange'), bus, log, demo: true };
  const ledger = createLedger(ctx);
  const source = createSimulatedSource({ clock, seeds: createSeeds(ctx) });
  market = await createMarket({ ctx, sources: [source], signer: signerFromSeed(new Uint8Array(32)) });
  await market.start();
  const isHouse = (id: UserId): boolean => [...HOUSE.values()].includes(id);
  spot = createSpot({ ctx, ledger, markets: await marketsOf(market, ledger, ctx.db), isHouse });
  await spot.start();
  const now = Math.floor(clock.now() / 1000);
  const history = () =>
    historyOf(market.instruments.all(), (symbol) => source.priceAt(symbol, clock.now()), now, {
      seed: 'seed',
      candles: 330,
    });
  backfilled = await market.backfill(history);
  await market.connect(spot);
  const ensureHouseUser = async (_: unknown, name: string): Promise<UserId> => HOUSE.get(name) ?? userId(1);
  const trading: BotTrading = {
    place: (...order) => awaited(spot.trading.place(...order)),
    cancel: (...order) => awaited(spot.trading.cancel(...order)),
    cancelAll: (...orders) => awaited(spot.trading.cancelAll(...orders)),
  };
  const books: Pick<Ledger, 'post' | 'balances'> = {
    post: (...journal) => ledger.post(...journal),
    balances: (...accounts) => awaited(ledger.balances(...accounts)),
  };
  bots = createBots({ ctx, market, trading, ledger: books, ensureHouseUser });
  await bots.start();
});
afterAll(async () => {
  await bots.stop();
  await spot.stop();
  await market.stop();
  await database.drop();
});

test('charts are full from the first start', () => {
  expect(backfilled).toBeGreaterThan(300 * 9 * 14);
});

test('the bots make a market: full books around the index, trades in the candles, and a balanced ledger', async () => {
  await pass(10_000);
  expect(errors).toEqual([]);
  for (const { id } of market.instruments.all()) {
    const depth = spot.books.depth(id, 50);
    // Ten levels a side, less those taken within the last second.
    expect(depth?.bids.length).toBeGreaterThan(3);
    expect(depth?.asks.length).toBeGreaterThan(3);
    expect((depth?.bids[0]?.[0] ?? 0n) < (depth?.asks[0]?.[0] ?? 0n)).toBe(true);
    const index = market.index(id)?.price ?? 0n;
    const [bid] = depth?.bids[0] ?? [0n];
    expect(Math.abs(Number(bid - index) / Number(index))).toBeLessThan(0.003);
  }
  const { fills } = await database.db.one<{ fills: number }>(
    sql`select count(*)::int as fills from spot_fills`,
  );
  expect(fills).toBeGreaterThan(10);
  expect(market.inside.candles.figures(BTC)?.volume).toBeGreaterThan(0n);
  const report = await auditLedger(database.db);
  expect(report).toMatchObject({ differences: [] });
});

test('the bots stay within their message budget', async () => {
  const before = spot.counts().commands;
  await pass(10_000);
  expect((spot.counts().commands - before) / 10).toBeLessThan(45);
});

test('bots that stop leave no order in any book', async () => {
  await bots.stop();
  for (const { id } of market.instruments.all()) {
    expect(spot.books.depth(id, 50)).toMatchObject({ bids: [], asks: [] });
  }
});

import { createContracts, createCopyTradingPort } from '@karat/domains/contracts';
import type { Contracts } from '@karat/domains/contracts';
import { USDT, auditLedger, createLedger, houseAccount } from '@karat/domains/ledger';
import { createMarket, indexTicked } from '@karat/domains/market';
import type { MarketData, Source } from '@karat/domains/market';
import { userId } from '@karat/contract';
import { amount, negate, price, rate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { MINUTE_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STRATEGIES } from './strategies.ts';
import { createDemoTraders } from './traders.ts';
import type { DemoTraders } from './traders.ts';

const START = Date.parse('2026-11-20T10:00:00Z');
const clock = virtualClock(START);
const errors: unknown[] = [];
const seeded: string[] = [];
let at = '30000';
let database: TestDatabase;
let market: MarketData;
let contracts: Contracts;
let traders: DemoTraders;
const bus = createBus((error) => errors.push(error));
const source: Source = {
  name: 'test',
  kind: 'simulated',
  covers: () => true,
  start: () => undefined,
  stop: () => undefined,
  quote: (_, now) => ({ price: price(at), time: now }),
};

beforeAll(async () => {
  database = await createTestDatabase({ connections: 6 });
  const log = { ...silentLog, error: (fields: object) => void errors.push(fields) };
  const ctx = { db: database.db, clock, random: seededRandom('traders'), bus, log, demo: true };
  const ledger = createLedger(ctx);
  market = await createMarket({
    ctx,
    sources: [source],
    signer: signerFromSeed(new Uint8Array(32)),
    breaker: { spread: rate('0.02'), sourcesMin: 1 },
  });
  await market.start();
  contracts = createContracts({
    ctx,
    ledger,
    levelOf: async () => 0,
    notify: async () => undefined,
    market: {
      all: () => market.instruments.all(),
      find: (id) => market.instruments.find(id),
      byPair: (base, quote) => market.instruments.byPair(base, quote),
      state: (id) => market.state(id),
      index: (id) => market.index(id),
      tickAt: async () => undefined,
    },
  });
  const funds = [
    { account: houseAccount('external'), currency: USDT, available: negate(amount('1000000')) },
    { account: houseAccount('contracts_pool'), currency: USDT, available: amount('1000000') },
  ];
  const journal = {
    key: 'test:pool',
    kind: 'genesis',
    reference: 'test',
    at: START,
    entries: funds,
  } as const;
  await ctx.db.transact((tx) => ledger.post(tx, journal));
  await contracts.start();
  traders = createDemoTraders({
    ctx,
    market,
    ledger,
    orders: contracts.orders,
    positions: createCopyTradingPort(contracts),
    ensureHouseUser: async (_, name) => userId(100_971 + STRATEGIES.findIndex((each) => each.name === name)),
    seedTrader: async (_, user) => void seeded.push(String(user)),
  });
});
afterAll(async () => {
  await traders.stop();
  await contracts.stop();
  await market.stop();
  await database.drop();
});

/** The index moves to a price at a moment, and everything that follows from it is settled. */
async function tick(to: string, moment: number): Promise<void> {
  at = to;
  const ticked = new Promise<void>((resolve) => {
    const stop = bus.subscribe(indexTicked, () => (stop(), resolve()));
  });
  clock.set(moment);
  await ticked;
  await contracts.idle();
}
const positions = () =>
  database.db.rows<{ user_id: number; side: string; status: number }>(
    sql`select user_id, side, status from contracts_positions order by id`,
  );

test('the traders are funded once, trade by their strategies with real fills, and close in time', async () => {
  await tick('30000', START + 1_010);
  await traders.start();
  await traders.stop();
  await traders.start();
  expect(seeded).toEqual(['100971', '100972', '100973', '100971', '100972', '100973']);
  await tick('30300', START + 70 * MINUTE_MS + 1_010);
  await traders.tradeAll();
  await traders.tradeAll();
  // With the rise: a long; against it: shorts.
  expect(await positions()).toEqual([
    { user_id: 100_971, side: 'long', status: 1 },
    { user_id: 100_972, side: 'short', status: 1 },
    { user_id: 100_973, side: 'short', status: 1 },
  ]);
  await tick('30300', START + 116 * MINUTE_MS + 1_010);
  await traders.tradeAll();
  expect((await positions()).map(({ status }) => status)).toEqual([3, 1, 1]);
  expect(errors).toEqual([]);
  expect((await auditLedger(database.db)).differences).toEqual([]);
});

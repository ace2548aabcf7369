// Shared setup of the matching engine's benches: a durable database, markets, funded accounts, an order flow.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { currencyId, marketId, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Journal } from '@karat/domains/ledger';
import type { Markets, PlaceInput, SpotMarket } from '@karat/domains/spot';
import { amount, negate, price, rate, times } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Database } from '@karat/platform/db';
import { sql } from '@karat/platform/db';
import { createBus } from '@karat/platform/bus';
import { systemClock } from '@karat/platform/clock';
import { createLog } from '@karat/platform/log';
import { systemRandom } from '@karat/platform/random';
import { openBenchDatabase } from '@karat/testkit';

const BTC = currencyId(1);
const USDT = currencyId(3);
export const FIRST_USER = 1_000_001;
const MID_TICKS = 300_000;
const TICK = price('0.1');
const LOT = amount('0.00001');

export const MARKET: SpotMarket = {
  id: marketId(1),
  symbol: 'BTC/USDT',
  base: BTC,
  quote: USDT,
  baseName: 'BTC',
  quoteName: 'USDT',
  baseDecimals: 8,
  quoteDecimals: 6,
  tick: TICK,
  lot: LOT,
  minNotional: amount('5'),
  band: rate('0.5'),
  makerFee: rate('0.001'),
  takerFee: rate('0.001'),
};

export const markets: Markets = {
  all: () => [MARKET],
  get: (id) => (id === MARKET.id ? MARKET : undefined),
  state: () => 'open',
  index: () => ({ price: price('30000'), stale: false }),
  load: () => Promise.resolve(),
};

export const benchContext = (db: Database): Context => ({
  db,
  clock: systemClock,
  random: systemRandom,
  log: createLog('warn'),
  demo: false,
  bus: createBus((error) => console.error(error)),
});

/** A database of a bench with a context, and the processor time that the database has used so far, ms. */
export async function openBenchContext() {
  const {
    db,
    url,
    cluster,
    [Symbol.asyncDispose]: close,
  } = await openBenchDatabase({
    statementTimeoutMs: 600_000,
  });
  return { ctx: benchContext(db), db, url, cpuMs: () => cpuMsOf(cluster), close };
}
/** Processor time of a database's live processes so far, in ms; only on Linux. */
export function cpuMsOf(cluster: string): number {
  const postmaster = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return cpuMs((pid, parent) => pid === postmaster || parent === postmaster);
}

/** Processor time of the selected live processes. */
export function cpuMs(chosen: (pid: number, parent: number) => boolean): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (chosen(Number(pid), Number(fields[1]))) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks * 10;
}
export type BenchContext = Awaited<ReturnType<typeof openBenchContext>>;

/** Funds a number of accounts with both currencies, by journals. */
export async function fundAccounts({ ctx }: { readonly ctx: Context }, accounts: number): Promise<void> {
  const ledger = createLedger(ctx);
  const external = houseAccount('external');
  const at = Date.now();
  const grant = (index: number): Journal => {
    const account = userAccount(userId(FIRST_USER + index), 'change');
    const entries = [BTC, USDT].flatMap((currency) => [
      { account: external, currency, available: negate(amount('1000000')) },
      { account, currency, available: amount('1000000') },
    ]);
    return { key: `bench:grant:${index}`, kind: 'genesis', reference: 'bench', at, entries };
  };
  for (let from = 0; from < accounts; from += 500) {
    const journals = Array.from({ length: Math.min(500, accounts - from) }, (_, at) => grant(from + at));
    await ctx.db.transact((tx) => ledger.postBatch(tx, journals));
  }
  await ctx.db.run(sql`analyze`);
}

const below = (limit: number): number => Math.floor(Math.random() * limit);
export const anyUser = (accounts: number): UserId => userId(FIRST_USER + below(accounts));

const order = (side: 'buy' | 'sell', ticks: number, lots: number): PlaceInput => ({
  marketId: MARKET.id,
  side,
  orderType: 'limit',
  price: times(TICK, ticks),
  quantity: times(LOT, lots),
});

/** Limit orders close to the middle, of which about six in ten trade, without the book growing or emptying. */
export function nextOrder(): PlaceInput {
  const side = Math.random() < 0.5 ? 'buy' : 'sell';
  const distance = below(40) - 20;
  return order(side, side === 'buy' ? MID_TICKS - distance : MID_TICKS + distance, 40 + below(60));
}

/** A limit order that rests far from the middle. */
export function farOrder(): PlaceInput {
  const side = Math.random() < 0.5 ? 'buy' : 'sell';
  const distance = 1_000 + below(100_000);
  return order(side, side === 'buy' ? MID_TICKS - distance : MID_TICKS + distance, 40 + below(60));
}

/** Sorted milliseconds at the usual percentiles. */
export function percentiles(latencies: number[]): Record<string, string> {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  return { 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'p99.9 ms': at(0.999), 'max ms': at(1) };
}

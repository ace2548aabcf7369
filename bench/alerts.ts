/**
 * How long an index tick of all markets takes for 100,000 price alerts in memory, and how fast alerts that a gap fires all at once
 * are written with their notifications, on a durable database. `node bench/alerts.ts [alerts]`
 */
import { NOTICE_KINDS, marketId } from '@karat/contract';
import type { MarketId, NoticeKind } from '@karat/contract';
import { AlertBook, alertsNotices, createAlerts } from '@karat/domains/alerts';
import type { WatchedAlert } from '@karat/domains/alerts';
import { createMarket, indexTicked } from '@karat/domains/market';
import { createMessages } from '@karat/domains/messages';
import type { NoticeText } from '@karat/domains/messages';
import { amount, price } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { systemClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { systemRandom } from '@karat/platform/random';
import { openBenchDatabase } from '@karat/testkit';
import { mulberry32 } from './mulberry32.ts';

const ALERTS = Number(process.argv[2] ?? 100_000);
const MARKETS = 30;
const TICKS = 600;
const USERS = ALERTS / 50;
const START = 30_000;

/** Alerts within ten percent of the price, half above and half below, one in five on the change of a day. */
function watchedAlerts(random: () => number): WatchedAlert[] {
  return Array.from({ length: ALERTS }, (_, index) => {
    const isChange = index % 5 === 0;
    const isAbove = random() < 0.5;
    const distance = 0.001 + random() * 0.1;
    const level = START * (1 + (isAbove ? distance : -distance));
    const percent = BigInt(amount((distance * 100).toFixed(2))) * (isAbove ? 1n : -1n);
    return {
      id: index + 1,
      version: 1,
      marketId: marketId(1 + (index % MARKETS)),
      kind: isChange ? (isAbove ? 'rise_24h' : 'fall_24h') : 'price',
      threshold: isChange ? percent : BigInt(price(level.toFixed(2))),
      side: isAbove ? 'below' : 'above',
      sideMs: 0,
      quietMs: undefined,
    } satisfies WatchedAlert;
  });
}

/** Milliseconds of each tick of a random walk, all markets together. A fired alert watches its other side at once. */
function walk(
  book: AlertBook,
  markets: readonly MarketId[],
  random: () => number,
): { ms: number[]; fired: number } {
  const prices = new Map(markets.map((id) => [id, START]));
  const ms: number[] = [];
  let fired = 0;
  for (let second = 1; second <= TICKS; second++) {
    const begin = performance.now();
    for (const id of markets) {
      const next = (prices.get(id) ?? START) * (1 + (random() - 0.5) * 0.002);
      prices.set(id, next);
      const index = price(next.toFixed(2));
      const change = (): bigint => BigInt(amount((Math.abs(next / START - 1) * 100).toFixed(4)));
      const changes = book.take({ marketId: id, at: second * 1_000, price: index, change });
      fired += changes.filter(({ fires }) => fires).length;
      for (const { alert, side, at } of changes)
        book.put({ ...alert, side, sideMs: at, version: alert.version + 1 });
    }
    ms.push(performance.now() - begin);
  }
  return { ms: ms.toSorted((a, b) => a - b), fired };
}

function inMemory(markets: readonly MarketId[]): string[] {
  const random = mulberry32(1);
  const book = new AlertBook();
  const begin = performance.now();
  book.load(watchedAlerts(random));
  const loadMs = performance.now() - begin;
  const { ms, fired } = walk(book, markets, random);
  const at = (share: number): string =>
    (ms[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? 0).toFixed(2);
  const gap = performance.now();
  const crossed = markets.flatMap((id) =>
    book.take({
      ...{ marketId: id, at: (TICKS + 1) * 1_000, price: price('1000000') },
      change: () => BigInt(amount('500')),
    }),
  ).length;
  return [
    `${ALERTS} alerts of ${markets.length} markets in memory, loaded in ${loadMs.toFixed(0)} ms`,
    `a tick of all markets: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms; ${fired} fired in ${TICKS} ticks`,
    `a gap that crosses ${crossed} alerts at once: ${(performance.now() - gap).toFixed(1)} ms`,
  ];
}

async function inDatabase(db: Database): Promise<string[]> {
  const bus = createBus((error) => {
    throw error;
  });
  const ctx: Context = { db, clock: systemClock, random: systemRandom, bus, log: silentLog, demo: true };
  const market = await createMarket({ ctx, sources: [], signer: signerFromSeed(new Uint8Array(32).fill(1)) });
  const markets = market.instruments.all().map(({ id }) => id);
  const texts = Object.fromEntries(
    NOTICE_KINDS.map((kind) => [kind, alertsNotices['alerts:rose']]),
  ) as Record<NoticeKind, NoticeText>;
  const messages = createMessages({
    ctx,
    texts,
    mail: { mode: 'none', work: {}, send: () => Promise.resolve() },
    addressees: () => Promise.resolve([]),
  });
  const alerts = createAlerts({
    ctx,
    messages,
    alertsMax: 100,
    market: { ...market, state: () => 'open', dayOpen: () => undefined, rescales: () => [] },
  });
  await db.run(sql`
    insert into alerts_alerts (user_id, market_id, kind, target, target_at, repeat_minutes, side, side_at, created_at)
    select 200001 + n % ${USERS}, (${markets}::int[])[1 + n % ${markets.length}], 'price', 30000 + n, now(), 0, 'below', now(), now()
    from generate_series(0, ${ALERTS - 1}) as n`);
  await db.run(sql`analyze`);
  const begin = performance.now();
  await alerts.watcher.start();
  const loaded = performance.now();
  const time = Math.floor(Date.now() / 1000) + 60;
  const tick = { time, price: price('100000000'), source: 'simulated' as const, quotes: '' };
  bus.publish(indexTicked, {
    time: time * 1_000,
    ticks: markets.map((id) => ({ marketId: id, ...tick })),
  });
  const passed = performance.now();
  await alerts.watcher.idle();
  const seconds = (performance.now() - passed) / 1000;
  await alerts.watcher.stop();
  const { notices } = await db.one<{ notices: number }>(
    sql`select count(*) as notices from messages_notices`,
  );
  return [
    `loaded from the database in ${((loaded - begin) / 1000).toFixed(1)} s`,
    `the tick that fires all of them: ${(passed - loaded).toFixed(1)} ms`,
    `${notices} notifications written in ${seconds.toFixed(1)} s, ${Math.round(notices / seconds)} a second`,
  ];
}

for (const line of inMemory(Array.from({ length: MARKETS }, (_, index) => marketId(index + 1))))
  console.log(line);
await using bench = await openBenchDatabase();
for (const line of await inDatabase(bench.db)) console.log(line);

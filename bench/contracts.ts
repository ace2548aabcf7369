/**
 * Contracts: duration of a tick over many open positions in memory, of opening copies for many followers, and of
 * liquidating as many positions after a gap with a signed receipt of each, on a durable database. `node
 * bench/contracts.ts [positions] [users]`
 */
import { currencyId, marketId, userId } from '@karat/contract';
import type { MarketId } from '@karat/contract';
import { COPIES_MAX, createContracts, receiptsBy } from '@karat/domains/contracts';
import type { Contracts, CopyRequest, MarketPort, Position } from '@karat/domains/contracts';
import { USDT, auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Journal, Ledger } from '@karat/domains/ledger';
import { indexTicked } from '@karat/domains/market';
import type { Market } from '@karat/domains/market';
import { createProofs } from '@karat/domains/proofs';
import { chainHash } from '@karat/evidence';
import type { ReceiptTick } from '@karat/evidence';
import { amount, negate, price, rate } from '@karat/money';
import type { Price } from '@karat/money';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { seededRandom } from '@karat/platform/random';
import { FIRST_USER, openBenchContext } from './spot-setup.ts';

const [positionsText = '100000', usersText = '10000'] = process.argv.slice(2);
const positions = Number(positionsText);
const users = Number(usersText);
const MARKETS = [1, 2, 3, 4, 5, 6, 7, 8, 101, 102, 103, 104, 105, 106].map(marketId);
const TICKS = 300;
const random = seededRandom('bench-contracts');

const market = (id: MarketId): Market => ({
  id,
  symbol: `M${id}/USDT`,
  base: currencyId(id + 1_000),
  quote: USDT,
  baseName: `M${id}`,
  quoteName: 'USDT',
  title: `M${id}`,
  kind: 'coin',
  tick: price('0.1'),
  lot: amount('0.001'),
  minNotional: amount('5'),
  band: rate('0.3'),
  makerFee: rate('0'),
  takerFee: rate('0'),
  indexDecimals: 2,
  state: 'open',
  openLever: true,
  openMicrotrade: false,
  openCoinTrade: true,
  pricing: 'sources',
  reference: undefined,
  listedMs: undefined,
  version: 1,
  terms: {
    spread: price('0.5'),
    overnight: rate('0.0001'),
    shareNum: amount('0.01'),
    tradeFee: rate('0.0005'),
    minShare: amount('1'),
    maxShare: amount('100000'),
  },
});
const all = new Map(MARKETS.map((id) => [id, market(id)]));
const index = new Map<MarketId, Price>(MARKETS.map((id) => [id, price('30000')]));
const port: MarketPort = {
  all: () => [...all.values()],
  find: (id) => all.get(id),
  byPair: () => undefined,
  state: () => 'open',
  index: (id) => {
    const now = Math.floor(Date.now() / 1_000) * 1_000;
    return {
      price: index.get(id) ?? price('1'),
      time: now,
      stale: false,
      broken: false,
      source: 'simulated',
    };
  },
  tickAt: async () => undefined,
};

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** A random position: seven in ten cross, five per account; a tenth with stops on both sides. */
function anyPosition(id: number): Position {
  const side = random.below(2) === 0 ? 'long' : 'short';
  const open = 30_000 + random.below(200) - 100;
  const far = { long: [60_000, 100], short: [100, 60_000] }[side];
  return {
    id,
    userId: userId(FIRST_USER + random.below(positions / 5)),
    marketId: MARKETS[id % MARKETS.length] ?? marketId(1),
    side,
    mode: id % 10 < 7 ? 'cross' : 'isolated',
    orderType: 1,
    target: undefined,
    multiple: 10,
    lotSize: amount('0.01'),
    spread: price('0.5'),
    feeRate: rate('0.0005'),
    overnightRate: rate('0'),
    originLots: amount('10'),
    lots: amount('10'),
    createdAt: 0,
    source: undefined,
    version: 1,
    status: 1,
    price: price(String(open)),
    margin: amount('300'),
    originMargin: amount('300'),
    hold: amount('0'),
    takeProfit: id % 10 === 0 ? price(String(far[0])) : undefined,
    stopLoss: id % 10 === 0 ? price(String(far[1])) : undefined,
    trigger: undefined,
    profit: amount('0'),
    fee: amount('0'),
    overnight: amount('0'),
    insurance: amount('0'),
    trial: undefined,
    closePrice: undefined,
    closeReason: undefined,
    openTick: 1,
    closeTick: undefined,
    openedAt: 1,
    closedAt: undefined,
    chargedAt: undefined,
  };
}

function measureTicks({ inside: { engine } }: Contracts): void {
  for (let id = 1; id <= positions; id++) engine.book.set(anyPosition(id));
  const times: number[] = [];
  let due = 0;
  for (let tick = 0; tick < TICKS; tick++) {
    const prices = new Map(
      MARKETS.map((id) => [id, price(BigInt(30_000_00 + random.below(2_000) - 1_000) * 10n ** 8n)]),
    );
    const start = performance.now();
    due += engine.book.tick(prices).users.size;
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const half = percentile(times, 0.5);
  const worst = percentile(times, 0.99);
  const most = times.at(-1) ?? 0;
  console.log(
    `${positions} positions over ${MARKETS.length} markets, ${TICKS} ticks: p50 ${half.toFixed(2)} ms, p99 ${worst.toFixed(2)} ms, longest ${most.toFixed(2)} ms (${due} due)`,
  );
  for (let id = 1; id <= positions; id++) engine.book.remove(id);
}

async function fund(ctx: Context, ledger: Ledger): Promise<void> {
  const external = houseAccount('external');
  const grant = (account: typeof external, money: string, key: string): Journal => ({
    key,
    kind: 'genesis',
    reference: '',
    at: 1_700_000_000_000,
    entries: [
      { account: external, currency: USDT, available: negate(amount(money)) },
      { account, currency: USDT, available: amount(money) },
    ],
  });
  const house = [
    grant(houseAccount('contracts_pool'), '10000000000', 'bench:pool'),
    grant(houseAccount('insurance'), '10000000000', 'bench:insurance'),
  ];
  await ctx.db.transact((tx) => ledger.postBatch(tx, house));
  for (let first = 0; first < users; first += 500) {
    const some = Array.from({ length: Math.min(500, users - first) }, (_, at) => FIRST_USER + first + at);
    const journals = some.map((id) => grant(userAccount(userId(id), 'lever'), '400', `bench:${id}`));
    await ctx.db.transact((tx) => ledger.postBatch(tx, journals));
  }
}

/** One tick of every market, now: durable first, as the index does it. */
async function tickAll(ctx: Context, at: string): Promise<void> {
  const time = Math.floor(Date.now() / 1_000);
  for (const id of MARKETS) index.set(id, price(at));
  const ticks = MARKETS.map((id) => ({
    marketId: id,
    time,
    price: price(at),
    source: 'simulated' as const,
    quotes: '',
  }));
  await ctx.db.run(sql`
    insert into market_ticks (market_id, time, price, source, quotes)
    select id, ${time}, ${at}, 'simulated', '' from unnest(${[...MARKETS]}::int[]) as m (id)
    on conflict (market_id, time) do update set price = excluded.price`);
  ctx.bus.publish(indexTicked, { time: time * 1_000, ticks });
}

/** Ticks in the format of receipts, from the rows of the index. */
async function ticksOf(queries: Queries, id: MarketId, from: number, to: number): Promise<ReceiptTick[]> {
  const rows = await queries.rows<Pick<ReceiptTick, 'time' | 'price' | 'quotes'>>(sql`
    select time, trim_scale(price)::text as price, quotes from market_ticks
    where market_id = ${id} and time between ${from} and ${to}`);
  const previous = '0'.repeat(64);
  return rows.map((row) => ({
    ...row,
    market: id,
    source: 'simulated',
    previous,
    hash: chainHash(previous, { ...row, market: id, source: 'simulated', price: price(row.price) }),
  }));
}

async function openCopies(ctx: Context, contracts: Contracts): Promise<void> {
  const requestOf = (at: number): CopyRequest => ({
    userId: userId(FIRST_USER + at),
    marketId: MARKETS[at % MARKETS.length] ?? marketId(1),
    side: 'long',
    mode: 'isolated',
    lots: amount('10'),
    multiple: 10,
    source: 1,
  });
  const start = performance.now();
  let opened = 0;
  for (let first = 0; first < users; first += COPIES_MAX) {
    const copies = Array.from({ length: Math.min(COPIES_MAX, users - first) }, (_, at) =>
      requestOf(first + at),
    );
    await tickAll(ctx, '30000');
    await contracts.openFor(copies, async (_tx, outcomes) => {
      opened += outcomes.filter((outcome) => 'position' in outcome).length;
    });
  }
  const ms = performance.now() - start;
  console.log(`${opened} of ${users} copies opened in ${ms.toFixed(0)} ms`);
}

/** Waits until every closed position has its signed receipt. */
async function receiptsSigned(ctx: Context): Promise<void> {
  for (;;) {
    const { count } = await ctx.db.one<{ count: number }>(
      sql`select count(*) as count from proofs_receipts where subject like '%:closed'`,
    );
    if (count >= users) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function closeOut(ctx: Context, contracts: Contracts): Promise<void> {
  // Uses a separate second: the receipts identify their tick by it.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const start = performance.now();
  const since = (): string => `${(performance.now() - start).toFixed(0)} ms`;
  await tickAll(ctx, '26000');
  await contracts.idle();
  const settled = since();
  await receiptsSigned(ctx);
  const signed = since();
  const closed = await ctx.db.one<{ closed: number; fills: number; held: string }>(sql`
    select (select count(*) from contracts_positions where status = 3 and close_reason = 'liquidation') as closed,
      (select count(*) from contracts_fills where kind = 'close') as fills,
      (select coalesce(sum(b.held), 0)::text from ledger_balances b) as held`);
  const { differences } = await auditLedger(ctx.db);
  console.log(
    `${closed.closed} positions closed out in ${settled} with ${closed.fills} fills, all receipts signed after ${signed}; held ${closed.held}; books: ${differences.length} differences`,
  );
}

const { ctx, db, close } = await openBenchContext();
try {
  const ledger = createLedger(ctx);
  await fund(ctx, ledger);
  await db.run(sql`update contracts_markets set net_cap = 1e12, gross_cap = 1e12`);
  const proofs = createProofs({ ctx, signer: signerFromSeed(new Uint8Array(32).fill(7)) });
  const contracts = createContracts({
    ctx,
    ledger,
    market: port,
    levelOf: async () => 2,
    notify: async () => undefined,
    prove: receiptsBy(proofs, ticksOf, (id) => `M${id}/USDT`),
  });
  proofs.start();
  await contracts.start();
  measureTicks(contracts);
  await openCopies(ctx, contracts);
  await closeOut(ctx, contracts);
  await contracts.stop();
  await proofs.stop();
} finally {
  await close();
}

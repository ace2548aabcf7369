import type { JournalKind, MarketId } from '@karat/contract';
import { formulaOf, optionFacts, optionFormula } from '@karat/evidence';
import type { Facts, ReceiptTick } from '@karat/evidence';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import type { Entry, Journal } from '@karat/domains/ledger';
import type { NewReceipt } from '@karat/domains/proofs';
import { ZERO, minus, negate, plus, price } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { optionEntry, settleOption, utcDay } from '@karat/rules';
import type { OptionOutcome, OptionResult, OptionTick } from '@karat/rules';
import { RECEIPT_KIND, symbolOf } from './deps.ts';
import type { OptionsDeps } from './deps.ts';
import { countSettled } from './people-store.ts';
import type { CounterChange } from './people-store.ts';
import { secondsNeeded, settledUpTo } from './rules.ts';
import { claimDue, claimEntering, writeEntries, writeOutcomes } from './store.ts';
import type { Outcome, Until } from './store.ts';
import { releaseCapacity } from './terms-store.ts';
import { optionsChanged } from './topics.ts';
import type { Order } from './types.ts';

const BATCH = 500;
const ENTER_BATCH = 1_000;
/** Maximum span in seconds of one read of ticks for the orders of a market. */
const RANGE_S_MAX = 3_000;

/** A stored tick with parsed values. */
type Tick = OptionTick & { readonly of: ReceiptTick };
/** The ticks that each order needs. */
type TicksOf = (order: Order) => readonly Tick[];

/** Groups of orders whose ticks are read together: one market, a limited range. */
function runsOf(orders: readonly Order[]): { market: MarketId; from: number; to: number; orders: Order[] }[] {
  const runs: { market: MarketId; from: number; to: number; orders: Order[] }[] = [];
  for (const [market, own] of Map.groupBy(orders, (order) => order.marketId)) {
    let run: (typeof runs)[number] | undefined;
    for (const order of own.toSorted((a, b) => a.acceptedMs - b.acceptedMs)) {
      const { from, to } = secondsNeeded(order.acceptedMs, order.expiresMs);
      if (!run || Math.max(run.to, to) - run.from > RANGE_S_MAX) {
        run = { market, from, to, orders: [] };
        runs.push(run);
      }
      run.from = Math.min(run.from, from);
      run.to = Math.max(run.to, to);
      run.orders.push(order);
    }
  }
  return runs;
}

/** Reads the stored ticks that the orders need, once per market. */
async function ticksFor({ market }: OptionsDeps, tx: Tx, orders: readonly Order[]): Promise<TicksOf> {
  const byOrder = new Map<number, readonly Tick[]>();
  for (const run of runsOf(orders)) {
    const kept = await market.ticks(tx, run.market, run.from, run.to);
    const ticks = kept.map((of) => ({ time: of.time, price: price(of.price), of }));
    for (const order of run.orders) byOrder.set(order.id, ticks);
  }
  return (order) => {
    const { from, to } = secondsNeeded(order.acceptedMs, order.expiresMs);
    return (byOrder.get(order.id) ?? []).filter(({ time }) => time >= from && time <= to);
  };
}

const KINDS: Readonly<Record<OptionOutcome, JournalKind>> = {
  win: 'option:won',
  lose: 'option:lost',
  tie: 'option:back',
  void: 'option:back',
};

/** Entries of one settlement: the stake leaves the hold, the profit the pool's hold; the outcome decides the receiver. */
function journalOf(order: Order, { outcome, returned }: OptionResult, at: number): Journal {
  const { currencyId: currency, stake, profit, shard } = order;
  const toPool = minus(plus(stake, profit), returned);
  const user: Entry = {
    account: userAccount(order.userId, 'micro'),
    currency,
    available: returned,
    held: negate(stake),
  };
  const pool: Entry = {
    account: houseAccount('option_pool', shard),
    currency,
    available: toPool,
    held: negate(profit),
  };
  const poolMoves = toPool !== 0n || profit !== 0n;
  return {
    key: `option:settle:${order.id}`,
    kind: KINDS[outcome],
    reference: String(order.id),
    at,
    entries: poolMoves ? [user, pool] : [user],
  };
}

interface SettlementDecision {
  readonly order: Order;
  readonly result: OptionResult<Tick>;
  readonly facts: Facts;
  readonly ticks: readonly ReceiptTick[];
}

const receiptOf = ({ order, facts, ticks }: SettlementDecision): NewReceipt => ({
  kind: RECEIPT_KIND,
  subject: String(order.id),
  owner: order.userId,
  order: facts,
  ticks,
  formula: optionFormula.id,
  result: formulaOf(optionFormula.id)?.result(facts, ticks) ?? {},
});

const countOf = (all: readonly SettlementDecision[], outcome: OptionOutcome): number =>
  all.filter(({ result }) => result.outcome === outcome).length;

function countersOf(decided: readonly SettlementDecision[]): CounterChange[] {
  return [...Map.groupBy(decided, ({ order }) => order.userId)]
    .toSorted(([a], [b]) => a - b)
    .map(([userId, own]) => ({
      userId,
      stake: own.reduce((sum, { order }) => plus(sum, order.stake), ZERO),
      returned: own.reduce((sum, { result }) => plus(sum, result.returned), ZERO),
      wins: countOf(own, 'win'),
      losses: countOf(own, 'lose'),
      ties: countOf(own, 'tie'),
      voids: countOf(own, 'void'),
    }));
}

function capacityOf(decided: readonly SettlementDecision[]) {
  const byShard = Map.groupBy(decided, ({ order }) => `${order.currencyId}:${order.shard}`);
  return [...byShard.values()].flatMap(([first, ...others]) =>
    first
      ? [
          {
            currency: first.order.currencyId,
            shard: first.order.shard,
            amount: [first, ...others].reduce((sum, { order }) => plus(sum, order.profit), ZERO),
          },
        ]
      : [],
  );
}

async function decide(deps: OptionsDeps, tx: Tx, orders: readonly Order[]): Promise<SettlementDecision[]> {
  const ticksOf = await ticksFor(deps, tx, orders);
  const { byId } = await codesOf(deps, tx);
  return orders.map((order) => {
    const result = settleOption(order, ticksOf(order));
    const { entry, window } = result;
    const facts = optionFacts({
      ...order,
      market: order.marketId,
      symbol: symbolOf(deps, order.marketId),
      currency: byId(order.currencyId),
    });
    const chosen = entry && !window.includes(entry) ? [entry, ...window] : window;
    return { order, result, facts, ticks: chosen.map(({ of }) => of) };
  });
}

async function codesOf({ ledger }: OptionsDeps, tx: Tx): Promise<{ byId: (id: number) => string }> {
  const codes = new Map((await ledger.currencies(tx)).map(({ id, code }) => [Number(id), code]));
  return { byId: (id) => codes.get(id) ?? String(id) };
}

/** Per market, the time up to which orders can be settled: later ticks do not change them. */
async function decidedUpTo({ ctx, market }: OptionsDeps, tx: Tx): Promise<Until> {
  const now = ctx.clock.now();
  const newest = await market.newestSeconds(tx);
  return market.instruments.all().map(({ id }) => [id, settledUpTo(newest.get(id), now)] as const);
}

/**
 * Settles a batch of due orders in one transaction with all effects: outcome, postings, counters, pool capacity,
 * receipts. A claimed order is locked and settled once, however often a process dies. Returns the number of settled
 * orders.
 */
export async function settleDue(deps: OptionsDeps, tx: Tx): Promise<number> {
  const { ctx, ledger, proofs, onStep, batch = BATCH } = deps;
  const orders = await claimDue(tx, await decidedUpTo(deps, tx), batch);
  if (orders.length === 0) return 0;
  onStep?.('claimed');
  const at = ctx.clock.now();
  const decided = await decide(deps, tx, orders);
  await countSettled(tx, utcDay(at), countersOf(decided));
  await releaseCapacity(tx, capacityOf(decided));
  await ledger.postBatch(
    tx,
    decided.map(({ order, result }) => journalOf(order, result, at)),
  );
  onStep?.('posted');
  const receipts = await proofs.leave(tx, decided.map(receiptOf));
  const outcomes = decided.map(({ order, result }, index): Outcome => ({
    id: order.id,
    outcome: result.outcome,
    settlement: result.settlement,
    returned: result.returned,
    entrySecond: result.entry?.time,
    entryPrice: result.entry?.price,
    receipt: receipts[index]?.hash ?? '',
  }));
  const settled = await writeOutcomes(tx, outcomes, at);
  if (settled.length !== orders.length) throw new Error('a claimed order was settled by another writer');
  onStep?.('written');
  tx.afterCommit(() => ctx.bus.publish(optionsChanged, settled));
  return orders.length;
}

/** Writes the entries of a batch of orders whose first tick has come; returns their number. */
export async function enterDue(deps: OptionsDeps, tx: Tx): Promise<number> {
  const { ctx, market } = deps;
  const newest = await market.newestSeconds(tx);
  const orders = await claimEntering(
    tx,
    [...newest].map(([id, second]) => [id, second * 1000] as const),
    ENTER_BATCH,
  );
  if (orders.length === 0) return 0;
  const ticksOf = await ticksFor(deps, tx, orders);
  const entries = orders.flatMap((order) => {
    const entry = optionEntry(order, ticksOf(order));
    return entry ? [{ id: order.id, second: entry.time, price: entry.price }] : [];
  });
  const entered = entries.length === 0 ? [] : await writeEntries(tx, entries);
  if (entered.length > 0) tx.afterCommit(() => ctx.bus.publish(optionsChanged, entered));
  return entered.length;
}

import type { UserId } from '@karat/contract';
import {
  DUAL_TICKS_MIN,
  DUAL_WINDOW_S,
  dualFacts,
  dualFormula,
  shownDualPrice,
  summariseDualWindow,
} from '@karat/evidence';
import type { DualOutcome, Facts } from '@karat/evidence';
import { dualOutcomeAt } from '@karat/rules';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import type { Entry, Journal } from '@karat/domains/ledger';
import type { Notification } from '@karat/domains/messages';
import type { NewReceipt } from '@karat/domains/proofs';
import { format } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { RECEIPT_KIND, readCurrencyCodes, symbolOf } from './deps.ts';
import type { DualDeps } from './deps.ts';
import { claimOrders, usersWithOpenOrders, writeSettled } from './order-store.ts';
import { hongKongDate, isWindowComplete, priceOf, settlementMovements } from './rules.ts';
import { claimUnpriced, finishSettlement, readPaying, writeTicks } from './settlement-store.ts';
import type { Order, Settlement, TickSummary } from './types.ts';

const BATCH = 500;
/** Markets and maturities whose ticks one transaction looks at. */
const UNPRICED_MAX = 20;

async function readWindow({ market }: DualDeps, tx: Tx, of: Settlement): Promise<TickSummary> {
  const second = of.maturityMs / 1000;
  return summariseDualWindow(second, await market.ticks(tx, of.marketId, second - DUAL_WINDOW_S, second - 1));
}

/** Notifies every holder that a maturity waits for two operators. */
async function notifySettling(deps: DualDeps, tx: Tx, settlement: Settlement, users: readonly UserId[]) {
  const { marketId, maturityMs } = settlement;
  const values = { symbol: symbolOf(deps, marketId), date: hongKongDate(maturityMs) };
  const key = `dual:settling:${marketId}:${maturityMs}`;
  await deps.messages.notifyAll(
    tx,
    users.map((user) => ({ user, kind: 'dual:settling', values, key: `${key}:${user}` })),
  );
}

/**
 * Reads the ticks of matured settlements once no more can be added, and writes the basis where they are enough. Returns how many
 * it read.
 */
async function priceDue(deps: DualDeps, tx: Tx): Promise<number> {
  const { ctx, market } = deps;
  const now = ctx.clock.now();
  const claimed = await claimUnpriced(tx, now, UNPRICED_MAX);
  if (claimed.length === 0) return 0;
  const newest = await market.newestSeconds(tx);
  const complete = claimed.filter(({ marketId, maturityMs }) =>
    isWindowComplete(maturityMs, newest.get(marketId), now),
  );
  for (const settlement of complete) {
    const window = await readWindow(deps, tx, settlement);
    const users = await usersWithOpenOrders(tx, settlement);
    const isEnough = window.count >= DUAL_TICKS_MIN;
    // Without orders nobody needs a decision of operators.
    const basis = isEnough ? 'ticks' : users.length === 0 ? 'void' : undefined;
    await writeTicks(tx, settlement, window, basis, now);
    if (basis === undefined) await notifySettling(deps, tx, settlement, users);
  }
  return complete.length;
}

interface Decided {
  readonly order: Order;
  readonly outcome: DualOutcome;
  readonly payout: Amount;
  readonly facts: Facts;
}

function payoutAt(order: Order, outcome: DualOutcome): Amount {
  switch (outcome) {
    case 'coin':
      return order.coinPayout;
    case 'quote':
      return order.quotePayout;
    case 'void':
      return order.principal;
  }
}

function journalOf({ order, outcome }: Decided, at: number): Journal {
  const accounts = {
    user: userAccount(order.userId, 'change'),
    house: houseAccount('dual'),
    rounding: houseAccount('rounding'),
  };
  const entries = settlementMovements(order, outcome).map(
    ({ account, currency, available, held }): Entry => ({
      account: accounts[account],
      currency: currency === 'coin' ? order.coinId : order.quoteId,
      available,
      held,
    }),
  );
  return {
    key: `dual:settle:${order.id}`,
    kind: outcome === 'void' ? 'dual:refund' : 'dual:payout',
    reference: String(order.id),
    at,
    entries,
  };
}

function receiptOf({ order, facts }: Decided, { ends }: TickSummary): NewReceipt {
  return {
    kind: RECEIPT_KIND,
    subject: String(order.id),
    owner: order.userId,
    order: facts,
    ticks: ends,
    formula: dualFormula.id,
    result: dualFormula.result(facts, ends),
  };
}

type CodeOf = (id: number) => string;

function notificationOf(
  deps: DualDeps,
  { order, outcome, payout }: Decided,
  settlement: Settlement,
  codeOf: CodeOf,
): Notification {
  const price = priceOf(settlement);
  const isCoin = outcome === 'coin' || (outcome === 'void' && order.type === 'call');
  return {
    user: order.userId,
    kind: outcome === 'void' ? 'dual:refunded' : 'dual:settled',
    values: {
      symbol: symbolOf(deps, order.marketId),
      price: price ? format(shownDualPrice(price)) : '',
      amount: format(payout),
      currency: codeOf(isCoin ? order.coinId : order.quoteId),
    },
    key: `dual:${order.id}:settled`,
  };
}

function decide(
  deps: DualDeps,
  orders: readonly Order[],
  settlement: Settlement,
  window: TickSummary,
  codeOf: CodeOf,
): Decided[] {
  const { basis = 'void', source, marketId, maturityMs } = settlement;
  const price = priceOf(settlement);
  return orders.map((order) => {
    const outcome = price ? dualOutcomeAt(price, order.strike) : 'void';
    const facts = dualFacts({
      ...order,
      market: marketId,
      symbol: symbolOf(deps, marketId),
      coin: codeOf(order.coinId),
      quote: codeOf(order.quoteId),
      maturitySecond: maturityMs / 1000,
      window,
      basis,
      source,
    });
    return { order, outcome, payout: payoutAt(order, outcome), facts };
  });
}

/** Pays a batch of a settlement's orders, or closes the settlement after the last. Returns how much it did. */
async function pay(deps: DualDeps, tx: Tx, settlement: Settlement): Promise<number> {
  const { ctx, ledger, proofs, messages, onStep, batch = BATCH } = deps;
  const { window } = settlement;
  if (!window) throw new Error('a settlement has a basis and no ticks');
  const orders = await claimOrders(tx, settlement, batch);
  const at = ctx.clock.now();
  if (orders.length === 0) return finishSettlement(tx, settlement, at);
  onStep?.('claimed');
  const codeOf = await readCurrencyCodes(deps, tx);
  const decided = decide(deps, orders, settlement, window, codeOf);
  await ledger.postBatch(
    tx,
    decided.map((each) => journalOf(each, at)),
  );
  onStep?.('posted');
  const receipts = await proofs.leave(
    tx,
    decided.map((each) => receiptOf(each, window)),
  );
  const settled = await writeSettled(
    tx,
    decided.map(({ order, outcome, payout }, index) => ({
      id: order.id,
      outcome,
      payout,
      receipt: receipts[index]?.hash ?? '',
    })),
    at,
  );
  if (settled !== orders.length) throw new Error('a claimed dual order was settled by somebody else');
  await messages.notifyAll(
    tx,
    decided.map((each) => notificationOf(deps, each, settlement, codeOf)),
  );
  onStep?.('written');
  return orders.length;
}

/**
 * Does one step of what is due, in one transaction with everything that follows from it: reads ticks, pays a batch of orders or
 * closes a settlement. Returns 0 when nothing is left. A claimed order is locked and settles once, however often a process dies.
 */
export async function settleDue(deps: DualDeps, tx: Tx): Promise<number> {
  const priced = await priceDue(deps, tx);
  if (priced > 0) return priced;
  for (const settlement of await readPaying(tx)) {
    const done = await pay(deps, tx, settlement);
    if (done > 0) return done;
  }
  return 0;
}

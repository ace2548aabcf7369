import type { CurrencyId, JournalKind } from '@karat/contract';
import { depositFacts, formulaOf, miningFormula } from '@karat/evidence';
import { markAt } from '@karat/rules';
import type { PaidDays } from '@karat/rules';
import type { Batch, Journal } from '@karat/domains/ledger';
import type { NewReceipt } from '@karat/domains/proofs';
import { ZERO, format, minus, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { RECEIPT_KIND, interestKey, userKey } from './deps.ts';
import type { MiningDeps } from './deps.ts';
import { lockProducts, releaseSold } from './product-store.ts';
import { nextPayment, yieldOf } from './rules.ts';
import type { Payment } from './rules.ts';
import { claimDue, insertAccruals, paidDaysOf, writeOrders } from './store.ts';
import type { OrderUpdate } from './store.ts';
import type { Order } from './types.ts';

const BATCH = 1_000;

/** The date of a yield as bills show it: `2026-11-20`. */
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const END_KINDS: Readonly<Record<'matured' | 'closed', JournalKind>> = {
  matured: 'mining:matured',
  closed: 'mining:closed',
};

/** The yield of a day: from what is held for it to the user; a flexible order refills its reserve from what is free. */
function yieldJournal(order: Order, payment: Payment, at: number): Journal | undefined {
  const { daily } = order;
  if (daily === 0n) return undefined;
  const added = yieldOf(daily, payment.addedDays);
  return {
    key: `mining:yield:${order.id}:${payment.day}`,
    kind: 'mining:yield',
    reference: `${order.id}:${dateOf(payment.dueMs)}`,
    at,
    entries: [
      { ...userKey(order), available: daily },
      {
        ...interestKey(order),
        ...(added === 0n ? {} : { available: negate(added) }),
        ...(added === daily ? {} : { held: minus(added, daily) }),
      },
    ],
  };
}

const returnJournal = (order: Order, outcome: 'matured' | 'closed', at: number): Journal => ({
  key: `mining:${outcome}:${order.id}`,
  kind: END_KINDS[outcome],
  reference: String(order.id),
  at,
  entries: [{ ...userKey(order), available: order.principal, held: negate(order.principal) }],
});

/** Posts one day of each order in memory, and the return of the principal where the order ends with it. */
function postPayments(batch: Batch, orders: readonly Order[], at: number): Map<number, Payment> {
  const payments = new Map<number, Payment>();
  for (const order of orders) {
    const interest = interestKey(order);
    const payment = nextPayment(order, batch.available(interest.account, interest.currency));
    const journal = yieldJournal(order, payment, at);
    if (journal) batch.post(journal);
    if (payment.outcome) batch.post(returnJournal(order, payment.outcome, at));
    payments.set(order.id, payment);
  }
  return payments;
}

function updateOf(order: Order, payment: Payment): OrderUpdate {
  const interest = plus(order.interest, order.daily);
  const paid = { ...order, daysPaid: payment.day, interest };
  if (!payment.outcome)
    return { ...paid, reservedDays: payment.reservedDays, nextMs: markAt(order.openedMs, payment.day + 1) };
  return {
    ...paid,
    principal: ZERO,
    daily: ZERO,
    reservedDays: 0,
    nextMs: undefined,
    redemptions: order.redemptions + 1,
    returned: plus(order.returned, order.principal),
    outcome: payment.outcome,
    closedMs: payment.dueMs,
  };
}

/** The receipt of a redemption of `principal`; `paid` are all days of the order until then. */
export function receiptOf(
  order: Order,
  redemption: {
    readonly principal: Amount;
    readonly number: number;
    readonly closedMs: number;
    readonly paid: readonly PaidDays[];
    readonly currency: string;
  },
): NewReceipt {
  const { number, ...facts } = redemption;
  const signed = depositFacts({
    days: order.days,
    rate: order.rate,
    penaltyRatio: order.penaltyRatio,
    decimals: order.decimals,
    openedMs: order.openedMs,
    ...facts,
  });
  return {
    kind: RECEIPT_KIND,
    subject: `${order.id}:${number}`,
    owner: order.userId,
    order: signed,
    ticks: [],
    formula: miningFormula.id,
    result: formulaOf(miningFormula.id)?.result(signed, []) ?? {},
  };
}

/** Receipts, capacity and notices of orders that ended with their last payment. */
async function finish(deps: MiningDeps, tx: Tx, before: readonly Order[], after: readonly Order[]) {
  const ended = new Map(
    after.filter(({ outcome }) => outcome !== undefined).map((order) => [order.id, order]),
  );
  const orders = before.filter(({ id }) => ended.has(id));
  if (orders.length === 0) return;
  const paid = await paidDaysOf(tx, [...ended.keys()]);
  const codes = new Map<CurrencyId, string>();
  for (const { currencyId } of orders)
    if (!codes.has(currencyId)) codes.set(currencyId, (await deps.ledger.currency(tx, currencyId)).code);
  const currencyOf = (order: Order): string => codes.get(order.currencyId) ?? '';
  await deps.proofs.owe(
    tx,
    orders.map((order) =>
      receiptOf(order, {
        principal: order.principal,
        number: order.redemptions + 1,
        closedMs: ended.get(order.id)?.closedMs ?? 0,
        paid: paid.get(order.id) ?? [],
        currency: currencyOf(order),
      }),
    ),
  );
  await deps.messages.notifyAll(
    tx,
    orders.map((order) => ({
      user: order.userId,
      kind: ended.get(order.id)?.outcome === 'closed' ? 'mining:closed' : 'mining:matured',
      values: {
        amount: format(order.principal),
        interest: format(ended.get(order.id)?.interest ?? ZERO),
        currency: currencyOf(order),
      },
      key: `mining:${order.id}:ended`,
    })),
  );
}

/** Whether an order may end with its next payment: at its expiry, or where its reserve cannot be refilled. */
const mayEnd = ({ days, daysPaid, reservedDays }: Order): boolean =>
  days === 0 ? reservedDays <= 1 : days === daysPaid + 1;

/** Principal of orders by product: what their end releases. */
function soldOf(orders: readonly Order[]): Map<number, Amount> {
  const sold = new Map<number, Amount>();
  for (const order of orders.toSorted((a, b) => a.productId - b.productId))
    sold.set(order.productId, plus(sold.get(order.productId) ?? ZERO, order.principal));
  return sold;
}

/**
 * Pays the next due day of locked orders, each day once with its own date, and returns the principal of those that end with
 * it. Set-based: one statement each for balances, yields and orders. Returns the orders as they are then.
 */
export async function payNextDay(deps: MiningDeps, tx: Tx, orders: readonly Order[]): Promise<Order[]> {
  const { ctx, ledger, onStep } = deps;
  const [first] = orders;
  if (!first) return [];
  const at = ctx.clock.now();
  // Products come before balances in the order of locks, so those of orders that may end are locked first.
  await lockProducts(
    tx,
    orders.filter(mayEnd).map(({ productId }) => productId),
  );
  const keys = orders.flatMap((order) => [userKey(order), interestKey(order)]);
  const batch = await ledger.openBatch(tx, keys);
  const payments = postPayments(batch, orders, at);
  await batch.closeAs({
    key: `mining:pay:${first.id}:${first.daysPaid + 1}`,
    kind: 'mining:yield',
    reference: `${orders.length}`,
  });
  onStep?.('posted');
  const paymentOf = (order: Order): Payment => {
    const payment = payments.get(order.id);
    if (!payment) throw new Error(`no payment of order ${order.id}`);
    return payment;
  };
  await insertAccruals(
    tx,
    orders.map((order) => ({
      orderId: order.id,
      day: paymentOf(order).day,
      dueMs: paymentOf(order).dueMs,
      principal: order.principal,
      amount: order.daily,
      paidMs: at,
    })),
    at,
  );
  const after = await writeOrders(
    tx,
    orders.map((order) => updateOf(order, paymentOf(order))),
  );
  if (after.length !== orders.length)
    throw new Error('an order that was locked was ended by another transaction');
  await releaseSold(tx, soldOf(orders.filter((order) => paymentOf(order).outcome !== undefined)));
  await finish(deps, tx, orders, after);
  onStep?.('written');
  return after;
}

/** Pays one day of a batch of orders that are due, in one transaction; returns how many. */
export async function payDue(deps: MiningDeps, tx: Tx): Promise<number> {
  const orders = await claimDue(tx, deps.ctx.clock.now(), deps.batch ?? BATCH);
  if (orders.length === 0) return 0;
  deps.onStep?.('claimed');
  await payNextDay(deps, tx, orders);
  return orders.length;
}

import { format } from '@karat/money';
import type { Notification } from '@karat/domains/messages';
import type { Tx } from '@karat/platform/db';
import { claimReturnable, closeMargin, finishSettling, markReturned } from './bid-store.ts';
import { leaveReceipts, openSeed } from './boxes.ts';
import { orderAt } from './order.ts';
import { currenciesOf } from './deps.ts';
import type { NftDeps } from './deps.ts';
import { claimEnded, closeListing } from './listing-store.ts';
import { forfeitJournal, returnJournal } from './money.ts';
import { claimOverdue, claimUnreminded, insertOrder, markForfeited, markReminded } from './order-store.ts';
import { claimRevealable, claimUnproved, findSeries, writeReveal } from './series-store.ts';
import { subjectsOf, workValues } from './tile-store.ts';
import { publishSales } from './topics.ts';
import type { Listing, Order } from './types.ts';

const BATCH = 200;

/** Names and currencies for the notices of a batch, read once. */
async function termsOf(deps: NftDeps, tx: Tx, sales: readonly { readonly code: string }[]) {
  const codes = sales.map(({ code }) => code);
  return { subjects: await subjectsOf(tx, codes, undefined), currencyOf: await currenciesOf(deps, tx) };
}
type Terms = Awaited<ReturnType<typeof termsOf>>;

/** Ends a sale without a buyer: the work is its owner's again. */
async function expire(deps: NftDeps, tx: Tx, listing: Listing, terms: Terms, now: number): Promise<void> {
  await closeListing(tx, listing.id, 'expired', now, listing.payType === 2);
  if (listing.seriesId !== undefined) return;
  await deps.messages.notify(tx, {
    user: listing.seller,
    kind: 'nft:unsold',
    values: workValues(terms.subjects, listing.code),
    key: `nft:listing:${listing.id}:unsold`,
  });
}

/** Ends an auction with bids: the highest bidder has the time to pay from now on. */
async function award(deps: NftDeps, tx: Tx, listing: Listing, terms: Terms, now: number): Promise<void> {
  const { bid, leader, margin } = listing;
  if (bid === undefined || leader === undefined || margin === undefined)
    throw new Error(`auction ${listing.id} has no winner`);
  const dueMs = now + deps.policy.payMs;
  const order = await insertOrder(tx, {
    ...orderAt(listing, leader, bid, now),
    state: 'due',
    margin,
    dueMs,
    paidMs: undefined,
  });
  await closeListing(tx, listing.id, 'due', now, true);
  await deps.messages.notify(tx, notificationOf(terms, order, 'nft:won'));
}

function notificationOf(
  { subjects, currencyOf }: Terms,
  order: Order,
  kind: 'nft:won' | 'nft:payment_due' | 'nft:expired' | 'nft:forfeited',
): Notification {
  const time = new Date(order.dueMs ?? 0).toISOString().slice(0, 16).replace('T', ' ');
  return {
    user: kind === 'nft:forfeited' ? order.seller : order.buyer,
    kind,
    values: {
      ...workValues(subjects, order.code),
      price: format(order.price),
      margin: order.margin === undefined ? '0' : format(order.margin),
      currency: currencyOf(order.currency).code,
      time,
    },
    key: `nft:order:${order.id}:${kind}`,
  };
}

async function endSales(deps: NftDeps, tx: Tx, now: number, limit: number): Promise<number> {
  const listings = await claimEnded(tx, now, limit);
  if (listings.length === 0) return 0;
  deps.onStep?.('claimed');
  const terms = await termsOf(deps, tx, listings);
  for (const listing of listings)
    await (listing.bid === undefined
      ? expire(deps, tx, listing, terms, now)
      : award(deps, tx, listing, terms, now));
  publishSales(
    deps,
    tx,
    listings.map(({ code }) => code),
  );
  return listings.length;
}

/** Returns margins of ended auctions, in order of auction and user. */
async function returnMargins(deps: NftDeps, tx: Tx, now: number, limit: number): Promise<number> {
  const margins = await claimReturnable(tx, limit);
  if (margins.length === 0) return finishSettling(tx);
  deps.onStep?.('claimed');
  await deps.ledger.postBatch(
    tx,
    margins.map((margin) => returnJournal(margin, now)),
  );
  deps.onStep?.('posted');
  const returned = await markReturned(tx, margins, now);
  if (returned !== margins.length) throw new Error('a claimed margin was returned by somebody else');
  deps.onStep?.('written');
  return margins.length;
}

/** Ends orders that were not paid in time: the margin goes to the seller, who keeps the work. */
async function forfeit(deps: NftDeps, tx: Tx, now: number, limit: number): Promise<number> {
  const orders = await claimOverdue(tx, now, limit);
  if (orders.length === 0) return 0;
  deps.onStep?.('claimed');
  await deps.ledger.postBatch(
    tx,
    orders.map((order) => forfeitJournal(order, now)),
  );
  deps.onStep?.('posted');
  const terms = await termsOf(deps, tx, orders);
  const notices: Notification[] = [];
  for (const order of orders) {
    await markForfeited(tx, order.id);
    await closeListing(tx, order.listingId, 'expired', now);
    await closeMargin(tx, order.listingId, order.buyer, 'forfeited', now);
    notices.push(notificationOf(terms, order, 'nft:expired'));
    notices.push(notificationOf(terms, order, 'nft:forfeited'));
  }
  await deps.messages.notifyAll(tx, notices);
  publishSales(
    deps,
    tx,
    orders.map(({ code }) => code),
  );
  deps.onStep?.('written');
  return orders.length;
}

async function remind(deps: NftDeps, tx: Tx, now: number, limit: number): Promise<number> {
  const orders = await claimUnreminded(tx, now + deps.policy.remindMs, now, limit);
  if (orders.length === 0) return 0;
  await markReminded(
    tx,
    orders.map(({ id }) => id),
  );
  const terms = await termsOf(deps, tx, orders);
  await deps.messages.notifyAll(
    tx,
    orders.map((order) => notificationOf(terms, order, 'nft:payment_due')),
  );
  return orders.length;
}

async function reveal(deps: NftDeps, tx: Tx, now: number, limit: number): Promise<number> {
  const series = await claimRevealable(tx, now, limit);
  if (series.length === 0) return 0;
  deps.onStep?.('claimed');
  for (const each of series) await writeReveal(tx, each.id, openSeed(deps, each), now);
  deps.onStep?.('written');
  return series.length;
}

/** Leaves the receipts of boxes that were opened before the reveal of their series. */
async function prove(deps: NftDeps, tx: Tx, limit: number): Promise<number> {
  const boxes = await claimUnproved(tx, limit);
  if (boxes.length === 0) return 0;
  deps.onStep?.('claimed');
  const drawn = [];
  for (const box of boxes) {
    const series = await findSeries(tx, { id: box.seriesId });
    if (series) drawn.push({ box, series });
  }
  await leaveReceipts(deps, tx, drawn);
  deps.onStep?.('written');
  return boxes.length;
}

/**
 * Does one step of what is due, in one transaction with everything that follows from it. Returns 0 when nothing is left. Claimed
 * rows are locked: each is settled once, however often a process dies.
 */
export async function settleDue(deps: NftDeps, tx: Tx): Promise<number> {
  const { ctx, batch = BATCH } = deps;
  const now = ctx.clock.now();
  const steps = [
    () => endSales(deps, tx, now, batch),
    () => returnMargins(deps, tx, now, batch),
    () => forfeit(deps, tx, now, batch),
    () => remind(deps, tx, now, batch),
    () => reveal(deps, tx, now, batch),
    () => prove(deps, tx, batch),
  ];
  for (const step of steps) {
    const count = await step();
    if (count > 0) return count;
  }
  return 0;
}

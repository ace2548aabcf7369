import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Requester } from '@karat/domains/outflow';
import type { Tx } from '@karat/platform/db';
import { closeMargin } from './bid-store.ts';
import { notifySold } from './order.ts';
import { currenciesOf } from './deps.ts';
import type { NftDeps } from './deps.ts';
import { lockItem } from './item-store.ts';
import { checkClock } from './list.ts';
import { closeListing, findListing } from './listing-store.ts';
import { lockPurchase, markPaid } from './order-store.ts';
import { transferItem } from './ownership.ts';
import { postSale } from './sale-receipts.ts';
import { publishSales } from './topics.ts';
import type { Order } from './types.ts';

export interface PaymentRequest {
  readonly user: UserId;
  readonly by: Requester;
  readonly id: number;
}

/**
 * Pays a won auction: the margin is no longer held, the price goes to seller, artist and house, the item to the winner, in this
 * transaction. Locks the order, so that a payment and the end of its time exclude each other. Refuses what the contract lists
 * for `payNFTOrder`.
 */
export async function payOrder(deps: NftDeps, tx: Tx, request: PaymentRequest): Promise<Order> {
  checkClock(deps);
  const order = (await lockPurchase(tx, request.user, request.id)) ?? refuse('nft_order_unknown');
  await deps.outflow.mayPay(tx, request);
  const now = deps.ctx.clock.now();
  if (order.state === 'paid') refuse('nft_order_paid');
  if (order.state === 'forfeited' || order.dueMs === undefined || order.dueMs <= now)
    refuse('nft_order_expired');
  const currency = (await currenciesOf(deps, tx))(order.currency);
  if (!currency.enabled) refuse('currency_disabled', { currency: currency.code });
  const listing = (await findListing(tx, order.listingId)) ?? refuse('nft_unknown');
  await markPaid(tx, order.id, now);
  await closeListing(tx, order.listingId, 'sold', now);
  const item = (await lockItem(tx, { code: order.code })) ?? refuse('nft_unknown');
  await closeMargin(tx, order.listingId, order.buyer, 'paid', now);
  await postSale(deps, tx, order, listing);
  deps.onStep?.('posted');
  await transferItem(deps, tx, item, order, 'auction');
  publishSales(deps, tx, [order.code]);
  const paid: Order = { ...order, state: 'paid', paidMs: now, isRead: true };
  await notifySold(deps, tx, paid);
  return paid;
}

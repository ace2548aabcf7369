import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { format } from '@karat/money';
import type { Amount } from '@karat/money';
import { saleStatusAt } from '@karat/rules';
import type { Requester } from '@karat/domains/outflow';
import type { Tx } from '@karat/platform/db';
import { buyBox } from './boxes.ts';
import { currenciesOf } from './deps.ts';
import type { NftDeps } from './deps.ts';
import { lockItem } from './item-store.ts';
import { checkClock } from './list.ts';
import { closeListing, lockListing } from './listing-store.ts';
import { notifySold, orderAt } from './order.ts';
import { insertOrder } from './order-store.ts';
import { transferItem } from './ownership.ts';
import { postSale } from './sale-receipts.ts';
import { publishSales } from './topics.ts';
import type { Listing, Order } from './types.ts';

export interface PurchaseRequest {
  readonly user: UserId;
  readonly by: Requester;
  readonly code: string;
  /** The price as the buyer saw it; another one refuses. */
  readonly price: Amount | undefined;
}

async function checkSale(deps: NftDeps, tx: Tx, listing: Listing, request: PurchaseRequest): Promise<void> {
  if (listing.seller === request.user) refuse('nft_own_listing');
  if (listing.state === 'sold') refuse(listing.seriesId === undefined ? 'nft_sold' : 'nft_sold_out');
  const isRunning = listing.state === 'open' && saleStatusAt(listing, deps.ctx.clock.now()) === 'started';
  if (!isRunning || listing.payType === 2) refuse('nft_not_on_sale');
  const currency = (await currenciesOf(deps, tx))(listing.currency);
  if (!currency.enabled) refuse('currency_disabled', { currency: currency.code });
  if (request.price !== undefined && request.price !== listing.price)
    refuse('nft_price_changed', { price: format(listing.price), currency: currency.code });
}

/**
 * Buys a work at its fixed price, or one box of a series. Locks the listing, then the item, then balances: money and ownership
 * change in this transaction. Refuses what the contract lists for `buyNFT`.
 */
export async function buy(
  deps: NftDeps,
  tx: Tx,
  request: PurchaseRequest,
): Promise<{ readonly order: Order; readonly box: string | undefined }> {
  checkClock(deps);
  await deps.outflow.mayPay(tx, request);
  const listing = (await lockListing(tx, request.code)) ?? refuse('nft_unknown');
  await checkSale(deps, tx, listing, request);
  publishSales(deps, tx, [listing.code]);
  if (listing.seriesId !== undefined) return buyBox(deps, tx, listing, request.user);
  const item = (await lockItem(tx, { code: listing.code })) ?? refuse('nft_unknown');
  const now = deps.ctx.clock.now();
  const order = await insertOrder(tx, orderAt(listing, request.user, listing.price, now));
  await closeListing(tx, listing.id, 'sold', now);
  await postSale(deps, tx, order, listing);
  await transferItem(deps, tx, item, order, 'sale');
  await notifySold(deps, tx, order);
  return { order, box: undefined };
}

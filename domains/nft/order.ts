import type { UserId } from '@karat/contract';
import { format } from '@karat/money';
import type { Amount } from '@karat/money';
import { splitSale } from '@karat/rules';
import type { Tx } from '@karat/platform/db';
import { currenciesOf } from './deps.ts';
import type { NftDeps } from './deps.ts';
import type { NewOrder } from './order-store.ts';
import { subjectsOf, workValues } from './tile-store.ts';
import type { Listing, Order } from './types.ts';

/** The order of a sale at a price, split by the rates of its listing. */
export function orderAt(listing: Listing, buyer: UserId, price: Amount, now: number): NewOrder {
  const parts = splitSale(price, listing, listing.decimals);
  return {
    listingId: listing.id,
    payType: listing.payType,
    code: listing.code,
    itemId: listing.itemId,
    buyer,
    seller: listing.seller,
    artist: listing.artist,
    currency: listing.currency,
    price,
    received: parts.seller,
    royalty: parts.artist,
    fee: parts.house,
    margin: undefined,
    state: 'paid',
    createdMs: now,
    dueMs: undefined,
    paidMs: now,
  };
}

/** Notifies a seller of a paid sale. */
export async function notifySold(deps: NftDeps, tx: Tx, order: Order): Promise<void> {
  const { code: currency } = (await currenciesOf(deps, tx))(order.currency);
  const work = workValues(await subjectsOf(tx, [order.code], undefined), order.code);
  const values = { ...work, price: format(order.price), currency, amount: format(order.received) };
  await deps.messages.notify(tx, {
    user: order.seller,
    kind: 'nft:sold',
    values,
    key: `nft:order:${order.id}:sold`,
  });
}

import { houseAccount, userAccount } from '@karat/domains/ledger';
import type { AccountId, Entry, Journal } from '@karat/domains/ledger';
import { ZERO, minus, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Margin } from './bid-store.ts';
import type { Order } from './types.ts';

type Payment = Pick<
  Order,
  'buyer' | 'seller' | 'artist' | 'currency' | 'price' | 'received' | 'royalty' | 'fee' | 'margin'
>;

/** Entries of one currency with one entry for each account; entries without a change are dropped. */
function merged(currency: Order['currency'], parts: readonly Omit<Entry, 'currency'>[]): Entry[] {
  const sums = new Map<AccountId, { available: Amount; held: Amount }>();
  for (const { account, available = ZERO, held = ZERO } of parts) {
    const sum = sums.get(account) ?? { available: ZERO, held: ZERO };
    sums.set(account, { available: plus(sum.available, available), held: plus(sum.held, held) });
  }
  return [...sums]
    .map(([account, sum]) => ({ account, currency, ...sum }))
    .filter(({ available, held }) => available !== 0n || held !== 0n);
}

/** The payment of an order: the price from the buyer, whose margin is no longer held, to seller, artist and house. */
export const saleJournal = (order: Payment & Pick<Order, 'id'>, at: number): Journal => {
  const margin = order.margin ?? ZERO;
  return {
    key: `nft:sale:${order.id}`,
    kind: 'nft:sale',
    reference: String(order.id),
    at,
    entries: merged(order.currency, [
      {
        account: userAccount(order.buyer, 'change'),
        available: minus(margin, order.price),
        held: negate(margin),
      },
      { account: userAccount(order.seller, 'change'), available: order.received },
      { account: userAccount(order.artist, 'change'), available: order.royalty },
      { account: houseAccount('fees'), available: order.fee },
    ]),
  };
};

/** The margin of a winner who did not pay in time, to the seller. */
export const forfeitJournal = (order: Order, at: number): Journal => {
  const margin = order.margin ?? ZERO;
  return {
    key: `nft:forfeit:${order.id}`,
    kind: 'nft:forfeit',
    reference: String(order.id),
    at,
    entries: [
      { account: userAccount(order.buyer, 'change'), currency: order.currency, held: negate(margin) },
      { account: userAccount(order.seller, 'change'), currency: order.currency, available: margin },
    ],
  };
};

const moveMargin = (
  margin: Margin,
  kind: 'nft:margin' | 'nft:margin_back',
  held: Amount,
  at: number,
): Journal => ({
  key: `${kind}:${margin.listingId}:${margin.user}`,
  kind,
  reference: String(margin.listingId),
  at,
  entries: [
    { account: userAccount(margin.user, 'change'), currency: margin.currency, available: negate(held), held },
  ],
});

export const holdJournal = (margin: Margin, at: number): Journal =>
  moveMargin(margin, 'nft:margin', margin.amount, at);
export const returnJournal = (margin: Margin, at: number): Journal =>
  moveMargin(margin, 'nft:margin_back', negate(margin.amount), at);

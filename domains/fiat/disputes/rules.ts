import { ZERO, minus } from '@karat/money';
import type { Amount } from '@karat/money';
import { fiatPurchaseReceived } from '@karat/rules';
import type { Order } from '../store.ts';

const lesser = (...values: readonly [Amount, ...Amount[]]): Amount =>
  values.reduce((least, value) => (value < least ? value : least));

/**
 * Returns the USDT of a purchase that a dispute is about: the disputed part at the locked price, rounded down, at most
 * what was received less the claims of other disputes of the same payment. All of that for another currency, and none if
 * the coins were given back before.
 */
export function claimOf(
  order: Pick<Order, 'state' | 'amount' | 'currency' | 'price' | 'received'>,
  disputed: { readonly amount: Amount; readonly currency: string },
  claimedBefore: Amount,
): Amount {
  if (order.state !== 'successful' || claimedBefore >= order.received) return ZERO;
  const left = minus(order.received, claimedBefore);
  if (disputed.currency !== order.currency || disputed.amount >= order.amount) return left;
  return lesser(left, fiatPurchaseReceived(disputed.amount, order.price));
}

/** The balance of a buyer when a dispute begins, in USDT. */
export interface Traced {
  readonly available: Amount;
  /** Lowest total of the balance since the purchase. */
  readonly lowest: Amount;
  /** What other disputes of the buyer hold. */
  readonly heldElsewhere: Amount;
}

/**
 * Returns the USDT to hold for a claim: coins of the purchase that are still in the account and available. Since the
 * purchase the balance was once as low as `lowest`, so that no more of its coins can be left; what other disputes hold
 * is not counted twice. Money that came later is not touched.
 */
export function holdFor(claim: Amount, { available, lowest, heldElsewhere }: Traced): Amount {
  const left = lowest > heldElsewhere ? minus(lowest, heldElsewhere) : ZERO;
  return lesser(claim, left, available);
}

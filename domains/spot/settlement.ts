import type { CurrencyId, UserId } from '@karat/contract';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import type { AccountId, Entry } from '@karat/domains/ledger';
import { ZERO, minus, negate, plus } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { tradeFee } from '@karat/rules';
import type { Scale } from './scale.ts';
import type { Side, SpotMarket } from './types.ts';

/** The house's fee account that only the engine writes, so that it never waits for other writers. */
export const FEES = houseAccount('fees', 15);

/** One side of a trade. */
export interface Party {
  readonly userId: UserId;
  readonly rate: Rate;
  /** Whether it pays from its hold (it was resting) or from the available balance (it is new). */
  readonly fromHeld: boolean;
}

export interface Trade {
  readonly scale: Scale;
  readonly market: Pick<SpotMarket, 'base' | 'quote'>;
  /** In base, exact. */
  readonly quantity: Amount;
  /** In quote, exact. */
  readonly quote: Amount;
  readonly buyer: Party;
  readonly seller: Party;
}

export interface Fees {
  /** In base. */
  readonly buyerFee: Amount;
  /** In quote. */
  readonly sellerFee: Amount;
}

export const spotAccount = (user: UserId): AccountId => userAccount(user, 'change');
/** The currency that a side pays with and its orders hold. */
export const paidIn = (market: Pick<SpotMarket, 'base' | 'quote'>, side: Side): CurrencyId =>
  side === 'buy' ? market.quote : market.base;

interface BalanceMovement {
  readonly account: AccountId;
  readonly currency: CurrencyId;
  available: Amount;
  held: Amount;
}

const isMoving = ({ available, held }: BalanceMovement): boolean => available !== ZERO || held !== ZERO;

/** Movements of several trades as one journal: one entry per balance. */
export class Movements {
  #entries: BalanceMovement[] = [];

  /** Adds to the available and the held part of a balance, both signed. */
  add(account: AccountId, currency: CurrencyId, available: Amount, held: Amount): void {
    // A journal moves a handful of balances: a linear search is faster than a map. By index, since an iterator makes objects.
    for (let index = 0; index < this.#entries.length; index++) {
      const entry = this.#entries[index];
      if (entry?.account !== account || entry.currency !== currency) continue;
      // A sum with zero would be a new bigint.
      if (available !== ZERO) entry.available = plus(entry.available, available);
      if (held !== ZERO) entry.held = plus(entry.held, held);
      return;
    }
    this.#entries.push({ account, currency, available, held });
  }

  /** Returns the collected movements without those that cancel out, and clears them. */
  take(): Entry[] {
    const entries = this.#entries;
    this.#entries = [];
    return entries.every(isMoving) ? entries : entries.filter(isMoving);
  }
}

/**
 * Adds one trade to the movements and returns its fees: each side pays exactly and receives less its fee; the fee
 * rounds up at the smallest unit of the received currency and goes to the house. Sums to zero in both currencies.
 */
export function settle(trade: Trade, movements: Movements): Fees {
  const { scale, market, quantity, quote, buyer, seller } = trade;
  const buyerFee = tradeFee(quantity, buyer.rate, scale.baseDecimals);
  const sellerFee = tradeFee(quote, seller.rate, scale.quoteDecimals);
  pay(movements, buyer, market.quote, quote);
  pay(movements, seller, market.base, quantity);
  movements.add(spotAccount(buyer.userId), market.base, minus(quantity, buyerFee), ZERO);
  movements.add(spotAccount(seller.userId), market.quote, minus(quote, sellerFee), ZERO);
  movements.add(FEES, market.base, buyerFee, ZERO);
  movements.add(FEES, market.quote, sellerFee, ZERO);
  return { buyerFee, sellerFee };
}

function pay(movements: Movements, party: Party, currency: CurrencyId, paid: Amount): void {
  const account = spotAccount(party.userId);
  if (party.fromHeld) movements.add(account, currency, ZERO, negate(paid));
  else movements.add(account, currency, negate(paid), ZERO);
}

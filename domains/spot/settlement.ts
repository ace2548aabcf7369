import type { CurrencyId } from '@karat/contract';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import type { AccountId, Entry } from '@karat/domains/ledger';
import { ZERO, minus, negate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { feeOf } from './scale.ts';
import type { Scale } from './scale.ts';
import type { Side, SpotMarket } from './types.ts';
import type { UserId } from '@karat/contract';

/** The house's fee account that only the engine writes, so that it never waits for others. */
export const FEES = houseAccount('fees', 15);

/** What one side brings to a trade. */
export interface Party {
  readonly userId: UserId;
  readonly rate: Rate;
  /** Whether it pays from what it holds (it was waiting) or from what is available (it has just come). */
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

export interface Settlement {
  /** In base. */
  readonly buyerFee: Amount;
  /** In quote. */
  readonly sellerFee: Amount;
  readonly entries: readonly Entry[];
}

export const spotAccount = (user: UserId): AccountId => userAccount(user, 'change');
/** What a side pays with, and so what its orders hold. */
export const paidIn = (market: Pick<SpotMarket, 'base' | 'quote'>, side: Side): CurrencyId =>
  side === 'buy' ? market.quote : market.base;

/**
 * The entries of one trade: each side pays exactly and receives less its fee; the fee is rounded up at the smallest unit of
 * what is received and goes to the house. Sums to zero in both currencies.
 */
export function settle({ scale, market, quantity, quote, buyer, seller }: Trade): Settlement {
  const buyerFee = feeOf(quantity, buyer.rate, scale.baseDecimals);
  const sellerFee = feeOf(quote, seller.rate, scale.quoteDecimals);
  const entries: Entry[] = [pay(buyer, market.quote, quote), pay(seller, market.base, quantity)];
  receive(entries, spotAccount(buyer.userId), market.base, minus(quantity, buyerFee));
  receive(entries, spotAccount(seller.userId), market.quote, minus(quote, sellerFee));
  receive(entries, FEES, market.base, buyerFee);
  receive(entries, FEES, market.quote, sellerFee);
  return { buyerFee, sellerFee, entries };
}

/** Currency ids stay below it, so that account and currency make one number. */
const CURRENCY_IDS = 4_096;

/** Entries of several trades as one journal tells them: one line for each balance. */
export class Movements {
  readonly #lines = new Map<
    number,
    { account: AccountId; currency: CurrencyId; available: bigint; held: bigint }
  >();

  add({ account, currency, available = ZERO, held = ZERO }: Entry): void {
    const key = account * CURRENCY_IDS + currency;
    const line = this.#lines.get(key);
    if (line) {
      line.available += available;
      line.held += held;
    } else this.#lines.set(key, { account, currency, available, held });
  }

  /** What has gathered, and begins anew. */
  take(): Entry[] {
    const entries: Entry[] = [];
    for (const { account, currency, available, held } of this.#lines.values()) {
      if (available === 0n && held === 0n) continue;
      entries.push({ account, currency, available: available as Amount, held: held as Amount });
    }
    this.#lines.clear();
    return entries;
  }
}

function pay(party: Party, currency: CurrencyId, paid: Amount): Entry {
  const account = spotAccount(party.userId);
  return party.fromHeld
    ? { account, currency, held: negate(paid) }
    : { account, currency, available: negate(paid) };
}

function receive(entries: Entry[], account: AccountId, currency: CurrencyId, amount: Amount): void {
  // An entry that moves nothing is none: without a fee, or when the fee is all there is.
  if (amount !== ZERO) entries.push({ account, currency, available: amount });
}

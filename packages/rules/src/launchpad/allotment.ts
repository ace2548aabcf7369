import { UNIT, ZERO, amount, min, minus, mulUp, price, smallestUnit } from '@karat/money';
import type { Amount, Price } from '@karat/money';

/** An application for tokens. Ids decide between equal remainders. */
export interface TokenApplication {
  readonly id: number;
  /** Tokens applied for. */
  readonly amount: Amount;
}

/** The remainder and the id of the last application that receives one unit beyond its rounded share. */
export interface RemainderCutoff {
  readonly remainder: bigint;
  readonly id: number;
}

/** How a supply is allotted to all applications together. */
export interface AllotmentTerms {
  /** Tokens for sale. */
  readonly supply: Amount;
  /** Tokens that all applications ask for. */
  readonly applied: Amount;
  /** Decimals of the token; its smallest unit is never divided. */
  readonly decimals: number;
  /** Undefined where no unit is left after rounding down. */
  readonly cutoff: RemainderCutoff | undefined;
}

/** What a subscription costs, rounded up at the decimals of the paying currency. */
export const subscriptionCost = (tokens: Amount, tokenPrice: Price, decimals: number): Amount =>
  mulUp(tokens, tokenPrice, decimals);

/** The price of a token in another currency, from its price and the currency's index price, both in USDT. Rounded up at 1e-10. */
export function priceInCurrency(tokenPrice: Price, indexPrice: Price): Price {
  const numerator = tokenPrice * UNIT;
  const down = numerator / indexPrice;
  return price(numerator % indexPrice === 0n ? down : down + 1n);
}

/** The supply's share of an application in smallest units, rounded down, and the remainder of the division. */
function shareOf(tokens: Amount, { supply, applied, decimals }: Omit<AllotmentTerms, 'cutoff'>) {
  const unit = smallestUnit(decimals);
  const product = (supply / unit) * (tokens / unit);
  const total = applied / unit;
  return { units: product / total, remainder: product % total };
}

/**
 * Terms by the largest remainder method: each application receives its share of the supply rounded down, and the units that are left
 * go one each to the largest remainders, ties to the lowest id.
 */
export function allotmentTerms(
  supply: Amount,
  decimals: number,
  applications: readonly TokenApplication[],
): AllotmentTerms {
  const applied = amount(applications.reduce((sum, application) => sum + application.amount, 0n));
  const terms = { supply, applied, decimals };
  if (applied <= supply) return { ...terms, cutoff: undefined };
  const shares = applications.map(({ id, amount: tokens }) => ({ id, ...shareOf(tokens, terms) }));
  const left = Number(supply / smallestUnit(decimals) - shares.reduce((sum, { units }) => sum + units, 0n));
  const ranked = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.id - b.id : a.remainder > b.remainder ? -1 : 1,
  );
  const last = ranked[left - 1];
  return { ...terms, cutoff: last && { remainder: last.remainder, id: last.id } };
}

/** Tokens that an application is allotted: all of it where the supply suffices, otherwise its share by the terms. */
export function allottedTokens({ id, amount: tokens }: TokenApplication, terms: AllotmentTerms): Amount {
  if (terms.applied <= terms.supply) return tokens;
  const { units, remainder } = shareOf(tokens, terms);
  const { cutoff } = terms;
  const isAbove =
    cutoff !== undefined &&
    (remainder > cutoff.remainder || (remainder === cutoff.remainder && id <= cutoff.id));
  return amount((isAbove ? units + 1n : units) * smallestUnit(terms.decimals));
}

/** The money side of an application: what was held, at which price, in a currency with these decimals. */
export interface HeldPayment {
  readonly held: Amount;
  readonly price: Price;
  readonly payDecimals: number;
}

export interface Allotment {
  readonly tokens: Amount;
  /** Charged for the tokens, rounded up, at most what was held. */
  readonly paid: Amount;
  /** The rest of what was held. */
  readonly refund: Amount;
}

/** What an application receives, pays and gets back. `paid` and `refund` sum to what was held. */
export function settleApplication(
  application: TokenApplication & HeldPayment,
  terms: AllotmentTerms,
): Allotment {
  const tokens = allottedTokens(application, terms);
  const paid = min(application.held, subscriptionCost(tokens, application.price, application.payDecimals));
  return { tokens, paid, refund: minus(application.held, paid) };
}

/**
 * What an application of `tokens` would receive if the subscription ended now with `applied` tokens asked for in all, this
 * application included; rounded down at the token's decimals.
 */
export function estimatedTokens(tokens: Amount, terms: Omit<AllotmentTerms, 'cutoff'>): Amount {
  if (terms.applied <= terms.supply || tokens === ZERO) return tokens;
  return amount(shareOf(tokens, terms).units * smallestUnit(terms.decimals));
}

import { UNIT, ZERO, amount, min, minus, mulUp, price, smallestUnit } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { divisionTerms, roundedShare, shareOf } from '../largest-remainder.ts';
import type { DivisionTerms, RemainderCutoff, WeightedMember } from '../largest-remainder.ts';

/** An application for tokens. Ids decide between equal remainders. */
export type TokenApplication = WeightedMember;

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

const division = ({ supply, applied, decimals, cutoff }: AllotmentTerms): DivisionTerms => ({
  total: supply,
  weights: applied,
  decimals,
  cutoff,
});

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
  const { cutoff } =
    applied <= supply ? { cutoff: undefined } : divisionTerms(supply, decimals, applications);
  return { supply, applied, decimals, cutoff };
}

/** Tokens that an application is allotted: all of it where the supply suffices, otherwise its share by the terms. */
export const allottedTokens = (application: TokenApplication, terms: AllotmentTerms): Amount =>
  terms.applied <= terms.supply ? application.amount : shareOf(application, division(terms));

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
  const { units } = roundedShare(tokens, { ...terms, total: terms.supply, weights: terms.applied });
  return amount(units * smallestUnit(terms.decimals));
}

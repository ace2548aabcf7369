import { UNIT, smallestUnit, split } from '@karat/money';
import type { Amount, Rate } from '@karat/money';

/** Shares of the house and of the artist in the price of a sale. */
export interface SaleRates {
  readonly feeRate: Rate;
  readonly royaltyRate: Rate;
}
/** Parts of a price; they sum to it. */
export interface SaleParts {
  readonly seller: Amount;
  readonly artist: Amount;
  readonly house: Amount;
}

/**
 * Splits a price between seller, artist and house by largest remainder, ties in that order, in the smallest unit of the
 * currency. Rates that exceed 1 together throw RangeError.
 */
export function splitSale(price: Amount, { feeRate, royaltyRate }: SaleRates, decimals: number): SaleParts {
  const rest = UNIT - feeRate - royaltyRate;
  const [seller, artist, house] = split(price, [rest, royaltyRate, feeRate], smallestUnit(decimals));
  if (seller === undefined || artist === undefined || house === undefined)
    throw new RangeError('a price has three parts');
  return { seller, artist, house };
}

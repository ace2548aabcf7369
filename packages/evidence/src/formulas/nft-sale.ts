import { amount, format, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { discountedRate, splitSale } from '@karat/rules';
import { fact, wholeFact } from '../formula.ts';
import type { Facts, Formula } from '../formula.ts';

/** A paid sale of a work or box with the rates of its listing, as a receipt states it. */
export interface SaleFacts {
  readonly order: number;
  /** Code of the work or of the series. */
  readonly code: string;
  /** Code of the currency. */
  readonly currency: string;
  readonly decimals: number;
  readonly price: Amount;
  /** Fee rate before the seller's VIP discount. */
  readonly fullFeeRate: Rate;
  readonly discount: Rate;
  readonly royaltyRate: Rate;
}

export const saleFacts = (sale: SaleFacts): Facts => ({
  order: String(sale.order),
  code: sale.code,
  currency: sale.currency,
  decimals: String(sale.decimals),
  price: format(sale.price),
  full_fee_rate: format(sale.fullFeeRate),
  discount: format(sale.discount),
  royalty_rate: format(sale.royaltyRate),
});

/** A share of 1: from 0 to 1. Refuses others with RangeError. */
export function shareFact(order: Facts, name: string): Rate {
  const share = rate(fact(order, name));
  if (share < 0n || share > rate('1')) throw new RangeError(`${name} is not between 0 and 1`);
  return share;
}

export const saleFormula: Formula = {
  id: 'nft-sale/1',
  text:
    'fee_rate = full_fee_rate x (1 - discount), rounded up at ten decimals. The price is divided in units of 10^-decimals: the ' +
    'seller has the weight 1 - fee_rate - royalty_rate, the artist royalty_rate, the house fee_rate. Each part is price x weight, ' +
    'rounded down; the units left go one each to the largest remainders, ties in the order seller, artist, house. received is the ' +
    "seller's part, royalty the artist's, fee that of the house.",
  ranges: () => [],
  choose: () => [],
  result(order) {
    const feeRate = discountedRate(shareFact(order, 'full_fee_rate'), shareFact(order, 'discount'));
    const rates = { feeRate, royaltyRate: shareFact(order, 'royalty_rate') };
    const { seller, artist, house } = splitSale(
      amount(fact(order, 'price')),
      rates,
      wholeFact(order, 'decimals'),
    );
    return {
      fee_rate: format(feeRate),
      received: format(seller),
      royalty: format(artist),
      fee: format(house),
    };
  },
};

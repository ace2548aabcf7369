import { ZERO, max, min, minus, negate, plus } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { contractFee, contractMargin, contractProfit } from './amounts.ts';
import type { PositionSide } from './amounts.ts';

/** What an order opens, and the money that may pay for it. */
export interface OpeningTerms {
  readonly quantity: Amount;
  readonly price: Price;
  readonly multiple: number;
  readonly feeRate: Rate;
  /** What the order holds and the available balance, in quote. */
  readonly funds: Amount;
}

/** Amounts of a fill that opens a position, in quote. */
export interface OpeningFill {
  /** At most the funds. */
  readonly fee: Amount;
  /** At most what the fee leaves of the funds. */
  readonly margin: Amount;
  /** Whether the funds pay margin and fee in full. */
  readonly isCovered: boolean;
}

/** Margin and fee of a fill that opens a position, each rounded up and limited by the funds: the fee first, then the margin. */
export function openingFill({ quantity, price, multiple, feeRate, funds }: OpeningTerms): OpeningFill {
  const fullFee = contractFee(quantity, price, feeRate);
  const fullMargin = contractMargin(quantity, price, multiple);
  const fee = min(fullFee, funds);
  return { fee, margin: min(fullMargin, minus(funds, fee)), isCovered: plus(fullMargin, fullFee) <= funds };
}

/** What is closed of a position, and the money that its loss may take. */
export interface ClosingTerms {
  readonly side: PositionSide;
  readonly quantity: Amount;
  readonly open: Price;
  readonly price: Price;
  readonly feeRate: Rate;
  /** Margin of what is closed and, of a cross position, the available balance; in quote. */
  readonly funds: Amount;
}

/** Amounts of a fill that closes a position, in quote. */
export interface ClosingFill {
  /** Rounded down; a loss is negative. */
  readonly profit: Amount;
  /** The part of a loss that the funds do not cover: the insurance fund pays it. */
  readonly shortfall: Amount;
  /** Rounded up, at most what the loss leaves of the funds. */
  readonly fee: Amount;
}

/** Profit, shortfall and fee of a fill that closes a position. The balance of the user never becomes negative. */
export function closingFill({ side, quantity, open, price, feeRate, funds }: ClosingTerms): ClosingFill {
  const profit = contractProfit(side, quantity, open, price);
  const left = plus(funds, profit);
  return {
    profit,
    shortfall: max(negate(left), ZERO),
    fee: min(contractFee(quantity, price, feeRate), max(left, ZERO)),
  };
}

/** Overnight fee in quote: quantity x index x rate, rounded up; the available balance pays first, then the margin, then nobody. */
export function overnightCharge(
  { quantity, index, rate }: { readonly quantity: Amount; readonly index: Price; readonly rate: Rate },
  available: Amount,
  margin: Amount,
): { readonly fromAvailable: Amount; readonly fromMargin: Amount } {
  const fee = contractFee(quantity, index, rate);
  const fromAvailable = min(fee, available);
  return { fromAvailable, fromMargin: min(minus(fee, fromAvailable), margin) };
}

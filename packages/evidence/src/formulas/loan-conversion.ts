import { UNIT, amount, format, price } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { convert, discountedRate } from '@karat/rules';
import { fact, wholeFact } from '../formula.ts';
import type { Facts, Formula, TickRange } from '../formula.ts';
import type { ReceiptTick } from '../receipt.ts';
import { shareFact } from './nft-sale.ts';

/** The market of USDT, which is 1. */
const NO_MARKET = 0;
const SIDES = ['from', 'to'] as const;
type Side = (typeof SIDES)[number];

/** One side of a conversion. */
export interface ConvertedCurrency {
  readonly code: string;
  readonly decimals: number;
  /** Market of its index price and the unix second of the tick; undefined for USDT. */
  readonly tick: { readonly market: number; readonly second: number } | undefined;
}

/** A conversion of assets inside a loan as a receipt states it. */
export interface LoanConversionFacts {
  readonly loan: number;
  readonly from: ConvertedCurrency;
  readonly to: ConvertedCurrency;
  readonly amount: Amount;
  /** Fee rate before the borrower's VIP discount. */
  readonly fullFeeRate: Rate;
  readonly discount: Rate;
}

const sideFacts = (side: Side, { code, decimals, tick }: ConvertedCurrency): Facts => ({
  [`${side}_currency`]: code,
  [`${side}_decimals`]: String(decimals),
  [`${side}_market`]: String(tick?.market ?? NO_MARKET),
  [`${side}_second`]: String(tick?.second ?? 0),
});

export const loanConversionFacts = (conversion: LoanConversionFacts): Facts => ({
  loan: String(conversion.loan),
  ...sideFacts('from', conversion.from),
  ...sideFacts('to', conversion.to),
  amount: format(conversion.amount),
  full_fee_rate: format(conversion.fullFeeRate),
  discount: format(conversion.discount),
});

const tickOf = (order: Facts, side: Side): TickRange => {
  const second = wholeFact(order, `${side}_second`);
  return { market: wholeFact(order, `${side}_market`), from: second, to: second };
};
const rangesOf = (order: Facts): TickRange[] =>
  SIDES.map((side) => tickOf(order, side)).filter(({ market }) => market !== NO_MARKET);

function priceOf(order: Facts, side: Side, ticks: readonly ReceiptTick[]): Price {
  const { market, from } = tickOf(order, side);
  if (market === NO_MARKET) return price(UNIT);
  const found = ticks.find((tick) => tick.market === market && tick.time === from);
  if (!found) throw new RangeError(`no tick of market ${market} at ${from}`);
  return price(found.price);
}

export const loanConversionFormula: Formula = {
  id: 'loan-conversion/1',
  text:
    'The price of a currency in USDT is that of the tick of its market at its second; market 0: 1. received = amount x price of ' +
    'from_currency / price of to_currency, rounded down once at to_decimals. fee_rate = full_fee_rate x (1 - discount), rounded up at ' +
    'ten decimals. fee = amount x fee_rate, rounded up at from_decimals. taken = amount + fee, in from_currency.',
  ranges: rangesOf,
  choose: (order, published) =>
    rangesOf(order).flatMap(
      ({ market, from }) => published.find((tick) => tick.market === market && tick.time === from) ?? [],
    ),
  result(order, ticks) {
    const feeRate = discountedRate(shareFact(order, 'full_fee_rate'), shareFact(order, 'discount'));
    const prices = { from: priceOf(order, 'from', ticks), to: priceOf(order, 'to', ticks) };
    const decimals = { from: wholeFact(order, 'from_decimals'), to: wholeFact(order, 'to_decimals') };
    const { received, fee, paid } = convert(amount(fact(order, 'amount')), prices, feeRate, decimals);
    return { fee_rate: format(feeRate), received: format(received), fee: format(fee), taken: format(paid) };
  },
};

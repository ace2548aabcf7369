import { amount, format, parseAmount, rate, rateFromPercent } from '@karat/money';
import { splitSale } from '@karat/rules';

/** The form of a sale: prices as plain decimal text, times as hours from now. */
export interface SaleForm {
  readonly way: 'fixed' | 'auction';
  readonly price: string;
  readonly increment: string;
  /** Hours until the start; `0` is at once. */
  readonly startIn: string;
  readonly hours: string;
}

/** A sale as it is sent; times in unix s. */
export interface Sale {
  readonly code: string;
  readonly price: string;
  readonly currency_id: number;
  readonly end_time: number;
  readonly start_time?: number;
  readonly per_increase?: string;
}

const HOUR_S = 3_600;

/** Start and end of a sale, unix s. The start is absent for a sale that starts at once. */
export function saleTimes(
  { startIn, hours }: Pick<SaleForm, 'startIn' | 'hours'>,
  nowMs: number,
): { readonly start: number | undefined; readonly end: number } {
  const now = Math.floor(nowMs / 1_000);
  const start = now + Number(startIn) * HOUR_S;
  return { start: Number(startIn) === 0 ? undefined : start, end: start + Number(hours) * HOUR_S };
}

/** Durations that are offered, hours, up to the longest allowed. */
export const durationsUpTo = (maxDays: number): readonly string[] =>
  [1, 6, 24, 72, 168, 336, 720].filter((hours) => hours <= maxDays * 24).map(String);

/** Parts of the price, as decimal text. */
export interface PayoutParts {
  readonly seller: string;
  readonly artist: string;
  readonly house: string;
}

/** Splits a price as a sale does; undefined without a price. */
export function payoutOf(
  text: string,
  { fee, royalty, decimals }: { readonly fee: string; readonly royalty: string; readonly decimals: number },
): PayoutParts | undefined {
  const value = parseAmount(text);
  if (value === undefined || value <= 0n) return undefined;
  const rates = { feeRate: rateFromPercent(rate(fee)), royaltyRate: rateFromPercent(rate(royalty)) };
  const { seller, artist, house } = splitSale(amount(value), rates, decimals);
  return { seller: format(seller), artist: format(artist), house: format(house) };
}

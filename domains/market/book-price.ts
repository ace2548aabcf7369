import type { Price } from '@karat/money';
import type { BookTop } from './types.ts';

/**
 * What a market without outside sources says about its price, by name: best bid, best ask and last trade, or the reference price
 * until the first trade. The index is made of them by the rule for sources, whose clamp keeps it at their median. A book with one
 * side only says nothing: a single order would move the index.
 */
export function bookQuotes(
  { bid, ask, last }: BookTop,
  reference: Price,
): (readonly [name: string, price: Price])[] {
  const traded = last === undefined ? (['reference', reference] as const) : (['trade', last] as const);
  if (bid === undefined || ask === undefined) return [traded];
  return [['bid', bid], ['ask', ask], traded];
}

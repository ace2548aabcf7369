import type { SkipReason } from '@karat/contract';
import { plus, ratioDown } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import type { CopySize } from '@karat/rules';

/** Size and limits of the copies of a follower. */
export interface CopySettings extends CopySize {
  /** Maximum margin of one copy. */
  readonly orderCap: Amount | undefined;
  /** Maximum margin of all copies of the trader together. */
  readonly totalCap: Amount | undefined;
  /** Maximum difference from the price of the trader, relative. */
  readonly slippage: Rate;
}

/** Difference from the price of the trader, relative, rounded down at 1e-10. */
const distance = (price: Price, from: Price): Rate =>
  ratioDown(price > from ? price - from : from - price, from);

/** Facts of a copy before it is opened. */
export interface CopyFacts {
  readonly lots: Amount;
  readonly minLots: Amount;
  readonly maxLots: Amount;
  /** Margin of the copy at the price. */
  readonly margin: Amount;
  /** Margin of the open copies. */
  readonly openMargin: Amount;
  readonly price: Price;
  readonly traderPrice: Price;
}

/** The reason to skip a copy; undefined to open it. A lack of margin shows when the copy is opened. */
export function skipReason(settings: CopySettings, facts: CopyFacts): SkipReason | undefined {
  if (facts.lots < facts.minLots || facts.lots === 0n) return 'lots_too_small';
  if (facts.lots > facts.maxLots) return 'lots_too_large';
  if (distance(facts.price, facts.traderPrice) > settings.slippage) return 'slippage';
  if (settings.orderCap !== undefined && facts.margin > settings.orderCap) return 'order_cap';
  if (settings.totalCap !== undefined && plus(facts.openMargin, facts.margin) > settings.totalCap)
    return 'total_cap';
  return undefined;
}

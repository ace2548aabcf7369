import { POSITION_STATUS } from '@karat/contract';
import { amount, format, parse, price, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { resultAtIndex } from '@karat/rules';
import { sideOf } from './use-positions.ts';
import type { Position } from './use-positions.ts';

/** Opening price of a position, or the price of its order. */
export const openOf = ({ status, price: open, target_price: target }: Position): string =>
  status === POSITION_STATUS.pending && target !== null ? target : open;

/**
 * PnL of closing a part of a position, or all of it, at an index after the fees of both fills, as the ticket estimates it; null
 * without a valid index.
 */
export function resultAt(
  position: Position,
  index: string | undefined,
  part: Amount = amount(position.number),
): string | null {
  const level = index === undefined ? undefined : parse(index);
  if (level === undefined || level <= 0n) return null;
  const draft = { side: sideOf(position), quantity: part, open: price(openOf(position)) };
  const terms = { spread: price(position.spread), feeRate: rate(position.fee_rate) };
  return format(resultAtIndex({ ...draft, level: price(level) }, terms));
}

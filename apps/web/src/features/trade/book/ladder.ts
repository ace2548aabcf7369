import { UNIT, ZERO, ceilToStep, floorToStep, format, minus, mulDivDown, plus } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Book, Level } from './book.ts';

/** A row of the book. */
export interface Row {
  readonly price: string;
  readonly quantity: string;
  /** Cumulated quantity from the best price. */
  readonly total: string;
  /** Length of the bar, 0 to 1: `total` relative to the largest one shown. For drawing only. */
  readonly share: number;
}

export interface Ladder {
  readonly bids: readonly Row[];
  readonly asks: readonly Row[];
}

/** Groups levels by price step: bids round down, asks round up, so that no price looks better than it is. */
export function grouped(
  levels: readonly Level[],
  side: 'bids' | 'asks',
  step: bigint,
  rows: number,
): readonly Level[] {
  const groups: { price: Price; quantity: Amount }[] = [];
  for (const level of levels) {
    const at = side === 'asks' ? ceilToStep(level.price, step) : floorToStep(level.price, step);
    const last = groups.at(-1);
    if (last?.price === at) last.quantity = plus(last.quantity, level.quantity);
    else if (groups.length === rows) break;
    else groups.push({ price: at, quantity: level.quantity });
  }
  return groups;
}

const totalOf = (levels: readonly Level[]): bigint =>
  levels.reduce((sum, { quantity }) => sum + quantity, 0n);
const SHARES = 1000n;

function rowsOf(levels: readonly Level[], largest: bigint): readonly Row[] {
  let total = ZERO;
  return levels.map(({ price, quantity }) => {
    total = plus(total, quantity);
    return {
      price: format(price),
      quantity: format(quantity),
      total: format(total),
      share: largest === 0n ? 0 : Number((total * SHARES) / largest) / Number(SHARES),
    };
  });
}

/** Returns the best rows of both sides in steps of `step`, the bars on one scale. */
export function ladder(book: Book, step: bigint, rows: number): Ladder {
  const bids = grouped(book.bids, 'bids', step, rows);
  const asks = grouped(book.asks, 'asks', step, rows);
  const [bidTotal, askTotal] = [totalOf(bids), totalOf(asks)];
  const largest = bidTotal > askTotal ? bidTotal : askTotal;
  return { bids: rowsOf(bids, largest), asks: rowsOf(asks, largest) };
}

/** Best ask less best bid, and the same in ten-thousandths of the ask; undefined while a side is empty. */
export function spreadOf(book: Book): { readonly spread: string; readonly percent: string } | undefined {
  const [bid, ask] = [book.bids[0]?.price, book.asks[0]?.price];
  if (bid === undefined || ask === undefined) return undefined;
  const spread = minus(ask, bid);
  return { spread: format(spread), percent: format(mulDivDown(spread, 100n * UNIT, ask)) };
}

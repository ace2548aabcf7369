import type { MarketId } from '@karat/contract';
import type { ReceiptTick } from '@karat/evidence';
import { format } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import { genesisHash, nextHash } from './chain.ts';
import type { Instruments } from './instruments.ts';
import { headBefore, readTicks } from './tick-store.ts';

/** Ticks with their hashes, in the order of time. */
export type Evidence = readonly ReceiptTick[];

/** Maximum length of a settled range; plus the minute before it that leads from the signed head. */
const RANGE_S_MAX = 3_600;
const TICKS_MAX = RANGE_S_MAX + 3_600;

/**
 * The published ticks of a market between two unix seconds, both included, each with its position in the chain, for
 * the receipt of a settlement. Throws RangeError for more than an hour. Deleted ticks are omitted, and those of a market that
 * is priced by its own order book.
 */
export async function ticksBetween(
  queries: Queries,
  instruments: Instruments,
  id: MarketId,
  from: number,
  to: number,
): Promise<Evidence> {
  if (to - from > RANGE_S_MAX) throw new RangeError(`tick range of ${to - from} s`);
  const market = instruments.need(id);
  const anchor = await headBefore(queries, id, from);
  const ticks = await readTicks(queries, id, anchor?.time ?? 0, to, TICKS_MAX);
  let hash = anchor?.hash ?? genesisHash(id, market.symbol);
  const chained: ReceiptTick[] = [];
  for (const tick of ticks) {
    const previous = hash;
    hash = nextHash(previous, tick);
    // The price of a market's own order book settles nothing.
    if (tick.time < from || tick.source === 'book') continue;
    const { time, source, quotes } = tick;
    chained.push({ market: id, time, price: format(tick.price), source, quotes, previous, hash });
  }
  return chained;
}

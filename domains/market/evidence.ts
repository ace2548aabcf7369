import type { MarketId } from '@karat/contract';
import type { ReceiptTick } from '@karat/evidence';
import { format } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import { genesisHash, nextHash } from './chain.ts';
import type { Instruments } from './instruments.ts';
import { headBefore, readTicks } from './tick-store.ts';

/** Ticks with their hashes, in the order of time. */
export type Evidence = readonly ReceiptTick[];

/** A settled range is at most this long; with the minute before it that leads from the signed head. */
const RANGE_S_MAX = 3_600;
const TICKS_MAX = RANGE_S_MAX + 3_600;

/**
 * The published ticks of a market between two unix seconds, both included, each with its place in the chain: what a settlement
 * puts on its receipt. At most an hour; a longer range throws RangeError. Ticks that are no longer kept are not answered.
 */
export async function ticksBetween(
  queries: Queries,
  instruments: Instruments,
  id: MarketId,
  from: number,
  to: number,
): Promise<Evidence> {
  if (to - from > RANGE_S_MAX) throw new RangeError(`ticks over ${to - from} s`);
  const market = instruments.need(id);
  const anchor = await headBefore(queries, id, from);
  const ticks = await readTicks(queries, id, anchor?.time ?? 0, to, TICKS_MAX);
  let hash = anchor?.hash ?? genesisHash(id, market.symbol);
  const chained: ReceiptTick[] = [];
  for (const tick of ticks) {
    const previous = hash;
    hash = nextHash(previous, tick);
    if (tick.time < from) continue;
    const { time, source, quotes } = tick;
    chained.push({ market: id, time, price: format(tick.price), source, quotes, previous, hash });
  }
  return chained;
}

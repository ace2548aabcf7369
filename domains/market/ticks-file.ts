import { refuse } from '@karat/contract';
import type { MarketId } from '@karat/contract';
import { format } from '@karat/money';
import { genesisHash, nextHash } from './chain.ts';
import type { MarketData } from './create.ts';
import { headBefore, headFrom, oldestTick, readHeads, readTicks } from './tick-store.ts';
import type { Head } from './tick-store.ts';
import type { Market, Tick } from './types.ts';

const RANGE_MAX_S = 3_600;
/** The requested hour, with the minutes around it that lead to a signed head on either side. */
const LINES_MAX = RANGE_MAX_S + 3_600;

interface Range {
  readonly market: Market;
  readonly anchor: Head | undefined;
  readonly ticks: readonly Tick[];
  readonly heads: readonly Head[];
  readonly publicKey: string;
}

/** The published lines of a range: the start of the chain, then each tick with its hash, and the signed heads. */
export function tickLines({ market, anchor, ticks, heads, publicKey }: Range): string {
  const previous = anchor?.hash ?? genesisHash(market.id, market.symbol);
  const lines: object[] = [
    {
      type: 'start',
      version: 1,
      market: market.id,
      symbol: market.symbol,
      algorithm: 'sha256',
      decimals: market.indexDecimals,
      previous,
      public_key: publicKey,
    },
  ];
  const byTime = new Map(heads.map((head) => [head.time, head]));
  let hash = previous;
  for (const tick of ticks) {
    hash = nextHash(hash, tick);
    const { time, source, quotes } = tick;
    lines.push({ type: 'tick', market: market.id, time, price: format(tick.price), source, quotes, hash });
    const head = byTime.get(time);
    if (head)
      lines.push({
        type: 'head',
        market: market.id,
        time,
        hash: head.hash,
        public_key: head.publicKey,
        signature: head.signature,
      });
  }
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/**
 * Index ticks between two unix seconds, at most an hour, as JSON lines. The file begins right after a signed head (or
 * with the chain) and ends with the next head, so that everything in it is signed unless it is less than a minute old.
 * Refuses `market_unknown` and `range_invalid`.
 */
export async function ticksFile(
  data: MarketData,
  id: MarketId,
  from: number,
  to: number,
): Promise<{ name: string; type: string; body: string }> {
  const market = data.instruments.need(id);
  if (from > to || to - from > RANGE_MAX_S) refuse('range_invalid');
  const { ctx, signer } = data.inside;
  const oldest = (await oldestTick(ctx.db, id)) ?? 0;
  const anchor = await headBefore(ctx.db, id, Math.max(from, oldest));
  const end = (await headFrom(ctx.db, id, to))?.time ?? Number.MAX_SAFE_INTEGER;
  const after = anchor?.time ?? 0;
  // A range without ticks is empty; it does not continue to later ticks.
  const ticks = await readTicks(ctx.db, id, after, end, LINES_MAX);
  const heads = await readHeads(ctx.db, id, after + 1, end);
  const last = ticks.findLastIndex((tick) => tick.time <= to);
  const upTo = ticks.findIndex(
    (tick, index) => index >= last && heads.some((head) => head.time === tick.time),
  );
  const kept = last === -1 ? [] : upTo === -1 ? ticks : ticks.slice(0, upTo + 1);
  const body = tickLines({
    market,
    anchor,
    ticks: kept,
    heads,
    publicKey: signer.publicKey.toString('base64'),
  });
  const name = `ticks-${market.baseName}-${market.quoteName}-${from}-${to}.jsonl`;
  return { name, type: 'application/x-ndjson', body };
}

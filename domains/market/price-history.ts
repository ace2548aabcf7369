import type { MarketId } from '@karat/contract';
import { price } from '@karat/money';
import type { Price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { DAY_S } from '@karat/rules';
import { periodNumber } from './periods.ts';

/** A market and a unix second. */
export interface PricePoint {
  readonly marketId: MarketId;
  readonly second: number;
}

/** Maximum age of the preferred kind of price in seconds; beyond it the newer of both counts. */
const AGE_S_MAX = { ticks: 3_600, candles: DAY_S } as const;

/** Periods whose candles are searched, with their lengths: the one that ended last counts. */
const PERIODS = [
  [periodNumber('1min'), 60],
  [periodNumber('60min'), 3_600],
  [periodNumber('1day'), DAY_S],
] as const;

interface PriceRow {
  readonly second: number;
  readonly tick: string | null;
  readonly ticked: number | null;
  readonly candle: string | null;
  readonly closed: number | null;
  readonly next: string | null;
}

function priceOf(row: PriceRow, prefer: 'ticks' | 'candles'): Price | undefined {
  const { tick, candle, second } = row;
  const [ticked, closed] = [row.ticked ?? 0, row.closed ?? 0];
  const usesTick =
    prefer === 'ticks'
      ? second - ticked <= AGE_S_MAX.ticks || ticked >= closed
      : second - closed > AGE_S_MAX.candles && ticked > closed;
  const found = (usesTick ? (tick ?? candle) : (candle ?? tick)) ?? row.next;
  return found === null ? undefined : price(found);
}

/**
 * Prices at moments of the past, in the order of the points; undefined where none is known within a day after. `ticks` prefers the
 * index of the moment, as it was; `candles` prefers closing prices, which are in today's shares of a stock.
 */
export async function pricesAt(
  db: Queries,
  points: readonly PricePoint[],
  prefer: 'ticks' | 'candles',
): Promise<(Price | undefined)[]> {
  if (points.length === 0) return [];
  const rows = await db.rows<PriceRow>(sql`
    select k.second, tick.price as tick, tick.time as ticked, candle.close as candle, candle.ends as closed,
      next.price as next
    from unnest(
      ${points.map(({ marketId }) => marketId)}::int[], ${points.map(({ second }) => second)}::bigint[]
    ) with ordinality as k (market_id, second, n)
    left join lateral (
      select t.price, t.time from market_ticks t
      where t.market_id = k.market_id and t.time <= k.second
      order by t.time desc limit 1) as tick on true
    left join lateral (
      select c.close, c.ends from unnest(
        ${PERIODS.map(([number]) => number)}::smallint[], ${PERIODS.map(([, length]) => length)}::bigint[]
      ) as p (period, length)
      cross join lateral (
        select c.close, c.start + p.length as ends from market_candles c
        where c.market_id = k.market_id and c.period = p.period and c.start <= k.second - p.length
        order by c.start desc limit 1) as c
      order by c.ends desc limit 1) as candle on true
    left join lateral (
      select t.price from market_ticks t
      where tick.price is null and candle.close is null and t.market_id = k.market_id
        and t.time > k.second and t.time <= k.second + ${DAY_S}
      order by t.time limit 1) as next on true
    order by k.n`);
  return rows.map((row) => priceOf(row, prefer));
}

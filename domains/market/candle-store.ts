import { marketId } from '@karat/contract';
import type { MarketId, Period } from '@karat/contract';
import { amount, format, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Candle } from './candles.ts';
import { periodByNumber, periodNumber } from './periods.ts';

interface CandleRow {
  market_id: number;
  period: number;
  start: number;
  open: string;
  high: string;
  low: string;
  close: string;
  vol: string;
  amount: string;
  backfilled: boolean;
}

const candleOf = (row: CandleRow): Candle => ({
  marketId: marketId(row.market_id),
  period: periodByNumber(row.period),
  start: row.start,
  open: price(row.open),
  high: price(row.high),
  low: price(row.low),
  close: price(row.close),
  vol: amount(row.vol),
  amount: amount(row.amount),
  backfilled: row.backfilled,
});

/** The stored candles of a range of start times (unix seconds), oldest first. */
export const readCandles = async (
  db: Queries,
  market: MarketId,
  period: Period,
  from: number,
  to: number,
): Promise<Candle[]> =>
  (
    await db.rows<CandleRow>(sql`
      select * from market_candles where market_id = ${market} and period = ${periodNumber(period)}
        and start >= ${from} and start <= ${to} order by start`)
  ).map(candleOf);

/** The last stored candle that begins before a second. */
export async function candleBefore(
  db: Queries,
  market: MarketId,
  period: Period,
  before: number,
): Promise<Candle | undefined> {
  const row = await db.maybe<CandleRow>(sql`
    select * from market_candles where market_id = ${market} and period = ${periodNumber(period)} and start < ${before}
    order by start desc limit 1`);
  return row && candleOf(row);
}

/** The newest candle of every market and period. */
export const newestCandles = async (db: Queries): Promise<Candle[]> =>
  (
    await db.rows<CandleRow>(sql`
      select newest.* from market_markets m cross join generate_series(0, 8) as p
      cross join lateral (
        select * from market_candles c where c.market_id = m.id and c.period = p order by c.start desc limit 1
      ) as newest`)
  ).map(candleOf);

/** The last trade in the candles of each market. */
export const readCursors = async (db: Queries): Promise<Map<MarketId, number>> =>
  new Map(
    (await db.rows<{ market_id: number; trade_id: number }>(sql`select * from market_candle_cursors`)).map(
      (row) => [marketId(row.market_id), row.trade_id],
    ),
  );

const UPSERT = `
  insert into market_candles (market_id, period, start, open, high, low, close, vol, amount, backfilled)
  select * from unnest($1::int[], $2::smallint[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[],
    $8::numeric[], $9::numeric[], $10::boolean[])
  on conflict (market_id, period, start) do update set
    high = excluded.high, low = excluded.low, close = excluded.close, vol = excluded.vol, amount = excluded.amount`;

/** An array in PostgreSQL syntax; numbers, decimals and booleans need no quotes, and one text is faster than many. */
const literal = (values: readonly (string | number | boolean)[]): string => `{${values.join(',')}}`;

const columns = (candles: readonly Candle[]): string[] => [
  literal(candles.map((candle) => candle.marketId)),
  literal(candles.map((candle) => periodNumber(candle.period))),
  literal(candles.map((candle) => candle.start)),
  literal(candles.map((candle) => format(candle.open))),
  literal(candles.map((candle) => format(candle.high))),
  literal(candles.map((candle) => format(candle.low))),
  literal(candles.map((candle) => format(candle.close))),
  literal(candles.map((candle) => format(candle.vol))),
  literal(candles.map((candle) => format(candle.amount))),
  literal(candles.map((candle) => candle.backfilled)),
];

/** Inserts or replaces candles. */
export const writeCandles = (db: Queries, candles: readonly Candle[]): Promise<unknown> =>
  db.prepared('market_write_candles', UPSERT, columns(candles));

export const writeCursors = (tx: Tx, cursors: readonly (readonly [MarketId, number])[]): Promise<number> =>
  tx.run(sql`
    insert into market_candle_cursors (market_id, trade_id)
    select * from unnest(${cursors.map(([id]) => id)}::int[], ${cursors.map(([, trade]) => trade)}::bigint[])
    on conflict (market_id) do update set trade_id = excluded.trade_id`);

/** Number of new shares for a number of old ones. */
export interface ShareRatio {
  readonly newShares: number;
  readonly oldShares: number;
}

/** Converts all candles of a market to new shares: prices divided, volumes multiplied, turnover unchanged. */
export const resizeCandles = (
  tx: Tx,
  market: MarketId,
  { newShares, oldShares }: ShareRatio,
): Promise<number> =>
  tx.run(sql`
    update market_candles set
      open = open * ${oldShares}::numeric / ${newShares}::numeric, high = high * ${oldShares}::numeric / ${newShares}::numeric,
      low = low * ${oldShares}::numeric / ${newShares}::numeric, close = close * ${oldShares}::numeric / ${newShares}::numeric,
      vol = vol * ${newShares}::numeric / ${oldShares}::numeric
    where market_id = ${market}`);

/** Whether there is any candle at all. */
export const anyCandle = async (db: Queries): Promise<boolean> =>
  (await db.one<{ there: boolean }>(sql`select exists (select from market_candles) as there`)).there;

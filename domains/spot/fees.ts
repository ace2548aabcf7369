import { currencyId, userId } from '@karat/contract';
import type { CurrencyId, MarketId, UserId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { SpotMarket } from './types.ts';

/** Fees that a user paid on one day (UTC) in one currency, and the volume behind them. */
export interface DailyFees {
  readonly userId: UserId;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly currency: CurrencyId;
  readonly fee: Amount;
  readonly volumeCurrency: CurrencyId;
  readonly volume: Amount;
}

/** Fees of a range of rows. */
export interface FeeRange {
  /** Id of the last row. */
  readonly lastId: number;
  /** Number of rows; less than the limit at the end. */
  readonly count: number;
  readonly fees: readonly DailyFees[];
}

interface Row {
  readonly user_id: number;
  readonly day: string;
  readonly buys: boolean;
  readonly fee: string;
  readonly quote: string;
}

/**
 * Fees of the fills after an id, at most `limit` fills; sides without a fee are left out. Fills commit in the order of
 * their ids: none appears before a range that was read.
 */
export async function feesOfFills(
  db: Queries,
  market: Pick<SpotMarket, 'id' | 'base' | 'quote'>,
  afterId: number,
  limit: number,
): Promise<FeeRange> {
  const end = await db.one<{ last: number | null; count: number }>(sql`
    select max(id) as last, count(*) as count from (
      select id from spot_fills where market_id = ${market.id} and id > ${afterId} order by id limit ${limit}) f`);
  if (end.last === null) return { lastId: afterId, count: 0, fees: [] };
  const rows = await db.rows<Row>(sql`
    with fills as (
      select * from spot_fills where market_id = ${market.id} and id > ${afterId} and id <= ${end.last}
    ), sides as (
      select maker_user as user_id, taker_side = 2 as buys, maker_fee as fee, quote, at from fills
      union all select taker_user, taker_side = 1, taker_fee, quote, at from fills
    )
    select user_id, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, buys, sum(fee)::text as fee,
      sum(quote)::text as quote
    from sides where fee > 0 group by 1, 2, 3 order by 1, 2, 3`);
  return {
    lastId: end.last,
    count: end.count,
    fees: rows.map((row) => ({
      userId: userId(row.user_id),
      day: row.day,
      currency: currencyId(row.buys ? market.base : market.quote),
      fee: amount(row.fee),
      volumeCurrency: market.quote,
      volume: amount(row.quote),
    })),
  };
}

/** A fee that a user paid for one fill. */
export interface FillFee {
  readonly fillId: number;
  readonly marketId: MarketId;
  readonly takerOrder: number;
  /** Whether the user bought: the fee is in the base currency, otherwise in the quote currency. */
  readonly buys: boolean;
  readonly fee: Amount;
  /** Unix ms; that of the posting of the fill. */
  readonly at: number;
}

interface FeeRow {
  readonly fill_id: number;
  readonly market_id: MarketId;
  readonly taker_order: number;
  readonly buys: boolean;
  readonly fee: string;
  readonly at: number;
}

const fillFee = (row: FeeRow): FillFee => ({
  fillId: row.fill_id,
  marketId: row.market_id,
  takerOrder: row.taker_order,
  buys: row.buys,
  fee: amount(row.fee),
  at: row.at,
});

/** Fees of a user's fills as maker or as taker after an id, in the order of ids; those without a fee included. */
export async function fillFeesOf(
  db: Queries,
  user: UserId,
  role: 'maker' | 'taker',
  afterId: number,
  limit: number,
): Promise<FillFee[]> {
  const rows = await db.rows<FeeRow>(
    role === 'maker'
      ? sql`select id as fill_id, market_id, taker_order, taker_side = 2 as buys, maker_fee as fee, at from spot_fills
          where maker_user = ${user} and id > ${afterId} order by id limit ${limit}`
      : sql`select id as fill_id, market_id, taker_order, taker_side = 1 as buys, taker_fee as fee, at from spot_fills
          where taker_user = ${user} and id > ${afterId} order by id limit ${limit}`,
  );
  return rows.map(fillFee);
}

/** Fees of a user's fills at moments (unix ms) as maker and as taker, those without a fee included. */
export async function fillFeesAt(db: Queries, user: UserId, moments: readonly number[]): Promise<FillFee[]> {
  const rows = await db.rows<FeeRow>(sql`
    with own as (
      select f.* from unnest(${[...new Set(moments)]}::float8[]) moment
      join spot_fills f on f.at > to_timestamp((moment - 0.5) / 1000) and f.at < to_timestamp((moment + 0.5) / 1000)
      where f.maker_user = ${user} or f.taker_user = ${user}
    )
    select id as fill_id, market_id, taker_order, taker_side = 2 as buys, maker_fee as fee, at from own
      where maker_user = ${user}
    union all
    select id, market_id, taker_order, taker_side = 1, taker_fee, at from own where taker_user = ${user}`);
  return rows.map(fillFee);
}

import { userId } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import type { DayRange } from '@karat/domains/operators';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Trades of a market in its quote currency. */
export interface MarketTurnover {
  readonly marketId: MarketId;
  /** Each fill counts once, not once per side. */
  readonly volume: Amount;
  /** Fees of both sides; one in the base currency counts at the price of its fill, rounded down at 1e-10. */
  readonly fees: Amount;
}

/**
 * Volume, fees and traders of a time. Fills between two accounts of the house are left out, and so are fees that the house pays to
 * itself.
 */
export async function tradedFills(
  db: Queries,
  { fromMs, toMs, houseIdMax }: DayRange,
): Promise<{ readonly markets: readonly MarketTurnover[]; readonly traders: readonly UserId[] }> {
  const fills = sql`
    from spot_fills where at >= to_timestamp(${fromMs} / 1000.0) and at < to_timestamp(${toMs} / 1000.0)
      and not house and greatest(maker_user, taker_user) > ${houseIdMax}`;
  const markets = await db.rows<{ market_id: MarketId; volume: string; fees: string }>(sql`
    select market_id, sum(quote)::text as volume, sum(
      case when taker_user <= ${houseIdMax} then 0 when taker_side = 1 then trunc(taker_fee * price, 10) else taker_fee end
      + case when maker_user <= ${houseIdMax} then 0 when taker_side = 2 then trunc(maker_fee * price, 10) else maker_fee end
    )::text as fees ${fills} group by market_id order by market_id`);
  const traders = await db.rows<{ id: number }>(sql`
    select distinct u.id from (
      select maker_user, taker_user ${fills} group by maker_user, taker_user
    ) pairs cross join lateral (values (maker_user), (taker_user)) as u (id) where u.id > ${houseIdMax}`);
  return {
    markets: markets.map((row) => ({
      marketId: row.market_id,
      volume: amount(row.volume),
      fees: amount(row.fees),
    })),
    traders: traders.map(({ id }) => userId(id)),
  };
}

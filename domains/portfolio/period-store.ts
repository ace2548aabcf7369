import { currencyId } from '@karat/contract';
import type { CostMethod, CurrencyId, UserId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** What was owned and owed of a currency at a moment. */
export interface Closing {
  readonly currency: CurrencyId;
  /** Unix ms. */
  readonly at: number;
  readonly quantity: Amount;
  readonly owed: Amount;
  /** Cost of the quantity at today's average cost of a unit, in USDT, rounded down; zero if nothing is owned today. */
  readonly cost: Amount;
}

/** Closing quantities at moments that begin an hour (span 1) or a day (span 24), without zeros. */
export async function readClosings(
  db: Queries,
  user: UserId,
  span: 1 | 24,
  moments: readonly number[],
): Promise<Closing[]> {
  type Row = { currency: number; at: number } & Record<'quantity' | 'owed' | 'cost', string>;
  const rows = await db.rows<Row>(sql`
    select a.currency_id as currency, m.at::bigint as at, p.quantity, p.owed,
      coalesce(trunc(p.quantity * a.cost_average / nullif(a.quantity, 0), 10), 0)::text as cost
    from portfolio_assets a cross join unnest(${[...moments]}::bigint[]) as m (at)
    cross join lateral (
      select quantity, owed from portfolio_periods
      where user_id = a.user_id and span = ${span} and currency_id = a.currency_id
        and start < to_timestamp(m.at::float8 / 1000.0)
      order by start desc limit 1) as p
    where a.user_id = ${user} and (p.quantity <> 0 or p.owed <> 0)`);
  return rows.map((row) => ({
    currency: currencyId(row.currency),
    at: row.at,
    quantity: amount(row.quantity),
    owed: amount(row.owed),
    cost: amount(row.cost),
  }));
}

/** Sums of a time over all currencies, in USDT. */
export interface PeriodSums {
  /** Start of the hour, day or year, unix ms. */
  readonly startMs: number;
  readonly transfers: Amount;
  readonly realised: Amount;
  readonly income: Amount;
  readonly fees: Amount;
}

/** Sums by hour, day or year of the periods that begin in [from, to), oldest first. */
export async function readSums(
  db: Queries,
  user: UserId,
  by: 'hour' | 'day' | 'year',
  range: { readonly from: number; readonly to: number; readonly method: CostMethod },
): Promise<PeriodSums[]> {
  type Row = Record<'transfers' | 'realised' | 'income' | 'fees', string> & { startMs: number };
  const realised = range.method === 'fifo' ? sql`realised_fifo` : sql`realised_average`;
  const rows = await db.rows<Row>(sql`
    select date_trunc(${by}, start at time zone 'UTC') at time zone 'UTC' as "startMs",
      sum(transfers)::text as transfers, sum(${realised})::text as realised, sum(income)::text as income,
      sum(fees)::text as fees
    from portfolio_periods
    where user_id = ${user} and span = ${by === 'hour' ? 1 : 24}
      and start >= to_timestamp(${range.from} / 1000.0) and start < to_timestamp(${range.to} / 1000.0)
    group by 1 order by 1`);
  return rows.map((row) => ({
    startMs: row.startMs,
    transfers: amount(row.transfers),
    realised: amount(row.realised),
    income: amount(row.income),
    fees: amount(row.fees),
  }));
}

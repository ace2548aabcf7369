import type { DailyProduct } from '@karat/contract';
import { DAILY_PRODUCTS } from '@karat/contract';
import { ZERO, amount, format } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { byProduct } from './rules.ts';
import type { Day, DayFigures } from './rules.ts';

/** A stored day; unpriced currencies by their codes. */
export interface StoredDay extends Day {
  readonly unvalued: readonly string[];
}

export const newestDay = async (db: Queries): Promise<string | undefined> =>
  (
    await db.maybe<{ day: string }>(
      sql`select to_char(day, 'YYYY-MM-DD') as day from operators_daily_figures order by operators_daily_figures.day desc limit 1`,
    )
  )?.day;

interface Row {
  readonly day: string;
  readonly registrations: number;
  readonly active_users: number;
  readonly deposits: string;
  readonly deposits_count: number;
  readonly withdrawals: string;
  readonly withdrawals_count: number;
  readonly unvalued: string[];
}

interface ProductRow {
  readonly day: string;
  readonly product: DailyProduct;
  readonly volume: string;
  readonly fees: string;
}

/** Stored days from the first to the last one, both included, oldest first. */
export async function readDays(db: Queries, first: string, last: string): Promise<StoredDay[]> {
  const rows = await db.rows<Row>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, registrations, active_users, deposits, deposits_count, withdrawals,
      withdrawals_count, unvalued
    from operators_daily_figures f where f.day between ${first}::date and ${last}::date order by f.day`);
  const products = await db.rows<ProductRow>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, product, volume, fees
    from operators_daily_products p where p.day between ${first}::date and ${last}::date`);
  const byDay = Map.groupBy(products, ({ day }) => day);
  return rows.map((row) => {
    const own = new Map(byDay.get(row.day)?.map((each) => [each.product, each]));
    const of = (field: 'volume' | 'fees') =>
      byProduct((product) => {
        const found = own.get(product);
        return found ? amount(found[field]) : ZERO;
      });
    return {
      day: row.day,
      isComplete: true,
      figures: {
        volume: of('volume'),
        fees: of('fees'),
        registrations: row.registrations,
        activeUsers: row.active_users,
        deposits: amount(row.deposits),
        depositsCount: row.deposits_count,
        withdrawals: amount(row.withdrawals),
        withdrawalsCount: row.withdrawals_count,
      },
      unvalued: row.unvalued,
    };
  });
}

/** Lets one process at a time store a day; a second one then reads what the first has stored. */
export const lockDays = (tx: Tx): Promise<number> =>
  tx.run(sql`lock table operators_daily_figures in share row exclusive mode`);

/** Stores a complete day. */
export async function insertDay(
  tx: Tx,
  day: string,
  figures: DayFigures,
  unvalued: readonly string[],
  now: number,
): Promise<void> {
  await tx.run(sql`
    insert into operators_daily_figures (day, registrations, active_users, deposits, deposits_count, withdrawals,
      withdrawals_count, unvalued, computed_at)
    values (${day}::date, ${figures.registrations}, ${figures.activeUsers}, ${format(figures.deposits)},
      ${figures.depositsCount}, ${format(figures.withdrawals)}, ${figures.withdrawalsCount}, ${[...unvalued]}::text[],
      to_timestamp(${now} / 1000.0))`);
  await tx.run(sql`
    insert into operators_daily_products (day, product, volume, fees)
    select ${day}::date, * from unnest(${[...DAILY_PRODUCTS]}::text[],
      ${DAILY_PRODUCTS.map((product) => format(figures.volume[product]))}::numeric[],
      ${DAILY_PRODUCTS.map((product) => format(figures.fees[product]))}::numeric[])`);
}

import { currencyId } from '@karat/contract';
import type { CurrencyId, MarketId } from '@karat/contract';
import { amount, format, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Currency, Duration } from './types.ts';

interface DurationRow {
  id: number;
  seconds: number;
  ratio: string;
  min_stake: string;
  max_stake: string;
  enabled: boolean;
}
interface CurrencyRow {
  currency_id: number;
  min_stake: string;
  max_stake: string;
  user_max: string;
  window_max: string;
  pool_max: string;
  enabled: boolean;
}

const durationOf = (row: DurationRow): Duration => ({
  id: row.id,
  seconds: row.seconds,
  ratio: rate(row.ratio),
  minStake: amount(row.min_stake),
  maxStake: amount(row.max_stake),
  enabled: row.enabled,
});
const currencyOf = (row: CurrencyRow): Currency => ({
  currencyId: currencyId(row.currency_id),
  minStake: amount(row.min_stake),
  maxStake: amount(row.max_stake),
  userMax: amount(row.user_max),
  windowMax: amount(row.window_max),
  poolMax: amount(row.pool_max),
  enabled: row.enabled,
});

/** Every duration, the shortest first. */
export const readDurations = async (db: Queries): Promise<Duration[]> =>
  (await db.rows<DurationRow>(sql`select * from options_durations order by seconds`)).map(durationOf);

export const readCurrencies = async (db: Queries): Promise<Currency[]> =>
  (await db.rows<CurrencyRow>(sql`select * from options_currencies order by currency_id`)).map(currencyOf);

export const readRegions = async (db: Queries): Promise<string[]> =>
  (await db.rows<{ region: string }>(sql`select region from options_regions order by region`)).map(
    ({ region }) => region,
  );

/** Inserts a duration or replaces it. */
export const writeDuration = (tx: Tx, row: Omit<Duration, 'id'>): Promise<number> =>
  tx.run(sql`
    insert into options_durations (seconds, ratio, min_stake, max_stake, enabled)
    values (${row.seconds}, ${format(row.ratio)}, ${format(row.minStake)}, ${format(row.maxStake)}, ${row.enabled})
    on conflict (seconds) do update set ratio = excluded.ratio, min_stake = excluded.min_stake,
      max_stake = excluded.max_stake, enabled = excluded.enabled`);

/** A currency's terms, locked until the transaction ends. */
export async function lockCurrency(tx: Tx, id: CurrencyId): Promise<Currency | undefined> {
  const row = await tx.maybe<CurrencyRow>(
    sql`select * from options_currencies where currency_id = ${id} for update`,
  );
  return row && currencyOf(row);
}

export const writeCurrency = (tx: Tx, row: Currency): Promise<number> =>
  tx.run(sql`
    update options_currencies set min_stake = ${format(row.minStake)}, max_stake = ${format(row.maxStake)},
      user_max = ${format(row.userMax)}, window_max = ${format(row.windowMax)}, pool_max = ${format(row.poolMax)},
      enabled = ${row.enabled}
    where currency_id = ${row.currencyId}`);

export async function writeRegions(tx: Tx, regions: readonly string[]): Promise<void> {
  await tx.run(sql`delete from options_regions where region <> all(${[...regions]}::text[])`);
  await tx.run(
    sql`insert into options_regions (region) select unnest(${[...regions]}::text[]) on conflict do nothing`,
  );
}

/** Reserves capacity for an obligation in one shard of the pool; returns false if it has too little. */
export const takeCapacity = async (
  tx: Tx,
  currency: CurrencyId,
  shard: number,
  profit: Amount,
): Promise<boolean> =>
  (await tx.run(sql`
    update options_pool_capacity set capacity = capacity - ${format(profit)}::numeric
    where currency_id = ${currency} and shard = ${shard} and capacity >= ${format(profit)}::numeric`)) === 1;

/** All shards of the pool in order, locked until the transaction ends. */
export const lockCapacity = async (tx: Tx, currency: CurrencyId): Promise<Amount[]> =>
  (
    await tx.rows<{ capacity: string }>(
      sql`select capacity from options_pool_capacity where currency_id = ${currency} order by shard for update`,
    )
  ).map(({ capacity }) => amount(capacity));

export const writeCapacity = (tx: Tx, currency: CurrencyId, capacities: readonly Amount[]): Promise<number> =>
  tx.run(sql`
    update options_pool_capacity r set capacity = n.capacity
    from unnest(${capacities.map((_, shard) => shard)}::int[], ${capacities.map((capacity) => format(capacity))}::numeric[]) as n (shard, capacity)
    where r.currency_id = ${currency} and r.shard = n.shard`);

/** Releases settled obligations by shard of the pool; locked in order first, as everywhere. */
export async function releaseCapacity(
  tx: Tx,
  back: readonly { readonly currency: CurrencyId; readonly shard: number; readonly amount: Amount }[],
): Promise<void> {
  const [currencies, shards] = [back.map((one) => one.currency), back.map((one) => one.shard)];
  await tx.rows(sql`
    select 1 from options_pool_capacity
    where (currency_id, shard) in (select * from unnest(${currencies}::int[], ${shards}::int[]))
    order by currency_id, shard for update`);
  await tx.run(sql`
    update options_pool_capacity r set capacity = r.capacity + b.amount
    from unnest(${currencies}::int[], ${shards}::int[], ${back.map((one) => format(one.amount))}::numeric[])
      as b (currency_id, shard, amount)
    where r.currency_id = b.currency_id and r.shard = b.shard`);
}

/** Adds to the obligations of an instrument and expiry, up to a cap; returns false if it would exceed it. */
export const takeWindow = async (
  tx: Tx,
  window: { readonly market: MarketId; readonly currency: CurrencyId; readonly second: number },
  profit: Amount,
  cap: Amount,
): Promise<boolean> =>
  profit <= cap &&
  (await tx.run(sql`
    insert into options_windows as w (market_id, currency_id, second, owed)
    values (${window.market}, ${window.currency}, ${window.second}, ${format(profit)}::numeric)
    on conflict (market_id, currency_id, second) do update set owed = w.owed + excluded.owed
    where w.owed + excluded.owed <= ${format(cap)}::numeric`)) === 1;

/** Deletes windows whose orders have all been due for a day. */
export const forgetWindows = (db: Queries, beforeSecond: number): Promise<number> =>
  db.run(sql`delete from options_windows where second < ${beforeSecond}`);

import type { CurrencyId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export interface Route {
  readonly type: 0 | 1 | 2;
  readonly currency: CurrencyId;
  readonly network: string;
  readonly title: string;
  readonly fee: Amount;
  readonly minimum: Amount;
}

/** Returns the open methods of a currency, in their order. */
export async function readRoutes(queries: Queries, currency: CurrencyId, type: number): Promise<Route[]> {
  const rows = await queries.rows<Omit<Route, 'fee' | 'minimum'> & { fee: string; minimum: string }>(sql`
    select type, currency_id as currency, network, title, fee, minimum from withdrawals_routes
    where currency_id = ${currency} and type = ${type} and enabled order by position`);
  return rows.map((row) => ({ ...row, fee: amount(row.fee), minimum: amount(row.minimum) }));
}

/** Returns currencies with an open method of a type, in the order of the methods. */
export const openCurrencies = async (queries: Queries, type: number): Promise<CurrencyId[]> =>
  (
    await queries.rows<{ currency: CurrencyId }>(sql`
      select currency_id as currency from withdrawals_routes where type = ${type} and enabled
      group by currency_id order by min(position)`)
  ).map((row) => row.currency);

export const routeNetworks = async (queries: Queries): Promise<string[]> =>
  (
    await queries.rows<{ network: string }>(sql`select distinct network from withdrawals_routes order by 1`)
  ).map((row) => row.network);

export interface Halt {
  readonly network: string;
  readonly reason: string;
  readonly by: string;
}

export const readHalts = (queries: Queries): Promise<Halt[]> =>
  queries.rows<Halt>(sql`select network, reason, by from withdrawals_halts`);

export const halt = (tx: Tx, { network, reason, by }: Halt, at: number): Promise<number> =>
  tx.run(sql`
    insert into withdrawals_halts (network, reason, by, since)
    values (${network}, ${reason}, ${by}, to_timestamp(${at} / 1000.0)) on conflict (network) do nothing`);

export const resume = (tx: Tx, network: string): Promise<number> =>
  tx.run(sql`delete from withdrawals_halts where network = ${network}`);

/** Returns the counts of waiting and in-flight payouts by network. */
export const countsByNetwork = (
  queries: Queries,
): Promise<{ network: string; waiting: number; underWay: number }[]> =>
  queries.rows(sql`
    select network, count(*) filter (where state = 'approved') as waiting,
      count(*) filter (where state in ('signing', 'signed', 'broadcast', 'exported')) as "underWay"
    from withdrawals_requests where finished_at is null group by network`);

import { currencyId } from '@karat/contract';

import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Route } from './route-store.ts';

/** A route with the version that it is at; 0 before two operators changed it. */
export interface VersionedRoute extends Route {
  readonly enabled: boolean;
  readonly version: number;
  readonly askedBy: string | null;
  readonly approvedBy: string | null;
  /** Unix ms. */
  readonly at: number | null;
}

interface Row extends Omit<VersionedRoute, 'fee' | 'minimum' | 'currency'> {
  readonly currency: number;
  readonly fee: string;
  readonly minimum: string;
}

const select = sql`
  select r.type, r.currency_id as currency, r.network, r.title, r.fee, r.minimum, r.enabled, coalesce(v.id, 0) as version,
    v.asked_by as "askedBy", v.approved_by as "approvedBy", v.at
  from withdrawals_routes r
  left join lateral (
    select id, asked_by, approved_by, at from withdrawals_route_versions v
    where v.type = r.type and v.currency_id = r.currency_id and v.network = r.network order by id desc limit 1
  ) v on true`;
const routeOf = (row: Row): VersionedRoute => ({
  ...row,
  currency: currencyId(row.currency),
  fee: amount(row.fee),
  minimum: amount(row.minimum),
});

export const readVersionedRoutes = async (db: Queries): Promise<VersionedRoute[]> =>
  (await db.rows<Row>(sql`${select} order by r.position`)).map(routeOf);

/** Identity of a route. */
export type RouteKey = Pick<Route, 'type' | 'currency' | 'network'>;

export async function readVersionedRoute(
  db: Queries,
  { type, currency, network }: RouteKey,
): Promise<VersionedRoute | undefined> {
  const row = await db.maybe<Row>(sql`
    ${select} where r.type = ${type} and r.currency_id = ${currency} and r.network = ${network}`);
  return row && routeOf(row);
}

/** Waits for other changes, so that of two approvals at once the second one finds another version. */
export const lockRoutes = (tx: Tx): Promise<number> =>
  tx.run(sql`lock table withdrawals_route_versions in share row exclusive mode`);

interface RouteChange extends RouteKey {
  readonly title: string;
  readonly fee: Amount;
  readonly minimum: Amount;
  readonly askedBy: string;
  readonly approvedBy: string;
  readonly at: number;
}

/** Writes the present values of a route, a new one behind all others, and its version. */
export async function writeRoute(tx: Tx, change: RouteChange): Promise<void> {
  const { type, currency, network, title } = change;
  const [fee, minimum] = [format(change.fee), format(change.minimum)];
  await tx.run(sql`
    insert into withdrawals_routes (type, currency_id, network, title, position, fee, minimum)
    select ${type}, ${currency}, ${network}, ${title}, max(position) + 1, ${fee}::numeric, ${minimum}::numeric
    from withdrawals_routes
    on conflict (type, currency_id, network) do update set fee = excluded.fee, minimum = excluded.minimum`);
  await tx.run(sql`
    insert into withdrawals_route_versions (type, currency_id, network, fee, minimum, asked_by, approved_by, at)
    values (${type}, ${currency}, ${network}, ${fee}, ${minimum}, ${change.askedBy}, ${change.approvedBy},
      to_timestamp(${change.at} / 1000.0))`);
}

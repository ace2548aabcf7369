import { marketId, userId } from '@karat/contract';
import type { AlertKind, AlertRepeat, AlertState, MarketId, UserId } from '@karat/contract';
import { amount, format, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { SideChange } from './book.ts';
import type { Alert, AlertTerms, Side, SideAt } from './types.ts';

interface AlertRow {
  id: number;
  user_id: number;
  market_id: number;
  kind: AlertKind;
  target: string;
  target_at: number;
  repeat_minutes: AlertRepeat;
  state: AlertState;
  side: Side;
  side_at: number;
  quiet_until: number | null;
  version: number;
  firings: number;
  fired_at: number | null;
  fired_price: string | null;
  created_at: number;
}

const alertOf = (row: AlertRow): Alert => ({
  id: row.id,
  userId: userId(row.user_id),
  marketId: marketId(row.market_id),
  kind: row.kind,
  target: amount(row.target),
  targetMs: row.target_at,
  repeatMinutes: row.repeat_minutes,
  state: row.state,
  side: row.side,
  sideMs: row.side_at,
  quietMs: row.quiet_until ?? undefined,
  version: row.version,
  firings: row.firings,
  firedMs: row.fired_at ?? undefined,
  firedPrice: row.fired_price === null ? undefined : price(row.fired_price),
  createdMs: row.created_at,
});

const maybeAlert = (row: AlertRow | undefined): Alert | undefined => row && alertOf(row);

/** Serialises the additions of a user and returns how many alerts there are. */
export async function lockAlertsOf(tx: Tx, user: UserId): Promise<number> {
  await tx.run(sql`
    insert into alerts_users (user_id) values (${user}) on conflict (user_id) do update set user_id = excluded.user_id`);
  return countAlerts(tx, user);
}

export const countAlerts = async (db: Queries, user: UserId): Promise<number> =>
  (await db.one<{ count: number }>(sql`select count(*) as count from alerts_alerts where user_id = ${user}`))
    .count;

/** What identifies an alert of a user. */
export interface AlertSubject extends Pick<AlertTerms, 'kind' | 'target'> {
  readonly userId: UserId;
  readonly marketId: MarketId;
}

/** The id of the user's alert with the same market, kind and target. */
export const sameAlert = async (db: Queries, like: AlertSubject): Promise<number | undefined> =>
  (
    await db.maybe<{ id: number }>(sql`
      select id from alerts_alerts where user_id = ${like.userId} and market_id = ${like.marketId} and kind = ${like.kind}
        and target = ${format(like.target)}`)
  )?.id;

export const insertAlert = async (
  tx: Tx,
  terms: AlertTerms & AlertSubject & SideAt & { readonly createdMs: number },
): Promise<Alert> =>
  alertOf(
    await tx.one<AlertRow>(sql`
      insert into alerts_alerts (user_id, market_id, kind, target, target_at, repeat_minutes, side, side_at, created_at)
      values (${terms.userId}, ${terms.marketId}, ${terms.kind}, ${format(terms.target)},
        to_timestamp(${terms.createdMs} / 1000.0), ${terms.repeatMinutes}, ${terms.side},
        to_timestamp(${terms.sideMs} / 1000.0), to_timestamp(${terms.createdMs} / 1000.0))
      returning *`),
  );

/** Locks an alert of a user. */
export const lockAlert = async (tx: Tx, user: UserId, id: number): Promise<Alert | undefined> =>
  maybeAlert(
    await tx.maybe<AlertRow>(
      sql`select * from alerts_alerts where id = ${id} and user_id = ${user} for update`,
    ),
  );

/** Sets the terms of an alert at a moment (unix ms) and activates it. */
export const writeTerms = async (
  tx: Tx,
  id: number,
  terms: AlertTerms & SideAt,
  at: number,
): Promise<Alert> =>
  alertOf(
    await tx.one<AlertRow>(sql`
      update alerts_alerts set kind = ${terms.kind}, target = ${format(terms.target)},
        target_at = to_timestamp(${at} / 1000.0), repeat_minutes = ${terms.repeatMinutes}, state = 'active',
        side = ${terms.side}, side_at = to_timestamp(${terms.sideMs} / 1000.0), quiet_until = null, version = version + 1
      where id = ${id} returning *`),
  );

export const writePaused = async (tx: Tx, id: number): Promise<Alert> =>
  alertOf(
    await tx.one<AlertRow>(sql`
      update alerts_alerts set state = 'paused', quiet_until = null, version = version + 1 where id = ${id} returning *`),
  );

export const deleteAlert = (db: Queries, user: UserId, id: number): Promise<number> =>
  db.run(sql`delete from alerts_alerts where id = ${id} and user_id = ${user}`);

/** Alerts of a user, newest first. */
export const readAlerts = async (db: Queries, user: UserId, market?: MarketId): Promise<Alert[]> =>
  (
    await db.rows<AlertRow>(sql`
      select * from alerts_alerts where user_id = ${user}
        and (${market ?? null}::int is null or market_id = ${market ?? null}::int) order by id desc`)
  ).map(alertOf);

/** Active alerts of a market after an id, by id. */
export const activeAlerts = async (
  db: Queries,
  market: MarketId,
  after: number,
  limit: number,
): Promise<Alert[]> =>
  (
    await db.rows<AlertRow>(sql`
      select * from alerts_alerts where market_id = ${market} and id > ${after} and state = 'active' order by id limit ${limit}`)
  ).map(alertOf);

/**
 * Writes side changes to alerts that are active and have the version of the change. A crossing counts as a notification: it
 * ends an alert that notifies once, and starts the silence of another. Returns the changed alerts.
 */
export async function writeSides(tx: Tx, changes: readonly SideChange[]): Promise<Alert[]> {
  const sorted = changes.toSorted((a, b) => a.alert.id - b.alert.id);
  const rows = await tx.rows<AlertRow>(sql`
    update alerts_alerts a set side = c.side, side_at = c.at, version = a.version + 1,
      firings = a.firings + c.fires::int,
      fired_at = case when c.fires then c.at else a.fired_at end,
      fired_price = case when c.fires then c.price else a.fired_price end,
      quiet_until = case when c.fires and a.repeat_minutes > 0 then c.at + a.repeat_minutes * interval '1 minute' end,
      state = case when c.fires and a.repeat_minutes = 0 then 'fired' else 'active' end
    from (
      select id, version, side, fires, price, to_timestamp(ms / 1000.0) as at from unnest(
        ${sorted.map(({ alert }) => alert.id)}::bigint[], ${sorted.map(({ alert }) => alert.version)}::int[],
        ${sorted.map(({ side }) => side)}::text[], ${sorted.map(({ fires }) => fires)}::boolean[],
        ${sorted.map((change) => format(change.price))}::numeric[], ${sorted.map(({ at }) => at)}::float8[])
        as u (id, version, side, fires, price, ms)) c
    where a.id = c.id and a.version = c.version and a.state = 'active'
    returning a.*`);
  return rows.map(alertOf);
}

import { userId } from '@karat/contract';
import type { FollowEnd, UserId } from '@karat/contract';
import { amount, format, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { lockFor, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { CopySettings } from './rules.ts';

/** A present or former follow of a trader. */
export interface Follow extends CopySettings {
  readonly id: number;
  readonly traderId: UserId;
  readonly userId: UserId;
  readonly stopLoss: Amount | undefined;
  readonly takeProfit: Amount | undefined;
  readonly active: boolean;
  readonly paused: boolean;
  readonly ended: FollowEnd | null;
  readonly highWater: Amount;
  /** Net result of all copies so far. */
  readonly profit: Amount;
  /** Margin of the open copies. */
  readonly margin: Amount;
  readonly openCopies: number;
  readonly skipped: number;
  readonly shared: Amount;
  readonly createdAt: number;
}

export interface FollowRow {
  id: number;
  trader_id: number;
  user_id: number;
  mode: 'multiple' | 'lots';
  number: string;
  order_cap: string | null;
  total_cap: string | null;
  slippage: string;
  stop_loss: string | null;
  take_profit: string | null;
  paused_at: number | null;
  active: boolean;
  ended: FollowEnd | null;
  high_water: string;
  profit: string;
  margin: string;
  open_copies: number;
  skipped: number;
  shared: string;
  created_at: number;
}

const maybe = (text: string | null): Amount | undefined => (text === null ? undefined : amount(text));
const text = (value: Amount | undefined): string | null => (value === undefined ? null : format(value));

type Settings = Pick<FollowRow, 'mode' | 'number' | 'order_cap' | 'total_cap' | 'slippage'>;
const settingsOf = (row: Settings): CopySettings => ({
  mode: row.mode,
  number: amount(row.number),
  slippage: rate(row.slippage),
  orderCap: maybe(row.order_cap),
  totalCap: maybe(row.total_cap),
});

export const followOf = (row: FollowRow): Follow => ({
  ...settingsOf(row),
  id: row.id,
  traderId: userId(row.trader_id),
  userId: userId(row.user_id),
  stopLoss: maybe(row.stop_loss),
  takeProfit: maybe(row.take_profit),
  paused: row.paused_at !== null,
  active: row.active,
  ended: row.ended,
  highWater: amount(row.high_water),
  profit: amount(row.profit),
  margin: amount(row.margin),
  openCopies: row.open_copies,
  skipped: row.skipped,
  shared: amount(row.shared),
  createdAt: row.created_at,
});

export type FollowRequest = CopySettings & Pick<Follow, 'stopLoss' | 'takeProfit'>;

/** Starts a follow or changes its terms. */
export async function writeFollow(
  tx: Tx,
  trader: UserId,
  user: UserId,
  request: FollowRequest,
  at: number,
): Promise<Follow> {
  return followOf(
    await tx.one<FollowRow>(sql`
      insert into copytrade_follows
        (trader_id, user_id, mode, number, order_cap, total_cap, slippage, stop_loss, take_profit,
          created_at, copies_from)
      values (${trader}, ${user}, ${request.mode}, ${format(request.number)}, ${text(request.orderCap)}, ${text(request.totalCap)},
        ${format(request.slippage)}, ${text(request.stopLoss)}, ${text(request.takeProfit)}, to_timestamp(${at} / 1000.0),
        to_timestamp(${at} / 1000.0))
      on conflict (trader_id, user_id) where active do update set mode = excluded.mode, number = excluded.number,
        order_cap = excluded.order_cap, total_cap = excluded.total_cap, slippage = excluded.slippage,
        stop_loss = excluded.stop_loss, take_profit = excluded.take_profit
      returning *`),
  );
}

/** Ends the active follows of a user and trader; returns their number. */
export const endFollow = (
  tx: Tx,
  trader: UserId,
  user: UserId,
  ended: FollowEnd,
  at: number,
): Promise<number> =>
  tx.run(sql`
    update copytrade_follows set active = false, ended = ${ended}, ended_at = to_timestamp(${at} / 1000.0)
    where trader_id = ${trader} and user_id = ${user} and active`);

/** Ends one by its id at its loss or profit limit; returns 0 if a limit had ended it already. */
export const endAtLimit = (
  tx: Tx,
  id: number,
  ended: 'stop_loss' | 'take_profit',
  at: number,
): Promise<number> =>
  tx.run(sql`
    update copytrade_follows set active = false, ended = ${ended},
      ended_at = coalesce(ended_at, to_timestamp(${at} / 1000.0))
    where id = ${id} and (ended is null or ended not in ('stop_loss', 'take_profit'))`);

/** Locks an own follow; returns its trader and whether it is active. */
export const lockFollow = (
  tx: Tx,
  user: UserId,
  id: number,
): Promise<{ readonly active: boolean } | undefined> =>
  tx.maybe<{ active: boolean }>(
    sql`select active from copytrade_follows where id = ${id} and user_id = ${user} for update`,
  );

/** Ends an own follow by its id, if it has not ended. */
export const endById = (tx: Tx, user: UserId, id: number, at: number): Promise<number> =>
  tx.run(sql`
    update copytrade_follows set active = false, ended = 'user', ended_at = to_timestamp(${at} / 1000.0)
    where id = ${id} and user_id = ${user} and active`);

/**
 * Pauses an own active follow, or resumes it: orders filled before are not copied then. Returns 0 if there is none; one that is
 * paused or resumed already stays as it is.
 */
export const setPaused = (tx: Tx, user: UserId, id: number, paused: boolean, at: number): Promise<number> =>
  tx.run(sql`
    update copytrade_follows set
      copies_from = case when not ${paused}::boolean and paused_at is not null then to_timestamp(${at} / 1000.0)
        else copies_from end,
      paused_at = case when ${paused}::boolean then coalesce(paused_at, to_timestamp(${at} / 1000.0)) end
    where id = ${id} and user_id = ${user} and active`);

/** Ends all follows of a trader; returns their followers. */
export const endFollowers = async (tx: Tx, trader: UserId, at: number): Promise<UserId[]> =>
  (
    await tx.rows<{ user_id: number }>(sql`
      update copytrade_follows set active = false, ended = 'trader', ended_at = to_timestamp(${at} / 1000.0)
      where trader_id = ${trader} and active returning user_id`)
  ).map((row) => userId(row.user_id));

/** Waits for other requests of the user to follow or to become a trader, so that the one sees the other. */
export const lockFollowing = (tx: Tx, user: UserId): Promise<void> => lockFor(tx, 'follows', user);

/** Number of a user's active follows. */
export const countActive = async (tx: Tx, user: UserId): Promise<number> =>
  (
    await tx.one<{ n: number }>(
      sql`select count(*)::int as n from copytrade_follows where user_id = ${user} and active`,
    )
  ).n;

/** Whether a user follows each of some traders. */
export const followedAmong = async (
  db: Queries,
  user: UserId,
  traders: readonly UserId[],
): Promise<Set<UserId>> =>
  new Set(
    (
      await db.rows<{ trader_id: number }>(sql`
        select trader_id from copytrade_follows
        where user_id = ${user} and active and trader_id = any(${[...traders]}::bigint[])`)
    ).map((row) => userId(row.trader_id)),
  );

/** A follower with the terms of a copy. */
export interface Copier extends CopySettings {
  readonly id: number;
  readonly userId: UserId;
  /** Margin of the open copies. */
  readonly margin: Amount;
}

/** Users who follow a trader since before a time and have no copy of a position yet; by id, after a given one. */
export const toCopy = async (
  db: Queries,
  event: { readonly traderId: UserId; readonly positionId: number; readonly createdAt: number },
  after: number,
  limit: number,
): Promise<Copier[]> =>
  (
    await db.rows<Settings & Pick<FollowRow, 'id' | 'user_id' | 'margin'>>(sql`
      select f.id, f.user_id, f.mode, f.number, f.order_cap, f.total_cap, f.slippage, f.margin from copytrade_follows f
      where f.trader_id = ${event.traderId} and f.active and f.id > ${after}
        and f.paused_at is null and f.copies_from <= to_timestamp(${event.createdAt} / 1000.0)
        and not exists (
          select from copytrade_copies c where c.trader_position = ${event.positionId} and c.follow_id = f.id)
      order by f.id limit ${limit}`)
  ).map((row) => ({
    ...settingsOf(row),
    id: row.id,
    userId: userId(row.user_id),
    margin: amount(row.margin),
  }));

async function pageOf(
  db: Queries,
  column: 'user_id' | 'trader_id',
  user: UserId,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ rows: Follow[]; total: number }> {
  const where = column === 'user_id' ? sql`user_id = ${user}` : sql`trader_id = ${user}`;
  const rows = await db.rows<FollowRow>(sql`
    select * from copytrade_follows where ${where} order by active desc, id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*)::int as total from copytrade_follows where ${where}`,
  );
  return { rows: rows.map(followOf), total };
}
type Paging = { readonly page: number; readonly limit: number };
export const followsOf = (db: Queries, user: UserId, paging: Paging) => pageOf(db, 'user_id', user, paging);
export const followersOf = (db: Queries, trader: UserId, paging: Paging) =>
  pageOf(db, 'trader_id', trader, paging);

/** Follows with a limit of loss or profit and open copies, ended ones included; by id, after a given one. */
export const withStops = async (db: Queries, after: number, limit: number): Promise<Follow[]> =>
  (
    await db.rows<FollowRow>(sql`
      select * from copytrade_follows
      where (stop_loss is not null or take_profit is not null) and open_copies > 0
        and (ended is null or ended not in ('stop_loss', 'take_profit')) and id > ${after}
      order by id limit ${limit}`)
  ).map(followOf);

/** A copy that no longer counts: its margin leaves with it. */
export const leaveFollow = (tx: Tx, follow: number, margin: Amount): Promise<number> =>
  tx.run(sql`
    update copytrade_follows set margin = margin - ${format(margin)}, open_copies = open_copies - 1 where id = ${follow}`);

/** An active follow as others see it. */
export interface PublicCopier {
  readonly id: number;
  readonly userId: UserId;
  readonly profit: Amount;
  readonly createdAt: number;
}

/** Active followers of a trader, newest first, before a given follow. */
export const copiersOf = async (
  db: Queries,
  trader: UserId,
  before: number | undefined,
  limit: number,
): Promise<PublicCopier[]> =>
  (
    await db.rows<Pick<FollowRow, 'id' | 'user_id' | 'profit' | 'created_at'>>(sql`
      select id, user_id, profit, created_at from copytrade_follows
      where trader_id = ${trader} and active and (${before ?? null}::bigint is null or id < ${before ?? null})
      order by id desc limit ${limit}`)
  ).map((row) => ({
    id: row.id,
    userId: userId(row.user_id),
    profit: amount(row.profit),
    createdAt: row.created_at,
  }));

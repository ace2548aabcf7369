import { userId } from '@karat/contract';
import type { FollowEnd, UserId } from '@karat/contract';
import { amount, format, minus, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { CopySettings } from './rules.ts';

/** A present or former follow of a trader. */
export interface Follow extends CopySettings {
  readonly id: number;
  readonly traderId: UserId;
  readonly userId: UserId;
  readonly stopLoss: Amount | undefined;
  readonly active: boolean;
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

interface Row {
  id: number;
  trader_id: number;
  user_id: number;
  mode: 'multiple' | 'lots';
  number: string;
  order_cap: string | null;
  total_cap: string | null;
  slippage: string;
  stop_loss: string | null;
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

type Settings = Pick<Row, 'mode' | 'number' | 'order_cap' | 'total_cap' | 'slippage'>;
const settingsOf = (row: Settings): CopySettings => ({
  mode: row.mode,
  number: amount(row.number),
  slippage: rate(row.slippage),
  orderCap: maybe(row.order_cap),
  totalCap: maybe(row.total_cap),
});

const followOf = (row: Row): Follow => ({
  ...settingsOf(row),
  id: row.id,
  traderId: userId(row.trader_id),
  userId: userId(row.user_id),
  stopLoss: maybe(row.stop_loss),
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

export type FollowRequest = CopySettings & { readonly stopLoss: Amount | undefined };

/** Starts a follow or changes its terms. */
export async function writeFollow(
  tx: Tx,
  trader: UserId,
  user: UserId,
  request: FollowRequest,
  at: number,
): Promise<Follow> {
  return followOf(
    await tx.one<Row>(sql`
      insert into copytrade_follows
        (trader_id, user_id, mode, number, order_cap, total_cap, slippage, stop_loss, created_at)
      values (${trader}, ${user}, ${request.mode}, ${format(request.number)}, ${text(request.orderCap)}, ${text(request.totalCap)},
        ${format(request.slippage)}, ${text(request.stopLoss)}, to_timestamp(${at} / 1000.0))
      on conflict (trader_id, user_id) where active do update set mode = excluded.mode, number = excluded.number,
        order_cap = excluded.order_cap, total_cap = excluded.total_cap, slippage = excluded.slippage,
        stop_loss = excluded.stop_loss
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

/** Ends one by its id at its loss limit; returns 0 if it had ended already. */
export const endAtLoss = (tx: Tx, id: number, at: number): Promise<number> =>
  tx.run(sql`
    update copytrade_follows set active = false, ended = 'stop_loss',
      ended_at = coalesce(ended_at, to_timestamp(${at} / 1000.0))
    where id = ${id} and ended is distinct from 'stop_loss'`);

/** Ends all follows of a trader; returns their followers. */
export const endFollowers = async (tx: Tx, trader: UserId, at: number): Promise<UserId[]> =>
  (
    await tx.rows<{ user_id: number }>(sql`
      update copytrade_follows set active = false, ended = 'trader', ended_at = to_timestamp(${at} / 1000.0)
      where trader_id = ${trader} and active returning user_id`)
  ).map((row) => userId(row.user_id));

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
    await db.rows<Settings & Pick<Row, 'id' | 'user_id' | 'margin'>>(sql`
      select f.id, f.user_id, f.mode, f.number, f.order_cap, f.total_cap, f.slippage, f.margin from copytrade_follows f
      where f.trader_id = ${event.traderId} and f.active and f.id > ${after}
        and f.created_at <= to_timestamp(${event.createdAt} / 1000.0)
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
  const rows = await db.rows<Row>(sql`
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

/** Follows with a stop-loss and open copies, ended ones included; by id, after a given one. */
export const withStopLoss = async (db: Queries, after: number, limit: number): Promise<Follow[]> =>
  (
    await db.rows<Row>(sql`
      select * from copytrade_follows
      where stop_loss is not null and open_copies > 0 and ended is distinct from 'stop_loss' and id > ${after}
      order by id limit ${limit}`)
  ).map(followOf);

/**
 * Followers whose profit with a trader is above its high-water mark and is not yet shared on a day: their latest
 * follows, locked, with profit and mark over all follows of the pair - a user who stops and starts again keeps the
 * earlier loss. By id, after a given one.
 */
export const lockShareable = async (tx: Tx, day: string, after: number, limit: number): Promise<Follow[]> =>
  (
    await tx.rows<Row & { all_profit: string; all_marks: string }>(sql`
      select f.*, whole.profit::text as all_profit, whole.marks::text as all_marks from copytrade_follows f
      cross join lateral (
        select sum(o.profit) as profit, sum(o.high_water) as marks, max(o.id) as latest from copytrade_follows o
        where o.user_id = f.user_id and o.trader_id = f.trader_id
      ) as whole
      where f.id > ${after} and f.id = whole.latest and whole.profit > whole.marks
        and not exists (
          select from copytrade_shares s
          where s.user_id = f.user_id and s.trader_id = f.trader_id and s.day = ${day}::date)
      order by f.id limit ${limit} for update of f`)
  ).map((row) => followOf({ ...row, profit: row.all_profit, high_water: row.all_marks }));

/** A copy that no longer counts: its margin leaves with it. */
export const leaveFollow = (tx: Tx, follow: number, margin: Amount): Promise<number> =>
  tx.run(sql`
    update copytrade_follows set margin = margin - ${format(margin)}, open_copies = open_copies - 1 where id = ${follow}`);

/** A paid share with the new mark, over all follows of the pair. */
export interface PaidShare {
  readonly follow: Follow;
  readonly amount: Amount;
  readonly highWater: Amount;
}

export async function writeShares(
  tx: Tx,
  day: string,
  shares: readonly PaidShare[],
  at: number,
): Promise<void> {
  await tx.run(sql`
    insert into copytrade_shares (follow_id, trader_id, user_id, day, profit, high_water, amount, created_at)
    select f, t, u, ${day}::date, p, h, a, to_timestamp(${at} / 1000.0)
    from unnest(${shares.map(({ follow }) => follow.id)}::bigint[], ${shares.map(({ follow }) => follow.traderId)}::bigint[],
      ${shares.map(({ follow }) => follow.userId)}::bigint[], ${shares.map(({ follow }) => format(follow.profit))}::numeric[],
      ${shares.map(({ follow }) => format(follow.highWater))}::numeric[],
      ${shares.map((share) => format(share.amount))}::numeric[]) as s (f, t, u, p, h, a)`);
  await tx.run(sql`
    update copytrade_follows f set high_water = f.high_water + s.raised, shared = f.shared + s.a
    from unnest(${shares.map(({ follow }) => follow.id)}::bigint[],
      ${shares.map(({ follow, highWater }) => format(minus(highWater, follow.highWater)))}::numeric[],
      ${shares.map((share) => format(share.amount))}::numeric[]) as s (f, raised, a)
    where f.id = s.f`);
}

export interface ShareRow {
  readonly id: number;
  readonly traderId: UserId;
  readonly userId: UserId;
  readonly amount: Amount;
  readonly profit: Amount;
  readonly highWater: Amount;
  readonly day: string;
  readonly createdAt: number;
}

/** Shares that a user paid or received, newest first. */
export const sharesOf = async (
  db: Queries,
  user: UserId,
  before: number | undefined,
  limit: number,
): Promise<ShareRow[]> =>
  (
    await db.rows<{
      id: number;
      trader_id: number;
      user_id: number;
      amount: string;
      profit: string;
      high_water: string;
      day: string;
      created_at: number;
    }>(sql`
      select id, trader_id, user_id, amount, profit, high_water, day::text as day, created_at from copytrade_shares
      where (trader_id = ${user} or user_id = ${user}) and (${before ?? null}::bigint is null or id < ${before ?? null})
      order by id desc limit ${limit}`)
  ).map((row) => ({
    id: row.id,
    traderId: userId(row.trader_id),
    userId: userId(row.user_id),
    day: row.day,
    amount: amount(row.amount),
    profit: amount(row.profit),
    highWater: amount(row.high_water),
    createdAt: row.created_at,
  }));

import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, format, minus } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { followOf } from './follow-store.ts';
import type { Follow, FollowRow } from './follow-store.ts';

/**
 * Followers whose profit with a trader is above its high-water mark and is not yet shared on a day: their latest
 * follows, locked, with profit and mark over all follows of the pair - a user who stops and starts again keeps the
 * earlier loss. By id, after a given one.
 */
export const lockShareable = async (tx: Tx, day: string, after: number, limit: number): Promise<Follow[]> =>
  (
    await tx.rows<FollowRow & { all_profit: string; all_marks: string }>(sql`
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

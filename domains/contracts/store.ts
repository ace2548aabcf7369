import type { CloseReason, MarketId, UserId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { Position } from './position.ts';
import { positionOf } from './position-row.ts';
import type { PositionRow } from './position-row.ts';

const ms = (value: Sql): Sql => sql`to_timestamp(${value} / 1000.0)`;

/** Returns ascending numbers for new positions. */
export const nextIds = async (queries: Queries, count: number): Promise<number[]> =>
  (
    await queries.rows<{ id: number }>(
      sql`select nextval('contracts_ids') as id from generate_series(1, ${count}::int)`,
    )
  ).map((row) => row.id);

/** Live positions of users, locked in ascending id order. */
export const lockLive = async (tx: Tx, users: readonly UserId[]): Promise<Position[]> =>
  (
    await tx.rows<PositionRow>(sql`
      select * from contracts_positions where user_id = any(${[...users]}::bigint[]) and status < 3
      order by id for update`)
  ).map(positionOf);

/** Live positions of all users, a page at a time by id. */
export const readLive = async (queries: Queries, after: number, limit: number): Promise<Position[]> =>
  (
    await queries.rows<PositionRow>(sql`
      select * from contracts_positions where status < 3 and id > ${after} order by id limit ${limit}`)
  ).map(positionOf);

export const readLiveOf = async (queries: Queries, user: UserId): Promise<Position[]> =>
  (
    await queries.rows<PositionRow>(sql`
      select * from contracts_positions where user_id = ${user} and status < 3 order by id desc`)
  ).map(positionOf);

export async function readPosition(
  queries: Queries,
  user: UserId,
  id: number,
): Promise<Position | undefined> {
  const row = await queries.maybe<PositionRow>(
    sql`select * from contracts_positions where id = ${id} and user_id = ${user}`,
  );
  return row && positionOf(row);
}

export interface PositionFilter {
  readonly userId: UserId;
  readonly markets: readonly MarketId[] | undefined;
  readonly statuses: readonly number[];
}

/** A page of positions, newest first, and their total count. */
export async function readPage(
  queries: Queries,
  { userId, markets, statuses }: PositionFilter,
  skip: number,
  limit: number,
): Promise<{ rows: Position[]; total: number }> {
  const where = sql`
    where user_id = ${userId} and status = any(${[...statuses]}::smallint[])
    ${markets === undefined ? empty : sql`and market_id = any(${[...markets]}::int[])`}`;
  const { total } = await queries.one<{ total: number }>(
    sql`select count(*) as total from contracts_positions ${where}`,
  );
  const rows = await queries.rows<PositionRow>(
    sql`select * from contracts_positions ${where} order by id desc offset ${skip} limit ${limit}`,
  );
  return { rows: rows.map(positionOf), total };
}

export interface CutoffFilter {
  readonly market: MarketId;
  /** Unix ms. */
  readonly cutoff: number;
  /** Only users with a higher number. */
  readonly after: number;
}

/** Users with positions of a market that were open at a cut-off and are not charged for it, in order. */
export const usersToCharge = async (
  queries: Queries,
  { market, cutoff, after }: CutoffFilter,
  limit: number,
): Promise<UserId[]> =>
  (
    await queries.rows<{ user_id: UserId }>(sql`
      select distinct user_id from contracts_positions
      where status in (1, 2) and market_id = ${market} and user_id > ${after} and opened_at < ${ms(sql`${cutoff}`)}
        and (charged_at is null or charged_at < ${ms(sql`${cutoff}`)})
      order by user_id limit ${limit}`)
  ).map((row) => row.user_id);

/** The last charged cut-off of each market, unix ms. */
export const lastCutoffs = async (queries: Queries): Promise<ReadonlyMap<MarketId, number>> =>
  new Map(
    (
      await queries.rows<{ market_id: MarketId; at: number }>(
        sql`select market_id, at from contracts_market_cutoffs`,
      )
    ).map((row) => [row.market_id, row.at]),
  );

/** Stores that a market's cut-off is charged; a cut-off before the stored one is ignored. */
export const writeCutoff = (
  queries: Queries,
  market: MarketId,
  cutoff: number,
  now: number,
): Promise<number> =>
  queries.run(sql`
    insert into contracts_market_cutoffs (market_id, at, done_at)
    values (${market}, ${ms(sql`${cutoff}`)}, ${ms(sql`${now}`)})
    on conflict (market_id) do update set at = excluded.at, done_at = excluded.done_at
    where contracts_market_cutoffs.at < excluded.at`);

/** A stored reply to a request with a key. */
export interface StoredReply {
  readonly user_id: UserId;
  readonly key: string;
  readonly hash: string;
  readonly reply: unknown;
}

export const readReplies = (
  queries: Queries,
  unwarned: readonly { readonly userId: UserId; readonly key: string }[],
): Promise<StoredReply[]> =>
  queries.rows<StoredReply>(sql`
    select r.user_id, r.key, r.hash, r.reply from contracts_requests r
    join unnest(${unwarned.map((each) => each.userId)}::bigint[], ${unwarned.map((each) => each.key)}::text[]) as a (user_id, key)
      on a.user_id = r.user_id and a.key = r.key`);

export const insertReplies = (
  tx: Tx,
  replies: readonly {
    readonly userId: UserId;
    readonly key: string;
    readonly hash: string;
    readonly reply: unknown;
  }[],
  at: number,
): Promise<number> =>
  tx.run(sql`
    insert into contracts_requests (user_id, key, hash, reply, at)
    select user_id, key, hash, reply, to_timestamp(${at} / 1000.0)
    from jsonb_to_recordset(${JSON.stringify(
      replies.map(({ userId, key, hash, reply }) => ({ user_id: userId, key, hash, reply })),
    )}::jsonb) as r (user_id bigint, key text, hash text, reply jsonb)`);

const FORGET_BATCH = 5_000;
/** Deletes replies older than a time. */
export const forgetReplies = (queries: Queries, before: number): Promise<number> =>
  queries.run(sql`
    delete from contracts_requests where (user_id, key) in (
      select user_id, key from contracts_requests where at < to_timestamp(${before} / 1000.0) limit ${FORGET_BATCH})`);

export interface FillRow {
  readonly id: number;
  readonly kind: 'open' | 'close';
  readonly reason: CloseReason | null;
  readonly lots: string;
  readonly quantity: string;
  readonly price: string;
  readonly index_price: string;
  readonly tick: number;
  readonly profit: string;
  readonly fee: string;
  readonly insurance: string;
  readonly at: number;
}

export const readFills = (queries: Queries, user: UserId, position: number): Promise<FillRow[]> =>
  queries.rows<FillRow>(sql`
    select id, kind, reason, lots, quantity, price, index_price, tick, profit, fee, insurance, at from contracts_fills
    where position_id = ${position} and user_id = ${user} order by id`);

export interface MarginChangeRow {
  readonly id: number;
  readonly change: string;
  readonly margin: string;
  readonly at: number;
}

/** Changes of a position's margin that its owner requested, oldest first. */
export const readMarginChanges = (
  queries: Queries,
  user: UserId,
  position: number,
): Promise<MarginChangeRow[]> =>
  queries.rows<MarginChangeRow>(sql`
    select id, change, margin, at from contracts_margin_changes
    where position_id = ${position} and user_id = ${user} order by id`);

/** Sums of the fills since a time. */
export async function sumsSince(
  queries: Queries,
  since: number,
): Promise<{ liquidations: number; insurance: Amount; fees: Amount; profit: Amount; overnight: Amount }> {
  const fills = await queries.one<{
    liquidations: number;
    insurance: string;
    fees: string;
    profit: string;
  }>(sql`
    select count(*) filter (where reason = 'liquidation') as liquidations, coalesce(sum(insurance), 0)::text as insurance,
      coalesce(sum(fee), 0)::text as fees, coalesce(sum(profit), 0)::text as profit
    from contracts_fills where at >= to_timestamp(${since} / 1000.0)`);
  const nights = await queries.one<{ paid: string }>(sql`
    select coalesce(sum(from_available + from_margin), 0)::text as paid from contracts_overnights
    where cutoff >= to_timestamp(${since} / 1000.0)`);
  return {
    liquidations: fills.liquidations,
    insurance: amount(fills.insurance),
    fees: amount(fills.fees),
    profit: amount(fills.profit),
    overnight: amount(nights.paid),
  };
}

export interface PaymentRow {
  readonly position_id: number;
  readonly user_id: UserId;
  readonly market_id: MarketId;
  readonly insurance: string;
  readonly at: number;
}

/** Payments of the insurance fund, newest first. */
export const payments = (queries: Queries, limit: number): Promise<PaymentRow[]> =>
  queries.rows<PaymentRow>(sql`
    select position_id, user_id, market_id, insurance, at from contracts_fills
    where insurance > 0 order by id desc limit ${limit}`);

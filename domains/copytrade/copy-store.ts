import { marketId, userId } from '@karat/contract';
import type { MarginMode, MarketId, SkipReason, UserId } from '@karat/contract';
import { amount, format, price } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { decimalCell, rowArray, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { CopiedPosition, OpenedCopy, Side } from './deps.ts';

/** A trader's fill that waits to be copied. */
export interface Fill {
  readonly kind: 'opened' | 'closed';
  readonly id: number;
  readonly positionId: number;
  readonly traderId: UserId;
  readonly marketId: MarketId;
  readonly side: Side;
  readonly mode: MarginMode;
  readonly multiple: number;
  readonly originLots: Amount;
  /** Remaining lots. */
  readonly lots: Amount;
  readonly price: Price;
  readonly createdAt: number;
}

/** All copies of a follow are to be closed. */
export interface FollowStop {
  readonly kind: 'stopped';
  readonly id: number;
  readonly followId: number;
}

interface EventRow {
  id: number;
  kind: 'opened' | 'closed' | 'stopped';
  position_id: number;
  trader_id: number;
  market_id: number;
  side: Side;
  mode: MarginMode;
  multiple: number;
  origin_lots: string;
  lots: string;
  price: string;
  follow_id: number;
  created_at: number;
}

const eventOf = (row: EventRow): Fill | FollowStop =>
  row.kind === 'stopped'
    ? { kind: row.kind, id: row.id, followId: row.follow_id }
    : {
        kind: row.kind,
        id: row.id,
        positionId: row.position_id,
        traderId: userId(row.trader_id),
        marketId: marketId(row.market_id),
        side: row.side,
        mode: row.mode,
        multiple: row.multiple,
        originLots: amount(row.origin_lots),
        lots: amount(row.lots),
        price: price(row.price),
        createdAt: row.created_at,
      };

/** Pending fills that are due, oldest first. */
export const waitingEvents = async (
  db: Queries,
  now: number,
  limit: number,
): Promise<(Fill | FollowStop)[]> =>
  (
    await db.rows<EventRow>(sql`
      select * from copytrade_events where done_at is null and try_at <= to_timestamp(${now} / 1000.0)
      order by id limit ${limit}`)
  ).map(eventOf);

export const eventDone = (db: Queries, id: number, at: number): Promise<number> =>
  db.run(sql`update copytrade_events set done_at = to_timestamp(${at} / 1000.0) where id = ${id}`);
export const eventLater = (db: Queries, id: number, at: number): Promise<number> =>
  db.run(sql`update copytrade_events set try_at = to_timestamp(${at} / 1000.0) where id = ${id}`);

/** Stores fills of traders, in the transaction of the fills. */
export const insertFillEvents = (
  tx: Tx,
  fills: readonly {
    readonly kind: 'opened' | 'closed';
    readonly position: CopiedPosition;
    readonly price: Price;
  }[],
  at: number,
): Promise<number> =>
  tx.run(sql`
    insert into copytrade_events (kind, position_id, trader_id, market_id, side, mode, multiple, origin_lots, lots, price,
      created_at, try_at)
    select e.*, to_timestamp(${at} / 1000.0), to_timestamp(${at} / 1000.0)
    from unnest(${fills.map((fill) => fill.kind)}::text[], ${fills.map(({ position }) => position.id)}::bigint[],
      ${fills.map(({ position }) => position.userId)}::bigint[], ${fills.map(({ position }) => position.marketId)}::int[],
      ${fills.map(({ position }) => position.side)}::text[], ${fills.map(({ position }) => position.mode)}::text[],
      ${fills.map(({ position }) => position.multiple)}::int[],
      ${fills.map(({ position }) => format(position.originLots))}::numeric[],
      ${fills.map(({ position }) => (position.ended ? '0' : format(position.lots)))}::numeric[],
      ${fills.map((fill) => format(fill.price))}::numeric[]) as e`);

/** Requests that all copies of a follow are closed, unless that waits already. The follow is locked by the caller. */
export const insertStopped = (tx: Tx, follow: number, at: number): Promise<number> =>
  tx.run(sql`
    insert into copytrade_events (kind, follow_id, created_at, try_at)
    select 'stopped', ${follow}, to_timestamp(${at} / 1000.0), to_timestamp(${at} / 1000.0)
    where not exists (select from copytrade_events where follow_id = ${follow} and done_at is null)`);

const INSERT_COPIES = `
with opened as materialized (select * from unnest($1::copytrade_copy_opened[])), kept as (
  insert into copytrade_copies (trader_position, follow_id, position_id, market_id, side, origin_lots, created_at)
  select $2, follow_id, position_id, $3, $4, lots, to_timestamp($5::float8 / 1000.0) from opened
)
update copytrade_follows f set profit = f.profit - o.fee, margin = f.margin + o.margin, open_copies = f.open_copies + 1
from opened o where f.id = o.follow_id and f.active and f.paused_at is null
returning 1`;

/** A follower stopped or paused after the decision to copy for them: the copies of the transaction must roll back. */
export class FollowEnded extends Error {}

/**
 * Stores opened copies and adds them to their follows, in the transaction that opened them. A second copy of the same
 * position for the same follow violates the key and rolls back the opening. Throws FollowEnded.
 */
export async function insertCopies(
  tx: Tx,
  fill: Pick<Fill, 'positionId' | 'marketId' | 'side'>,
  copies: readonly OpenedCopy[],
  at: number,
): Promise<void> {
  const row = ({ follow, position, lots, margin, fee }: OpenedCopy): string =>
    `${follow},${position},${decimalCell(lots)},${decimalCell(margin)},${decimalCell(fee)}`;
  const values = [rowArray(copies, row), fill.positionId, fill.marketId, fill.side, at];
  if (copies.length === 0) return;
  const counted = await tx.prepared('copytrade_opened', INSERT_COPIES, values);
  if (counted.length !== copies.length) throw new FollowEnded();
}

/** A change of a copy by its position: its result, released or added margin, and the change of the open count. */
export interface CopyMove {
  readonly position: number;
  readonly profit: Amount;
  readonly margin: Amount;
  readonly copies: number;
}

const MOVE_COPIES = `
update copytrade_follows f set profit = f.profit + m.profit, margin = f.margin + m.margin,
  open_copies = f.open_copies + m.copies
from (
  select c.follow_id, sum(d.profit) as profit, sum(d.margin) as margin, sum(d.copies) as copies
  from unnest($1::copytrade_copy_moved[]) d
  cross join lateral (
    select follow_id from copytrade_copies where position_id = d.position_id and not own offset 0
  ) c
  group by c.follow_id) m
where f.id = m.follow_id`;

/** Applies changes of copies to their follows; copies that were taken over no longer count. */
export async function moveCopies(tx: Tx, moves: readonly CopyMove[]): Promise<void> {
  const row = ({ position, profit, margin, copies }: CopyMove): string =>
    `${position},${decimalCell(profit)},${decimalCell(margin)},${copies}`;
  if (moves.length > 0) await tx.prepared('copytrade_moved', MOVE_COPIES, [rowArray(moves, row)]);
}

/** An order that was not copied. */
export interface Skip {
  readonly follow: number;
  readonly reason: SkipReason;
}

/** Stores why orders were not copied; returns the follows for which this is new. */
export const insertSkips = async (
  tx: Tx,
  fill: Fill,
  skips: readonly Skip[],
  at: number,
): Promise<number[]> =>
  (
    await tx.rows<{ follow_id: number }>(sql`
      with kept as (
        insert into copytrade_copies (trader_position, follow_id, skipped, market_id, side, origin_lots, created_at)
        select ${fill.positionId}, s.follow, s.reason, ${fill.marketId}, ${fill.side}, 0, to_timestamp(${at} / 1000.0)
        from unnest(${skips.map((skip) => skip.follow)}::bigint[], ${skips.map((skip) => skip.reason)}::text[])
          as s (follow, reason)
        on conflict (trader_position, follow_id) do nothing returning follow_id)
      update copytrade_follows f set skipped = f.skipped + 1 from kept where f.id = kept.follow_id
      returning kept.follow_id`)
  ).map((row) => row.follow_id);

/** A copy that a trader's close or a stop may still close. */
export interface Copy {
  readonly user: UserId;
  readonly position: number;
  readonly originLots: Amount;
}

interface CopyRow {
  user_id: number;
  position_id: number;
  origin_lots: string;
}
const copyOf = (row: CopyRow): Copy => ({
  user: userId(row.user_id),
  position: row.position_id,
  originLots: amount(row.origin_lots),
});

/** Copies that follow a trader's position; by position, after a given one. */
export const copiesOf = async (db: Queries, source: number, after: number, limit: number): Promise<Copy[]> =>
  (
    await db.rows<CopyRow>(sql`
      select f.user_id, c.position_id, c.origin_lots from copytrade_copies c join copytrade_follows f on f.id = c.follow_id
      where c.trader_position = ${source} and c.position_id > ${after} and not c.own
      order by c.position_id limit ${limit}`)
  ).map(copyOf);

/** Copies of a trader's positions with the position that each follows; at most a number. */
export const copiesOfPositions = (
  db: Queries,
  sources: readonly number[],
  limit: number,
): Promise<{ source: number; position: number }[]> =>
  db.rows(sql`
    select trader_position as source, position_id as position from copytrade_copies
    where trader_position = any(${[...sources]}::bigint[]) and position_id is not null
    order by trader_position desc, follow_id limit ${limit}`);

/** Copies of some follows that are not the follower's own, newest first. */
export const copiesOfFollows = async (
  db: Queries,
  follows: readonly number[],
  limit: number,
): Promise<(Copy & { readonly follow: number })[]> =>
  (
    await db.rows<CopyRow & { follow_id: number }>(sql`
      select f.user_id, c.position_id, c.origin_lots, c.follow_id
      from copytrade_copies c join copytrade_follows f on f.id = c.follow_id
      where c.follow_id = any(${[...follows]}::bigint[]) and c.position_id is not null and not c.own
      order by c.id desc limit ${limit}`)
  ).map((row) => ({ ...copyOf(row), follow: row.follow_id }));

/** Converts a copy into the follower's own position; returns its follow. */
export const takeOver = async (tx: Tx, user: UserId, position: number): Promise<number | undefined> =>
  (
    await tx.maybe<{ follow_id: number }>(sql`
      update copytrade_copies c set own = true from copytrade_follows f
      where c.position_id = ${position} and f.id = c.follow_id and f.user_id = ${user} and not c.own
      returning c.follow_id`)
  )?.follow_id;

export interface SkippedRow {
  readonly id: number;
  readonly traderId: UserId;
  readonly marketId: MarketId;
  readonly side: Side;
  readonly reason: SkipReason;
  readonly createdAt: number;
}

/** Orders that were not copied for a user, newest first. */
export const skippedOf = async (
  db: Queries,
  user: UserId,
  before: number | undefined,
  limit: number,
): Promise<SkippedRow[]> =>
  (
    await db.rows<{
      id: number;
      trader_id: number;
      market_id: number;
      side: Side;
      skipped: SkipReason;
      created_at: number;
    }>(sql`
      select c.id, f.trader_id, c.market_id, c.side, c.skipped, c.created_at
      from copytrade_copies c join copytrade_follows f on f.id = c.follow_id
      where f.user_id = ${user} and c.skipped is not null and (${before ?? null}::bigint is null or c.id < ${before ?? null})
      order by c.id desc limit ${limit}`)
  ).map((row) => ({
    id: row.id,
    traderId: userId(row.trader_id),
    marketId: marketId(row.market_id),
    side: row.side,
    reason: row.skipped,
    createdAt: row.created_at,
  }));

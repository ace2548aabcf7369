import type { CloseReason, MarketId, UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { Deed } from './desk.ts';
import type { Position } from './position.ts';
import { positionOf, rowOf } from './position-row.ts';
import type { PositionRow } from './position-row.ts';

const ms = (value: Sql): Sql => sql`to_timestamp(${value} / 1000.0)`;

/** Numbers for new positions, growing. */
export const nextIds = async (queries: Queries, count: number): Promise<number[]> =>
  (
    await queries.rows<{ id: number }>(
      sql`select nextval('contracts_ids') as id from generate_series(1, ${count}::int)`,
    )
  ).map((row) => row.id);

/** Live positions of users, locked in the order of their ids. */
export const lockLive = async (tx: Tx, users: readonly UserId[]): Promise<Position[]> =>
  (
    await tx.rows<PositionRow>(sql`
      select * from contracts_positions where user_id = any(${[...users]}::bigint[]) and status < 3
      order by id for update`)
  ).map(positionOf);

/** Live positions of everybody, a page at a time by id. */
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

/** A page of positions, newest first, and how many there are. */
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

/** Somebody else has changed a row since it was read: nothing of this transaction may stand. */
export class Outdated extends Error {}

const WRITE = `
  insert into contracts_positions (
    id, user_id, market_id, side, mode, order_type, source_id, status, target, multiple, lot_size, spread, fee_rate,
    overnight_rate, origin_lots, lots, price, margin, origin_margin, hold, take_profit, stop_loss, trigger_reason, trigger_tick,
    profit, fee, overnight, insurance, close_price, close_reason, open_tick, close_tick, created_at, opened_at, closed_at,
    charged_at, version)
  select id, user_id, market_id, side, mode, order_type, source_id, status, target, multiple, lot_size, spread, fee_rate,
    overnight_rate, origin_lots, lots, price, margin, origin_margin, hold, take_profit, stop_loss, trigger_reason, trigger_tick,
    profit, fee, overnight, insurance, close_price, close_reason, open_tick, close_tick, to_timestamp(created_at / 1000.0),
    to_timestamp(opened_at / 1000.0), to_timestamp(closed_at / 1000.0), to_timestamp(charged_at / 1000.0), version
  from jsonb_to_recordset($1::jsonb) as p (
    id bigint, user_id bigint, market_id int, side text, mode text, order_type smallint, source_id bigint, status smallint,
    target numeric, multiple int, lot_size numeric, spread numeric, fee_rate numeric, overnight_rate numeric, origin_lots numeric,
    lots numeric, price numeric, margin numeric, origin_margin numeric, hold numeric, take_profit numeric, stop_loss numeric,
    trigger_reason text, trigger_tick bigint, profit numeric, fee numeric, overnight numeric, insurance numeric,
    close_price numeric, close_reason text, open_tick bigint, close_tick bigint, created_at float8, opened_at float8,
    closed_at float8, charged_at float8, version int)
  on conflict (id) do update set
    status = excluded.status, lots = excluded.lots, price = excluded.price, margin = excluded.margin,
    origin_margin = excluded.origin_margin, hold = excluded.hold, take_profit = excluded.take_profit,
    stop_loss = excluded.stop_loss, trigger_reason = excluded.trigger_reason, trigger_tick = excluded.trigger_tick,
    profit = excluded.profit, fee = excluded.fee, overnight = excluded.overnight, insurance = excluded.insurance,
    close_price = excluded.close_price, close_reason = excluded.close_reason, open_tick = excluded.open_tick,
    close_tick = excluded.close_tick, opened_at = excluded.opened_at, closed_at = excluded.closed_at,
    charged_at = excluded.charged_at, version = excluded.version
  where contracts_positions.version = excluded.version - 1
  returning 1`;

/** Writes positions, new and changed, each only if nobody else has written it since it was read. Throws Outdated. */
export async function writePositions(tx: Tx, positions: readonly Position[]): Promise<void> {
  if (positions.length === 0) return;
  const written = await tx.prepared('contracts_write', WRITE, [JSON.stringify(positions.map(rowOf))]);
  if (written.length !== positions.length) throw new Outdated();
}

/** Keeps what was filled. */
export async function insertFills(tx: Tx, deeds: readonly Deed[], at: number): Promise<void> {
  const rows = deeds.flatMap((deed): Record<string, string | number | null>[] => {
    if (deed.kind !== 'opened' && deed.kind !== 'closed') return [];
    const { position, mark, price, quantity, fee } = deed;
    const common = {
      ...{ position_id: position.id, user_id: position.userId, market_id: position.marketId },
      ...{
        quantity: format(quantity),
        price: format(price),
        index_price: format(mark.index),
        tick: mark.tick,
      },
      fee: format(fee),
    };
    return deed.kind === 'opened'
      ? [
          {
            ...common,
            ...{ kind: 'open', reason: null, lots: format(position.originLots), margin: format(deed.margin) },
            ...{ profit: '0', insurance: '0', absorbed: '0' },
          },
        ]
      : [
          {
            ...common,
            ...{ kind: 'close', reason: deed.reason, lots: format(deed.lots), margin: format(deed.released) },
            ...{ profit: format(deed.profit), insurance: format(deed.insurance) },
            absorbed: format(deed.absorbed),
          },
        ];
  });
  if (rows.length === 0) return;
  await tx.run(sql`
    insert into contracts_fills (position_id, user_id, market_id, kind, reason, lots, quantity, price, index_price, tick,
      margin, profit, fee, insurance, absorbed, at)
    select position_id, user_id, market_id, kind, reason, lots, quantity, price, index_price, tick, margin, profit, fee,
      insurance, absorbed, to_timestamp(${at} / 1000.0)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (position_id bigint, user_id bigint, market_id int,
      kind text, reason text, lots numeric, quantity numeric, price numeric, index_price numeric, tick bigint,
      margin numeric, profit numeric, fee numeric, insurance numeric, absorbed numeric)`);
}

/** Keeps overnight fees; a second one for the same cut-off violates the key. */
export async function insertOvernights(tx: Tx, deeds: readonly Deed[]): Promise<void> {
  const rows = deeds.flatMap((deed) =>
    deed.kind === 'overnight'
      ? [
          {
            ...{ position_id: deed.position.id, cutoff: deed.cutoff, index_price: format(deed.mark.index) },
            ...{ tick: deed.mark.tick, from_available: format(deed.fromAvailable) },
            from_margin: format(deed.fromMargin),
          },
        ]
      : [],
  );
  if (rows.length === 0) return;
  await tx.run(sql`
    insert into contracts_overnights (position_id, cutoff, index_price, tick, from_available, from_margin)
    select position_id, to_timestamp(cutoff / 1000.0), index_price, tick, from_available, from_margin
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (position_id bigint, cutoff float8, index_price numeric,
      tick bigint, from_available numeric, from_margin numeric)`);
}

/** Users with positions that were open at a cut-off (unix ms) and have not been charged for it. */
export const usersToCharge = async (queries: Queries, cutoff: number, limit: number): Promise<UserId[]> =>
  (
    await queries.rows<{ user_id: UserId }>(sql`
      select distinct user_id from contracts_positions
      where status in (1, 2) and opened_at < ${ms(sql`${cutoff}`)}
        and (charged_at is null or charged_at < ${ms(sql`${cutoff}`)})
      order by user_id limit ${limit}`)
  ).map((row) => row.user_id);

/** The last cut-off that is done, unix ms. */
export const lastCutoff = async (queries: Queries): Promise<number | undefined> =>
  (await queries.one<{ at: number | null }>(sql`select max(at) as at from contracts_cutoffs`)).at ??
  undefined;

export const keepCutoff = (queries: Queries, cutoff: number, now: number): Promise<number> =>
  queries.run(sql`
    insert into contracts_cutoffs (at, done_at) values (to_timestamp(${cutoff} / 1000.0), to_timestamp(${now} / 1000.0))
    on conflict (at) do nothing`);

/** An answer that was given to a request with a key. */
export interface KeptReply {
  readonly user_id: UserId;
  readonly key: string;
  readonly hash: string;
  readonly reply: unknown;
}

export const readReplies = (
  queries: Queries,
  asked: readonly { readonly userId: UserId; readonly key: string }[],
): Promise<KeptReply[]> =>
  queries.rows<KeptReply>(sql`
    select r.user_id, r.key, r.hash, r.reply from contracts_requests r
    join unnest(${asked.map((each) => each.userId)}::bigint[], ${asked.map((each) => each.key)}::text[]) as a (user_id, key)
      on a.user_id = r.user_id and a.key = r.key`);

export const keepReplies = (
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
/** Forgets answers that are older than a moment. */
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

/** Sums of the fills since a moment. */
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

/** What the insurance fund paid, newest first. */
export const payments = (queries: Queries, limit: number): Promise<PaymentRow[]> =>
  queries.rows<PaymentRow>(sql`
    select position_id, user_id, market_id, insurance, at from contracts_fills
    where insurance > 0 order by id desc limit ${limit}`);

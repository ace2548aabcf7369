import { userId as brandUser } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { ZERO, amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Entry } from './types.ts';

interface EntryRow {
  id: number;
  round_id: number;
  user_id: number;
  option: number;
  stake: string;
  created_at: number;
  payout: string | null;
  receipt: string | null;
  settled_at: number | null;
}

const entryOf = (row: EntryRow): Entry => ({
  id: row.id,
  roundId: row.round_id,
  userId: brandUser(row.user_id),
  option: row.option,
  stake: amount(row.stake),
  createdMs: row.created_at,
  payout: row.payout === null ? undefined : amount(row.payout),
  receipt: row.receipt ?? undefined,
  settledMs: row.settled_at ?? undefined,
});

const COLUMNS = sql`id, round_id, user_id, option, stake, created_at, payout, receipt, settled_at`;

export interface NewEntry {
  readonly roundId: number;
  readonly userId: UserId;
  readonly option: number;
  readonly stake: Amount;
  readonly createdMs: number;
}

export const insertEntry = async (tx: Tx, entry: NewEntry): Promise<Entry> =>
  entryOf(
    await tx.one<EntryRow>(sql`
      insert into games_entries (round_id, user_id, option, stake, created_at)
      values (${entry.roundId}, ${entry.userId}, ${entry.option}, ${format(entry.stake)}, to_timestamp(${entry.createdMs} / 1000.0))
      returning ${COLUMNS}`),
  );

/** Stakes of a user on a round. */
export const stakedBy = async (db: Queries, round: number, user: UserId): Promise<Amount> =>
  amount(
    (
      await db.one<{ sum: string }>(
        sql`select coalesce(sum(stake), 0)::text as sum from games_entries where user_id = ${user} and round_id = ${round}`,
      )
    ).sum,
  );

/** Stakes and payouts of a user by round and option. */
export interface OwnStake {
  readonly roundId: number;
  readonly option: number;
  readonly stake: Amount;
  readonly payout: Amount;
}

export const ownStakes = async (
  db: Queries,
  user: UserId | undefined,
  rounds: readonly number[],
): Promise<OwnStake[]> =>
  user === undefined || rounds.length === 0
    ? []
    : (
        await db.rows<{ round_id: number; option: number; stake: string; payout: string }>(sql`
          select round_id, option, sum(stake)::text as stake, coalesce(sum(payout), 0)::text as payout from games_entries
          where user_id = ${user} and round_id = any(${[...rounds]}::bigint[]) group by round_id, option`)
      ).map((row) => ({
        roundId: row.round_id,
        option: row.option,
        stake: amount(row.stake),
        payout: amount(row.payout),
      }));

/** Open entries of a round, the oldest first, locked until the transaction ends. */
export const claimEntries = async (tx: Tx, round: number, limit: number): Promise<Entry[]> =>
  (
    await tx.rows<EntryRow>(sql`
      select ${COLUMNS} from games_entries where round_id = ${round} and settled_at is null
      order by id limit ${limit} for update`)
  ).map(entryOf);

/** Entries on an option, for the division of the pool. */
export const entriesOn = async (
  db: Queries,
  round: number,
  option: number,
): Promise<{ readonly id: number; readonly amount: Amount }[]> =>
  (
    await db.rows<{ id: number; stake: string }>(
      sql`select id, stake from games_entries where round_id = ${round} and option = ${option} order by id`,
    )
  ).map(({ id, stake }) => ({ id, amount: amount(stake) }));

/** Users with an entry in a round, by id. */
export const usersOf = async (db: Queries, round: number): Promise<UserId[]> =>
  (
    await db.rows<{ user_id: number }>(
      sql`select distinct user_id from games_entries where round_id = ${round} order by user_id`,
    )
  ).map((row) => brandUser(row.user_id));

export interface SettledEntry {
  readonly id: number;
  readonly payout: Amount;
  readonly receipt: string;
}

/** Writes settlements of claimed entries; returns how many were open. */
export const writeSettled = (tx: Tx, settled: readonly SettledEntry[], now: number): Promise<number> =>
  tx.run(sql`
    update games_entries e set payout = s.payout, receipt = s.receipt, settled_at = to_timestamp(${now} / 1000.0)
    from unnest(${settled.map(({ id }) => id)}::bigint[], ${settled.map(({ payout }) => format(payout))}::numeric[],
      ${settled.map(({ receipt }) => receipt)}::text[]) as s (id, payout, receipt)
    where e.id = s.id and e.settled_at is null`);

export async function entryOfUser(db: Queries, user: UserId, id: number): Promise<Entry | undefined> {
  const row = await db.maybe<EntryRow>(
    sql`select ${COLUMNS} from games_entries where id = ${id} and user_id = ${user}`,
  );
  return row && entryOf(row);
}

interface Paging {
  readonly page: number;
  readonly limit: number;
}
interface Rows {
  readonly rows: Entry[];
  readonly total: number;
}

async function page(db: Queries, where: ReturnType<typeof sql>, paging: Paging): Promise<Rows> {
  const from = sql`from games_entries e join games_rounds r on r.id = e.round_id where ${where}`;
  const rows = await db.rows<EntryRow>(sql`
    select e.id, e.round_id, e.user_id, e.option, e.stake, e.created_at, e.payout, e.receipt, e.settled_at ${from}
    order by e.id desc limit ${paging.limit} offset ${(paging.page - 1) * paging.limit}`);
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total ${from}`);
  return { rows: rows.map(entryOf), total };
}

/** States of entries, as SQL conditions on an entry `e` and its round `r` at a moment. */
export type EntryFilter = 'guessing' | 'unsettled' | 'right' | 'missed' | 'cancelled';

function conditionOf(filter: EntryFilter, now: number): ReturnType<typeof sql> {
  const returned = sql`r.outcome in ('cancelled', 'no_price')`;
  switch (filter) {
    case 'guessing':
      return sql`e.settled_at is null and r.paying_at is null and r.closes_at > to_timestamp(${now} / 1000.0)`;
    case 'unsettled':
      return sql`e.settled_at is null and not (r.paying_at is null and r.closes_at > to_timestamp(${now} / 1000.0))`;
    case 'right':
      return sql`e.settled_at is not null and not ${returned} and e.option = r.answer`;
    case 'missed':
      return sql`e.settled_at is not null and not ${returned} and e.option <> r.answer`;
    case 'cancelled':
      return sql`e.settled_at is not null and ${returned}`;
  }
}

/** Entries of a user, newest first. */
export const entriesOfUser = (
  db: Queries,
  user: UserId,
  filter: {
    readonly round: number | undefined;
    readonly status: EntryFilter | undefined;
    readonly now: number;
  },
  paging: Paging,
): Promise<Rows> =>
  page(
    db,
    sql`e.user_id = ${user} and (${filter.round ?? null}::bigint is null or e.round_id = ${filter.round ?? null}::bigint)
      and ${filter.status === undefined ? sql`true` : conditionOf(filter.status, filter.now)}`,
    paging,
  );

/** All entries of a round, newest first. */
export const entriesOfRound = (db: Queries, round: number, paging: Paging): Promise<Rows> =>
  page(db, sql`e.round_id = ${round}`, paging);

export interface GameRecord {
  readonly right: number;
  readonly missed: number;
  readonly returned: number;
  readonly open: number;
  readonly staked: Amount;
  readonly paid: Amount;
}

export async function recordOf(db: Queries, user: UserId): Promise<GameRecord> {
  const row = await db.one<{
    right: number;
    missed: number;
    returned: number;
    open: number;
    staked: string | null;
    paid: string | null;
  }>(sql`
    select count(*) filter (where e.settled_at is not null and r.outcome in ('paid', 'nobody_right') and e.option = r.answer) as right,
      count(*) filter (where e.settled_at is not null and r.outcome in ('paid', 'nobody_right') and e.option <> r.answer) as missed,
      count(*) filter (where e.settled_at is not null and r.outcome in ('cancelled', 'no_price')) as returned,
      count(*) filter (where e.settled_at is null) as open,
      sum(e.stake) filter (where e.settled_at is not null)::text as staked, sum(e.payout)::text as paid
    from games_entries e join games_rounds r on r.id = e.round_id where e.user_id = ${user}`);
  const { staked, paid, ...counts } = row;
  return {
    ...counts,
    staked: staked === null ? ZERO : amount(staked),
    paid: paid === null ? ZERO : amount(paid),
  };
}

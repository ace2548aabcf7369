import { userId as brandUser } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { utcDay } from '@karat/rules';
import type { Limit, Person } from './types.ts';

interface PersonRow {
  user_id: number;
  country: string | null;
  quiz_version: number | null;
  games_quiz_version: number | null;
  games_open: string;
  open_stake: string;
  day: string;
  day_staked: string;
  day_net: string;
  wins: number;
  losses: number;
  ties: number;
  voids: number;
  staked: string;
  returned: string;
  limit_stake: string | null;
  next_stake: string | null;
  next_stake_at: number | null;
  limit_loss: string | null;
  next_loss: string | null;
  next_loss_at: number | null;
  cooling_until: number | null;
}

const some = (text: string | null): Amount | undefined => (text === null ? undefined : amount(text));
const limitOf = (value: string | null, next: string | null, at: number | null): Limit => ({
  value: some(value),
  next: some(next),
  nextAt: at ?? undefined,
});

const personOf = (row: PersonRow): Person => ({
  userId: brandUser(row.user_id),
  country: row.country ?? undefined,
  quizVersion: row.quiz_version ?? undefined,
  gamesQuizVersion: row.games_quiz_version ?? undefined,
  gamesOpen: amount(row.games_open),
  openStake: amount(row.open_stake),
  day: row.day,
  dayStaked: amount(row.day_staked),
  dayNet: amount(row.day_net),
  wins: row.wins,
  losses: row.losses,
  ties: row.ties,
  voids: row.voids,
  staked: amount(row.staked),
  returned: amount(row.returned),
  limitStake: limitOf(row.limit_stake, row.next_stake, row.next_stake_at),
  limitLoss: limitOf(row.limit_loss, row.next_loss, row.next_loss_at),
  coolingUntil: row.cooling_until ?? undefined,
});

const COLUMNS = sql`user_id, country, quiz_version, games_quiz_version, games_open, open_stake, day::text as day, day_staked, day_net, wins, losses, ties, voids,
  staked, returned, limit_stake, next_stake, next_stake_at, limit_loss, next_loss, next_loss_at, cooling_until`;

export async function readPerson(db: Queries, user: UserId): Promise<Person | undefined> {
  const row = await db.maybe<PersonRow>(sql`select ${COLUMNS} from options_people where user_id = ${user}`);
  return row && personOf(row);
}

/** A user's row, created if missing, locked until the transaction ends. */
export async function lockPerson(tx: Tx, user: UserId, now: number): Promise<Person> {
  const locked = sql`select ${COLUMNS} from options_people where user_id = ${user} for update`;
  const there = await tx.maybe<PersonRow>(locked);
  if (there) return personOf(there);
  await tx.run(
    sql`insert into options_people (user_id, day) values (${user}, ${utcDay(now)}::date) on conflict do nothing`,
  );
  return personOf(await tx.one<PersonRow>(locked));
}

/** Adds an accepted stake to the counters. */
export const countAccepted = (
  tx: Tx,
  user: UserId,
  counters: { readonly day: string; readonly staked: Amount; readonly net: Amount; readonly open: Amount },
): Promise<number> =>
  tx.run(sql`
    update options_people set open_stake = ${format(counters.open)}, day = ${counters.day}::date,
      day_staked = ${format(counters.staked)}, day_net = ${format(counters.net)}
    where user_id = ${user}`);

/** Changes of a user's counters by the settlements of one batch. */
export interface CounterChange {
  readonly userId: UserId;
  readonly stake: Amount;
  readonly returned: Amount;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  readonly voids: number;
}

/** Adds the settlements of a day, users in ascending id order; a past day is never counted again. */
export async function countSettled(tx: Tx, day: string, rows: readonly CounterChange[]): Promise<void> {
  await tx.rows(sql`
    select 1 from options_people where user_id = any(${rows.map((row) => row.userId)}::bigint[]) order by user_id for update`);
  await tx.run(sql`
    update options_people p set
      open_stake = p.open_stake - s.stake,
      day = greatest(p.day, ${day}::date),
      day_staked = case when p.day < ${day}::date then 0 else p.day_staked end,
      day_net = case when p.day < ${day}::date then 0 else p.day_net end + s.returned - s.stake,
      wins = p.wins + s.wins, losses = p.losses + s.losses, ties = p.ties + s.ties, voids = p.voids + s.voids,
      staked = p.staked + s.stake, returned = p.returned + s.returned
    from unnest(
      ${rows.map((row) => row.userId)}::bigint[], ${rows.map((row) => format(row.stake))}::numeric[],
      ${rows.map((row) => format(row.returned))}::numeric[], ${rows.map((row) => row.wins)}::bigint[],
      ${rows.map((row) => row.losses)}::bigint[], ${rows.map((row) => row.ties)}::bigint[],
      ${rows.map((row) => row.voids)}::bigint[])
      as s (user_id, stake, returned, wins, losses, ties, voids)
    where p.user_id = s.user_id`);
}

const text = (value: Amount | undefined): string | null => (value === undefined ? null : format(value));
const at = (ms: number | undefined) => sql`to_timestamp(${ms ?? null}::numeric / 1000.0)`;

export const writeStakeLimit = (tx: Tx, user: UserId, limit: Limit): Promise<number> =>
  tx.run(sql`
    update options_people set limit_stake = ${text(limit.value)}, next_stake = ${text(limit.next)},
      next_stake_at = ${at(limit.nextAt)}
    where user_id = ${user}`);

export const writeLossLimit = (tx: Tx, user: UserId, limit: Limit): Promise<number> =>
  tx.run(sql`
    update options_people set limit_loss = ${text(limit.value)}, next_loss = ${text(limit.next)},
      next_loss_at = ${at(limit.nextAt)}
    where user_id = ${user}`);

export const writeCooling = (tx: Tx, user: UserId, until: number | undefined): Promise<number> =>
  tx.run(sql`update options_people set cooling_until = ${at(until)} where user_id = ${user}`);

/** Product that a risk quiz belongs to. */
export type QuizProduct = 'options' | 'games';

export const writeQuiz = (
  tx: Tx,
  user: UserId,
  quiz: {
    readonly product: QuizProduct;
    readonly country: string;
    readonly version: number;
    readonly now: number;
  },
): Promise<number> =>
  quiz.product === 'options'
    ? tx.run(sql`
        update options_people set country = ${quiz.country}, quiz_version = ${quiz.version}, quiz_passed_at = ${at(quiz.now)}
        where user_id = ${user}`)
    : tx.run(sql`
        update options_people set country = ${quiz.country}, games_quiz_version = ${quiz.version},
          games_quiz_passed_at = ${at(quiz.now)}
        where user_id = ${user}`);

/** Adds a stake on a game to the counters. */
export const countGameStake = (
  tx: Tx,
  user: UserId,
  counters: { readonly day: string; readonly staked: Amount; readonly net: Amount; readonly open: Amount },
): Promise<number> =>
  tx.run(sql`
    update options_people set games_open = ${format(counters.open)}, day = ${counters.day}::date,
      day_staked = ${format(counters.staked)}, day_net = ${format(counters.net)}
    where user_id = ${user}`);

/** Settled stakes of a user on games. */
export interface SettledStakes {
  readonly userId: UserId;
  readonly stake: Amount;
  readonly returned: Amount;
}

/** Adds settled stakes on games of a day, users in ascending id order; a past day is never counted again. */
export async function countGamesSettled(tx: Tx, day: string, rows: readonly SettledStakes[]): Promise<void> {
  await tx.rows(sql`
    select 1 from options_people where user_id = any(${rows.map((row) => row.userId)}::bigint[]) order by user_id for update`);
  await tx.run(sql`
    update options_people p set
      games_open = p.games_open - s.stake,
      day = greatest(p.day, ${day}::date),
      day_staked = case when p.day < ${day}::date then 0 else p.day_staked end,
      day_net = case when p.day < ${day}::date then 0 else p.day_net end + s.returned - s.stake
    from unnest(
      ${rows.map((row) => row.userId)}::bigint[], ${rows.map((row) => format(row.stake))}::numeric[],
      ${rows.map((row) => format(row.returned))}::numeric[]) as s (user_id, stake, returned)
    where p.user_id = s.user_id`);
}

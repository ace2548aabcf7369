import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** The daily run of one day. */
export interface VipRun {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Users up to this id are handled. */
  readonly cursor: number;
  readonly isDone: boolean;
}

const columns = sql`to_char(day, 'YYYY-MM-DD') as day, cursor_id as cursor, done_at is not null as "isDone"`;

export const readLastRun = (db: Queries): Promise<VipRun | undefined> =>
  db.maybe<VipRun>(sql`select ${columns} from growth_vip_runs order by day desc limit 1`);

/** Starts the run of a day; nothing if it exists. A run that is `done` from the start sets no levels. */
export const startRun = (db: Queries, day: string, now: number, done = false): Promise<number> =>
  db.run(sql`
    insert into growth_vip_runs (day, started_at, done_at)
    values (${day}::date, to_timestamp(${now} / 1000.0), to_timestamp(${done ? now : null}::float8 / 1000.0))
    on conflict do nothing`);

/** Locks the run of a day until the transaction ends. */
export const lockRun = (tx: Tx, day: string): Promise<VipRun | undefined> =>
  tx.maybe<VipRun>(sql`select ${columns} from growth_vip_runs where day = ${day}::date for update`);

export const advanceRun = (
  tx: Tx,
  day: string,
  step: { readonly cursor: number; readonly users: number; readonly changed: number },
): Promise<number> =>
  tx.run(sql`
    update growth_vip_runs set cursor_id = ${step.cursor}, users = users + ${step.users},
      changed = changed + ${step.changed}
    where day = ${day}::date`);

export const finishRun = (tx: Tx, day: string, now: number): Promise<number> =>
  tx.run(sql`update growth_vip_runs set done_at = to_timestamp(${now} / 1000.0) where day = ${day}::date`);

/** Level of a user with the figures that decided it. */
export interface VipDecision {
  readonly userId: UserId;
  readonly day: string;
  readonly level: number;
  readonly volume: Amount;
  readonly balance: Amount;
}

export async function writeDecisions(
  tx: Tx,
  day: string,
  decisions: readonly Omit<VipDecision, 'day'>[],
): Promise<void> {
  await tx.run(sql`
    insert into growth_vip_decisions (user_id, day, level, volume, balance)
    select n.user_id, ${day}::date, n.level, n.volume, n.balance
    from unnest(${decisions.map((one) => one.userId)}::bigint[], ${decisions.map(({ level }) => level)}::int[],
      ${decisions.map(({ volume }) => format(volume))}::numeric[], ${decisions.map(({ balance }) => format(balance))}::numeric[])
      as n (user_id, level, volume, balance)
    on conflict (user_id) do update set day = excluded.day, level = excluded.level, volume = excluded.volume,
      balance = excluded.balance`);
}

interface DecisionRow {
  readonly user_id: number;
  readonly day: string;
  readonly level: number;
  readonly volume: string;
  readonly balance: string;
}

const decisionColumns = sql`user_id, to_char(day, 'YYYY-MM-DD') as day, level, volume, balance`;
const toDecision = (row: DecisionRow): VipDecision => ({
  userId: userId(row.user_id),
  day: row.day,
  level: row.level,
  volume: amount(row.volume),
  balance: amount(row.balance),
});

export async function readDecision(db: Queries, user: UserId): Promise<VipDecision | undefined> {
  const row = await db.maybe<DecisionRow>(
    sql`select ${decisionColumns} from growth_vip_decisions where user_id = ${user}`,
  );
  return row && toDecision(row);
}

/** Decisions above level 0, the highest first, with their total count. */
export async function readVipDecisions(
  db: Queries,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: VipDecision[]; readonly total: number }> {
  const rows = await db.rows<DecisionRow>(sql`
    select ${decisionColumns} from growth_vip_decisions where level > 0
    order by level desc, user_id limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from growth_vip_decisions where level > 0`,
  );
  return { rows: rows.map(toDecision), total };
}

export interface RunRow {
  readonly day: string;
  readonly users: number;
  readonly changed: number;
  readonly started_at: number;
  readonly done_at: number | null;
}

const RUNS_SHOWN = 7;

/** The latest runs, newest first. */
export const readRuns = (db: Queries): Promise<RunRow[]> =>
  db.rows<RunRow>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, users, changed, started_at, done_at from growth_vip_runs
    order by day desc limit ${RUNS_SHOWN}`);

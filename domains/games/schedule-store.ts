import { currencyId, marketId } from '@karat/contract';
import { amount, format, price, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Schedule, ScheduleTerms } from './types.ts';

interface ScheduleRow {
  id: number;
  market_id: number;
  minute: number;
  currency_id: number;
  stake_min: string;
  stake_max: string;
  user_max: string;
  fee_rate: string;
  step: string;
  create_before: number;
  open_before: number;
  close_before: number;
  terms: string;
  hash: string;
  committed_at: number;
  ended_at: number | null;
}

const scheduleOf = (row: ScheduleRow): Schedule => ({
  id: row.id,
  marketId: marketId(row.market_id),
  minute: row.minute,
  currencyId: currencyId(row.currency_id),
  stakeMin: amount(row.stake_min),
  stakeMax: amount(row.stake_max),
  userMax: amount(row.user_max),
  feeRate: rate(row.fee_rate),
  step: price(row.step),
  createBefore: row.create_before,
  openBefore: row.open_before,
  closeBefore: row.close_before,
  termsText: row.terms,
  hash: row.hash,
  committedMs: row.committed_at,
  endedMs: row.ended_at ?? undefined,
});

export const insertSchedule = async (
  tx: Tx,
  schedule: ScheduleTerms & Pick<Schedule, 'termsText' | 'hash' | 'committedMs'>,
): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into games_schedules (market_id, minute, currency_id, stake_min, stake_max, user_max, fee_rate, step, create_before,
        open_before, close_before, terms, hash, committed_at)
      values (${schedule.marketId}, ${schedule.minute}, ${schedule.currencyId}, ${format(schedule.stakeMin)},
        ${format(schedule.stakeMax)}, ${format(schedule.userMax)}, ${format(schedule.feeRate)}, ${format(schedule.step)},
        ${schedule.createBefore}, ${schedule.openBefore}, ${schedule.closeBefore}, ${schedule.termsText}, ${schedule.hash},
        to_timestamp(${schedule.committedMs} / 1000.0))
      returning id`)
  ).id;

const LISTED_MAX = 100;

/** Schedules, the newest first; running ones only where asked for. */
export const readSchedules = async (db: Queries, which: 'all' | 'running'): Promise<Schedule[]> =>
  (
    await db.rows<ScheduleRow>(sql`
      select * from games_schedules where ${which === 'all'} or ended_at is null order by id desc limit ${LISTED_MAX}`)
  ).map(scheduleOf);

export async function findSchedule(db: Queries, id: number): Promise<Schedule | undefined> {
  const row = await db.maybe<ScheduleRow>(sql`select * from games_schedules where id = ${id}`);
  return row && scheduleOf(row);
}

/** Ends a schedule; returns 0 where it has ended or does not exist. */
export const endSchedule = (tx: Tx, id: number, now: number): Promise<number> =>
  tx.run(sql`
    update games_schedules set ended_at = to_timestamp(${now} / 1000.0) where id = ${id} and ended_at is null`);

/** Settlement times for which a schedule has a round, from a moment on. */
export const scheduledTimes = async (db: Queries, id: number, from: number): Promise<ReadonlySet<number>> =>
  new Set(
    (
      await db.rows<{ settles_at: number }>(sql`
        select settles_at from games_rounds where schedule_id = ${id} and settles_at > to_timestamp(${from} / 1000.0)`)
    ).map((row) => row.settles_at),
  );

import type { StopLevel, StopTarget } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** A stop by an operator. */
export interface Stopped {
  readonly id: number;
  readonly target: StopTarget;
  readonly subject: string;
  readonly level: StopLevel;
  readonly reason: string;
  readonly by: string;
  /** Unix ms. */
  readonly at: number;
}

const columns = sql`id, target, subject, level, reason, stopped_by as by, stopped_at as at`;
const STOPS_MAX = 1_000;

export const stopsNow = (db: Queries): Promise<Stopped[]> =>
  db.rows<Stopped>(sql`select ${columns} from operators_stops order by id desc limit ${STOPS_MAX}`);

export const stopOf = (db: Queries, target: StopTarget, subject: string): Promise<Stopped | undefined> =>
  db.maybe<Stopped>(
    sql`select ${columns} from operators_stops where target = ${target} and subject = ${subject}`,
  );

/** Locks a subject until the transaction ends. */
export async function lockSubject(tx: Tx, target: StopTarget, subject: string): Promise<void> {
  await tx.run(sql`
    insert into operators_stop_gates (target, subject) values (${target}, ${subject}) on conflict do nothing`);
  await tx.one(sql`
    select target from operators_stop_gates where target = ${target} and subject = ${subject} for update`);
}

/** Stores a stop; a harder one replaces the previous one. */
export const saveStop = (tx: Tx, stop: Omit<Stopped, 'id'>): Promise<number> =>
  tx.run(sql`
    insert into operators_stops (target, subject, level, reason, stopped_by, stopped_at)
    values (${stop.target}, ${stop.subject}, ${stop.level}, ${stop.reason}, ${stop.by}, to_timestamp(${stop.at} / 1000.0))
    on conflict (target, subject) do update set level = excluded.level, reason = excluded.reason,
      stopped_by = excluded.stopped_by, stopped_at = excluded.stopped_at`);

export const deleteStop = (tx: Tx, target: StopTarget, subject: string): Promise<number> =>
  tx.run(sql`delete from operators_stops where target = ${target} and subject = ${subject}`);

/** Returns what is stopped of a kind. */
export const stopsOf = (db: Queries, target: StopTarget): Promise<Stopped[]> =>
  db.rows<Stopped>(
    sql`select ${columns} from operators_stops where target = ${target} order by id limit ${STOPS_MAX}`,
  );

/** Returns the stopped products. */
export const productsStopped = async (db: Queries): Promise<string[]> =>
  (
    await db.rows<{ subject: string }>(
      sql`select subject from operators_stops where target = 'product' limit ${STOPS_MAX}`,
    )
  ).map(({ subject }) => subject);

import { sessionId } from '@karat/contract';
import type { SessionId, UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { PushKeys } from '@karat/platform/push';

/** A browser as its user registers it. */
export interface PushRegistration extends PushKeys {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly endpoint: string;
}

/**
 * Stores a browser, or binds the one with the same endpoint and keys to another session. Returns false if the endpoint is
 * known with other keys: who knows an address alone cannot take it over.
 */
export async function insertTarget(tx: Tx, target: PushRegistration, at: number): Promise<boolean> {
  const row = await tx.maybe<{ id: number }>(sql`
    insert into messages_push_targets as known (user_id, session_id, endpoint, p256dh, auth, created_at)
    values (${target.userId}, ${target.sessionId}, ${target.endpoint}, ${Buffer.from(target.p256dh)},
      ${Buffer.from(target.auth)}, to_timestamp(${at} / 1000.0))
    on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id
      where known.p256dh = excluded.p256dh and known.auth = excluded.auth
    returning id`);
  return row !== undefined;
}

/** Deletes all but the newest targets of a user. */
export const trimTargets = (tx: Tx, user: UserId, max: number): Promise<number> =>
  tx.run(sql`
    delete from messages_push_targets where user_id = ${user} and id not in (
      select id from messages_push_targets where user_id = ${user} order by id desc limit ${max})`);

export const deleteTarget = (db: Queries, user: UserId, endpoint: string): Promise<number> =>
  db.run(sql`delete from messages_push_targets where user_id = ${user} and endpoint = ${endpoint}`);

export const deleteTargetById = (db: Queries, id: number): Promise<number> =>
  db.run(sql`delete from messages_push_targets where id = ${id}`);

/** Deletes the targets of ended sessions. */
export const deleteTargetsOf = (db: Queries, sessions: readonly SessionId[]): Promise<number> =>
  db.run(sql`delete from messages_push_targets where session_id = any(${[...sessions]}::bigint[])`);

/** Targets of users: id and user. */
export const targetIds = (db: Queries, users: readonly UserId[]): Promise<{ id: number; userId: UserId }[]> =>
  db.rows(sql`
    select id, user_id as "userId" from messages_push_targets where user_id = any(${[...users]}::bigint[]) order by id`);

interface TargetRow {
  readonly userId: UserId;
  readonly session_id: number;
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

export async function targetById(db: Queries, id: number): Promise<PushRegistration | undefined> {
  const row = await db.maybe<TargetRow>(sql`
    select user_id as "userId", session_id, endpoint, p256dh, auth from messages_push_targets where id = ${id}`);
  return row && { ...row, sessionId: sessionId(row.session_id) };
}

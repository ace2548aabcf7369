import type { SessionId, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';

/** Session lifetimes in ms. */
export interface SessionLife {
  readonly idleMs: number;
  readonly lifeMs: number;
}

/** Condition of open sessions. */
export const isAlive = (now: number, life: SessionLife): Sql => sql`
  seen_at > to_timestamp(${now - life.idleMs} / 1000.0) and created_at > to_timestamp(${now - life.lifeMs} / 1000.0)`;

export interface FoundSession {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly realState: number;
  readonly lang: Lang;
  /** Whether an email or phone is linked. */
  readonly bound: boolean;
  /** Unix ms. */
  readonly seenMs: number;
}

/** Returns the open session of a token hash, if its account is active. Hot: prepared once per connection. */
export async function sessionByHash(
  db: Queries,
  hash: string,
  now: number,
  life: SessionLife,
  demo: boolean,
): Promise<FoundSession | undefined> {
  const [row] = await db.prepared<FoundSession>(
    'identity_session_by_hash',
    `select s.id, s.user_id as "userId", u.real_state as "realState", u.lang,
       coalesce(u.email, u.phone) is not null as bound, s.seen_at as "seenMs"
     from identity_sessions s join identity_users u on u.id = s.user_id
     where s.token_hash = $1 and u.status = 'active' and (not u.demo or $4::boolean)
       and s.seen_at > to_timestamp($2::numeric / 1000.0) and s.created_at > to_timestamp($3::numeric / 1000.0)`,
    [hash, now - life.idleMs, now - life.lifeMs, demo],
  );
  return row;
}

/** Records time and address of the last use of a session. */
export const touchSession = (
  db: Queries,
  id: SessionId,
  address: string | undefined,
  now: number,
): Promise<number> =>
  db.run(sql`
    update identity_sessions
    set seen_at = to_timestamp(${now} / 1000.0), address = coalesce(${address ?? null}, address)
    where id = ${id}`);

export interface NewSession {
  readonly userId: UserId;
  readonly tokenHash: string;
  /** Mark of the hash key that the token is tagged with. */
  readonly hashKey: string | null;
  readonly device: string;
  readonly address: string;
  readonly now: number;
}

export const insertSession = async (tx: Tx, session: NewSession): Promise<SessionId> =>
  (
    await tx.one<{ id: SessionId }>(sql`
      insert into identity_sessions (user_id, token_hash, hash_key, device, address, created_at, seen_at)
      values (${session.userId}, ${session.tokenHash}, ${session.hashKey}, ${session.device}, ${session.address},
        to_timestamp(${session.now} / 1000.0), to_timestamp(${session.now} / 1000.0))
      returning id`)
  ).id;

/** Ends the sessions of an account beyond the most recently used. Returns them. */
export const endBeyond = async (tx: Tx, userId: UserId, count: number): Promise<SessionId[]> =>
  ids(
    await tx.rows(sql`
      delete from identity_sessions where id in (
        select id from identity_sessions where user_id = ${userId} order by seen_at desc, id desc offset ${count})
      returning id`),
  );

const ids = (rows: { id: SessionId }[]): SessionId[] => rows.map((row) => row.id);

/** Ends one session of the account. */
export const endSession = async (tx: Tx, userId: UserId, id: SessionId): Promise<SessionId[]> =>
  ids(
    await tx.rows(sql`delete from identity_sessions where id = ${id} and user_id = ${userId} returning id`),
  );

/** Ends every session of an account, except one if given. */
export const endSessions = async (tx: Tx, userId: UserId, except: SessionId | null): Promise<SessionId[]> =>
  ids(
    await tx.rows(sql`
      delete from identity_sessions
      where user_id = ${userId} and (${except}::bigint is null or id <> ${except}::bigint) returning id`),
  );

export const nameSession = (db: Queries, userId: UserId, id: SessionId, name: string): Promise<number> =>
  db.run(sql`update identity_sessions set name = ${name} where id = ${id} and user_id = ${userId}`);

export interface SessionRow {
  readonly id: SessionId;
  readonly device: string;
  readonly name: string;
  /** Whether the session is on a known device. */
  readonly isTrusted: boolean;
  readonly address: string;
  readonly createdMs: number;
  readonly seenMs: number;
}

/** Returns the open sessions of an account, newest first. */
export const sessionsOf = (
  db: Queries,
  userId: UserId,
  now: number,
  life: SessionLife,
): Promise<SessionRow[]> =>
  db.rows<SessionRow>(sql`
    select id, device, name, device_id is not null as "isTrusted", address, created_at as "createdMs", seen_at as "seenMs" from identity_sessions
    where user_id = ${userId} and ${isAlive(now, life)} order by created_at desc, id desc limit 100`);

/** Deletes up to `max` ended sessions. Returns the count. */
export const dropDeadSessions = (tx: Tx, now: number, life: SessionLife, max: number): Promise<number> =>
  tx.run(sql`
    delete from identity_sessions where ctid in (
      select ctid from identity_sessions where not (${isAlive(now, life)}) limit ${max})`);

export const sessionIdsOf = async (db: Queries, userId: UserId): Promise<SessionId[]> =>
  ids(await db.rows(sql`select id from identity_sessions where user_id = ${userId}`));

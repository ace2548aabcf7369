import type { UserId, VerificationReason, VerificationRemark } from '@karat/contract';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { IdType, RequestState, VerificationLevel } from './rules.ts';

export const levelOf = async (db: Queries, user: UserId): Promise<VerificationLevel> =>
  (
    await db.maybe<{ level: VerificationLevel }>(
      sql`select level from verification_levels where user_id = ${user}`,
    )
  )?.level ?? 0;

/** Locks the row of the level: every change of a user's verification waits here. */
export async function lockLevel(tx: Tx, user: UserId, now: number): Promise<VerificationLevel> {
  await tx.run(sql`
    insert into verification_levels (user_id, level, changed_at) values (${user}, 0, to_timestamp(${now} / 1000.0))
    on conflict (user_id) do nothing`);
  const row = await tx.one<{ level: VerificationLevel }>(
    sql`select level from verification_levels where user_id = ${user} for update`,
  );
  return row.level;
}

export const setLevel = (tx: Tx, user: UserId, level: VerificationLevel, now: number): Promise<number> =>
  tx.run(sql`
    update verification_levels set level = ${level}, changed_at = to_timestamp(${now} / 1000.0)
    where user_id = ${user}`);

/** Locks a document until the transaction ends, under all of its hashes: every process locks at least one that others lock. */
export const lockDocument = (tx: Tx, hashes: readonly Buffer[]): Promise<number> =>
  tx.run(sql`
    insert into verification_documents (card_hash)
    select hash from unnest(${hashes.toSorted((a, b) => a.compare(b))}::bytea[]) as hash
    on conflict (card_hash) do update set card_hash = excluded.card_hash`);

/** Deletes locks of hashes that no request has: those under another hash key. */
export const dropUnusedLocks = (db: Queries): Promise<number> =>
  db.run(sql`
    delete from verification_documents d
    where not exists (select 1 from verification_requests r where r.card_hash = d.card_hash)`);

/** A stored request. */
export interface RequestRow {
  readonly id: number;
  readonly userId: UserId;
  readonly level: 1 | 2;
  readonly state: RequestState;
  readonly idType: IdType | null;
  readonly name: string | null;
  readonly cardSealed: Buffer | null;
  readonly frontPic: string | null;
  readonly reversePic: string | null;
  readonly provider: string;
  readonly remarks: VerificationRemark[];
  readonly reason: VerificationReason | null;
  readonly note: string;
  readonly decidedBy: string | null;
  /** Unix ms. */
  readonly createdMs: number;
  readonly decidedMs: number | null;
  /** Number of this request among the user's requests. */
  readonly tries: number;
}

const columns = sql`r.id, r.user_id as "userId", r.level, r.state, r.id_type as "idType", r.name,
  r.card_sealed as "cardSealed", r.front_pic as "frontPic", r.reverse_pic as "reversePic",
  r.provider, r.remarks, r.reason, r.note, r.decided_by as "decidedBy", r.created_at as "createdMs",
  r.decided_at as "decidedMs",
  (select count(*) from verification_requests t where t.user_id = r.user_id and t.id <= r.id) as tries`;

export interface NewRequest {
  readonly user: UserId;
  readonly level: 1 | 2;
  readonly idType: IdType | null;
  readonly name: string | null;
  readonly cardSealed: Buffer | null;
  readonly cardHash: Buffer | null;
  readonly frontPic: string | null;
  readonly reversePic: string | null;
  readonly provider: string;
  readonly remarks: readonly VerificationRemark[];
  readonly now: number;
}

export const insertRequest = async (tx: Tx, request: NewRequest): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into verification_requests (user_id, level, id_type, name, card_sealed, card_hash, front_pic, reverse_pic,
        provider, remarks, created_at)
      values (${request.user}, ${request.level}, ${request.idType}, ${request.name}, ${request.cardSealed},
        ${request.cardHash}, ${request.frontPic}, ${request.reversePic}, ${request.provider},
        ${[...request.remarks]}::text[], to_timestamp(${request.now} / 1000.0))
      returning id`)
  ).id;

export const requestById = (db: Queries, id: number): Promise<RequestRow | undefined> =>
  db.maybe<RequestRow>(sql`select ${columns} from verification_requests r where r.id = ${id}`);

export const lockRequest = (tx: Tx, id: number): Promise<RequestRow | undefined> =>
  tx.maybe<RequestRow>(
    sql`select ${columns} from verification_requests r where r.id = ${id} for update of r`,
  );

export const closeRequest = (
  tx: Tx,
  id: number,
  decision: {
    readonly state: 'verified' | 'failed';
    readonly reason: VerificationReason | null;
    readonly note: string;
    readonly by: string;
    readonly now: number;
  },
): Promise<number> =>
  tx.run(sql`
    update verification_requests
    set state = ${decision.state}, reason = ${decision.reason}, note = ${decision.note}, decided_by = ${decision.by},
      decided_at = to_timestamp(${decision.now} / 1000.0)
    where id = ${id} and state = 'auditing'`);

/** Returns the newest request of a user for a level, in a state if given. */
export const latestRequest = (
  db: Queries,
  user: UserId,
  level: 1 | 2,
  state?: RequestState,
): Promise<RequestRow | undefined> =>
  db.maybe<RequestRow>(sql`
    select ${columns} from verification_requests r
    where r.user_id = ${user} and r.level = ${level} ${state === undefined ? empty : sql`and r.state = ${state}`}
    order by r.id desc limit 1`);

const HISTORY_MAX = 50;

/** Returns the requests of a user before one, newest first. */
export const requestsBefore = (db: Queries, user: UserId, id: number): Promise<RequestRow[]> =>
  db.rows<RequestRow>(sql`
    select ${columns} from verification_requests r where r.user_id = ${user} and r.id < ${id}
    order by r.id desc limit ${HISTORY_MAX}`);

/** Returns the user's failed attempts since a moment. */
export const failuresSince = async (db: Queries, user: UserId, since: number): Promise<number> =>
  (
    await db.one<{ count: number }>(sql`
      select count(*) as count from verification_requests
      where user_id = ${user} and state = 'failed' and created_at > to_timestamp(${since} / 1000.0)`)
  ).count;

const DUPLICATES_MAX = 20;

/** Returns requests of other users with the document of these hashes, newest first. */
export const sameDocument = (db: Queries, hashes: readonly Buffer[], user: UserId): Promise<RequestRow[]> =>
  db.rows<RequestRow>(sql`
    select ${columns} from verification_requests r where r.card_hash = any(${hashes}::bytea[]) and r.user_id <> ${user}
    order by r.id desc limit ${DUPLICATES_MAX}`);

export interface QueueFilter {
  readonly state?: RequestState | undefined;
  readonly level?: 1 | 2 | undefined;
  readonly user?: UserId | undefined;
}

const matching = ({ state, level, user }: QueueFilter): Sql => sql`true
  ${state === undefined ? empty : sql`and r.state = ${state}`}
  ${level === undefined ? empty : sql`and r.level = ${level}`}
  ${user === undefined ? empty : sql`and r.user_id = ${user}`}`;

/** Returns a page of requests: those under review oldest first, all others newest first. */
export async function queue(
  db: Queries,
  filter: QueueFilter,
  page: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: RequestRow[]; readonly total: number }> {
  const order = filter.state === 'auditing' ? sql`r.id` : sql`r.id desc`;
  const rows = await db.rows<RequestRow>(sql`
    select ${columns} from verification_requests r where ${matching(filter)}
    order by ${order} limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from verification_requests r where ${matching(filter)}`,
  );
  return { rows, total };
}

/** A stored document number; its sealed text names the hash key of the hash too. */
export interface StoredCard {
  readonly user: UserId;
  readonly sealed: Buffer;
  readonly hash: Buffer;
}

/** Returns the document numbers that users sent in. */
export const cardsOf = (db: Queries, users: readonly UserId[]): Promise<StoredCard[]> =>
  db.rows<StoredCard>(sql`
    select user_id as user, card_sealed as sealed, card_hash as hash from verification_requests
    where user_id = any(${users}::bigint[]) and card_hash is not null`);

/** Returns users with a level after an id, in order, with the name on the verified document. */
export const verifiedAfter = (
  db: Queries,
  after: number,
  limit: number,
): Promise<{ readonly user: UserId; readonly name: string }[]> =>
  db.rows(sql`
    select l.user_id as user, r.name from verification_levels l
    cross join lateral (
      select name from verification_requests
      where user_id = l.user_id and level = 1 and state = 'verified' order by id desc limit 1) r
    where l.level > 0 and l.user_id > ${after} order by l.user_id limit ${limit}`);

/** Returns true if a request belongs to a user. */
export const isRequestOf = async (db: Queries, user: UserId, id: number): Promise<boolean> =>
  (await db.maybe(sql`select 1 from verification_requests where id = ${id} and user_id = ${user}`)) !==
  undefined;

/** Returns the logins of the operators who decided about a request. */
export const decidersOf = async (db: Queries, id: number): Promise<readonly string[]> =>
  (await requestById(db, id))?.decidedBy?.split(', ') ?? [];

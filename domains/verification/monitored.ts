import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** A request that names a document, as monitoring reads it. */
export interface DocumentUse {
  readonly request: number;
  readonly user: UserId;
  /** Unix ms. */
  readonly at: number;
}

/** Requests of one document that are read; more of them are in a case by then. */
const USES_MAX = 200;

type Row = Omit<DocumentUse, 'user'> & { readonly user: number };
const read = (row: Row): DocumentUse => ({ ...row, user: userId(row.user) });

/** Returns the requests of all users with the document of a request, oldest first, itself included. */
export const documentUses = async (db: Queries, request: number): Promise<DocumentUse[]> =>
  (
    await db.rows<Row>(sql`
      select r.id as request, r.user_id as "user", r.created_at as at
      from verification_requests own join verification_requests r on r.card_hash = own.card_hash
      where own.id = ${request} order by r.id limit ${USES_MAX}`)
  ).map(read);

/** Returns for each document that at least `accounts` users sent in a time its newest request. */
export const sharedDocuments = async (
  db: Queries,
  { since, until, accounts }: { readonly since: number; readonly until: number; readonly accounts: number },
  limit: number,
): Promise<DocumentUse[]> =>
  (
    await db.rows<Row>(sql`
      select r.id as request, r.user_id as "user", r.created_at as at
      from (
        select max(id) as id from verification_requests
        where card_hash in (
          select card_hash from verification_requests
          where card_hash is not null and created_at >= to_timestamp(${since} / 1000.0)
            and created_at <= to_timestamp(${until} / 1000.0))
        group by card_hash having count(distinct user_id) >= ${accounts}
      ) newest join verification_requests r on r.id = newest.id
      order by r.id desc limit ${limit}`)
  ).map(read);

/** Returns the names on verified documents. Users without one are left out. */
export async function verifiedNames(
  db: Queries,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, string>> {
  const rows = await db.rows<{ user: number; name: string }>(sql`
    select distinct on (user_id) user_id as "user", name from verification_requests
    where user_id = any(${[...users]}::bigint[]) and level = 1 and state = 'verified' and name is not null
    order by user_id, id desc`);
  return new Map(rows.map(({ user, name }) => [userId(user), name]));
}

import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export interface ReceiptRow {
  readonly kind: string;
  readonly subject: string;
  readonly userId: UserId;
  readonly salt: string;
  /** Canonical text. */
  readonly body: string;
  readonly hash: string;
  readonly keyId: string;
  readonly signature: string;
  /** Unix ms. */
  readonly issuedMs: number;
}

const COLUMNS = sql`kind, subject, user_id as "userId", salt, body, hash, key_id as "keyId", signature, issued_at as "issuedMs"`;

const INSERT = `
  insert into proofs_receipts (kind, subject, user_id, salt, body, hash, key_id, signature, issued_at)
  select kind, subject, user_id, salt, body, hash, key_id, signature, to_timestamp(issued / 1000.0)
  from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[])
    as r (kind, subject, user_id, salt, body, hash, key_id, signature, issued)
  on conflict (kind, subject) do nothing
  returning subject`;

/** Stores receipts; returns the number of new ones. */
export async function insertReceipts(tx: Tx, rows: readonly ReceiptRow[]): Promise<number> {
  const kept = await tx.prepared('proofs_insert_receipts', INSERT, [
    rows.map((row) => row.kind),
    rows.map((row) => row.subject),
    rows.map((row) => row.userId),
    rows.map((row) => row.salt),
    rows.map((row) => row.body),
    rows.map((row) => row.hash),
    rows.map((row) => row.keyId),
    rows.map((row) => row.signature),
    rows.map((row) => row.issuedMs),
  ]);
  return kept.length;
}

export const receiptByHash = (db: Queries, hash: string): Promise<ReceiptRow | undefined> =>
  db.maybe<ReceiptRow>(sql`select ${COLUMNS} from proofs_receipts where hash = ${hash}`);

/** A subject is a number, alone or followed by a colon and the name of an event. */
const THING = sql`split_part(subject, ':', 1)`;

/** A user's own receipts of one subject, oldest first. */
export const receiptsOfThing = (
  db: Queries,
  user: UserId,
  kind: string,
  thing: string,
  limit: number,
): Promise<ReceiptRow[]> =>
  db.rows<ReceiptRow>(sql`
    select ${COLUMNS} from proofs_receipts
    where user_id = ${user} and kind = ${kind} and ${THING} = ${thing} order by id limit ${limit}`);

/** Existing receipts of subjects of one kind, of any owner. */
export const receiptsOf = (
  db: Queries,
  kinds: readonly string[],
  subjects: readonly string[],
): Promise<Pick<ReceiptRow, 'kind' | 'subject' | 'userId' | 'salt' | 'hash'>[]> =>
  db.rows(sql`
    select r.kind, r.subject, r.user_id as "userId", r.salt, r.hash
    from unnest(${[...kinds]}::text[], ${[...subjects]}::text[]) as wanted (kind, subject)
    join proofs_receipts r using (kind, subject)`);

/** The newest receipt of each of a user's subjects of one kind. */
export const newestOfThings = (
  db: Queries,
  user: UserId,
  kind: string,
  things: readonly string[],
): Promise<{ thing: string; hash: string }[]> =>
  db.rows(sql`
    select distinct on (${THING}) ${THING} as thing, hash from proofs_receipts
    where user_id = ${user} and kind = ${kind} and ${THING} = any(${[...things]}::text[])
    order by ${THING}, id desc`);

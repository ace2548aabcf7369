import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { AuditHead } from './head.ts';

interface HeadRow extends Omit<AuditHead, 'hash' | 'previous' | 'signature'> {
  readonly hash: Buffer;
  readonly previous: Buffer;
  readonly signature: Buffer;
}

const headOf = (row: HeadRow): AuditHead => ({
  ...row,
  hash: row.hash.toString('hex'),
  previous: row.previous.toString('hex'),
  signature: row.signature.toString('base64'),
});

/** Returns the heads after a number, oldest first. */
export async function headsAfter(db: Queries, number: number): Promise<AuditHead[]> {
  const rows = await db.rows<HeadRow>(sql`
    select number, entry, hash, at, previous, key, signature from platform_audit_heads
    where number > ${number} order by number`);
  return rows.map(headOf);
}

export async function newestHead(db: Queries): Promise<AuditHead | undefined> {
  const row = await db.maybe<HeadRow>(sql`
    select number, entry, hash, at, previous, key, signature from platform_audit_heads
    order by number desc limit 1`);
  return row && headOf(row);
}

/** Stores a head. Does nothing if it is stored already. */
export const insertHead = (db: Queries, head: AuditHead): Promise<number> =>
  db.run(sql`
    insert into platform_audit_heads (number, entry, hash, at, previous, key, signature)
    values (${head.number}, ${head.entry}, ${Buffer.from(head.hash, 'hex')}, ${head.at},
      ${Buffer.from(head.previous, 'hex')}, ${head.key}, ${Buffer.from(head.signature, 'base64')})
    on conflict (number) do nothing`);

import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { GENESIS, entryHash } from './chain.ts';
import type { AuditFacts } from './chain.ts';

/** One action of an operator, or of the system on behalf of an operator. */
export interface AuditEntry {
  /** Login of the operator, or `system`. */
  readonly actor: string;
  /** Domain and verb, `market:halt`. */
  readonly action: string;
  /** Target of the action, `market:1`, `user:100001`. */
  readonly subject: string;
  /** Details of the action, without secrets. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Unix ms. */
  readonly at: number;
}

interface Head {
  readonly id: number;
  readonly hash: Buffer;
}

/**
 * Appends an entry in the transaction of the action. Locks the end of the chain until the transaction ends, so call it
 * late in the transaction. Returns the entry's number.
 */
export async function append(tx: Tx, entry: AuditEntry): Promise<number> {
  const head = await tx.one<Head>(sql`select id, hash from platform_audit_head for update`);
  const facts: AuditFacts = {
    id: head.id + 1,
    actor: entry.actor,
    action: entry.action,
    subject: entry.subject,
    detail: JSON.stringify(entry.detail),
    at: Math.trunc(entry.at),
  };
  const hash = entryHash(head.hash, facts);
  await tx.run(sql`
    insert into platform_audit (id, actor, action, subject, detail, at, previous, hash)
    values (${facts.id}, ${facts.actor}, ${facts.action}, ${facts.subject}, ${facts.detail},
      to_timestamp(${facts.at} / 1000.0), ${head.hash}, ${hash})`);
  await tx.run(sql`update platform_audit_head set id = ${facts.id}, hash = ${hash}`);
  return facts.id;
}

/** A stored entry. */
export interface AuditRow extends AuditFacts {
  readonly previous: Buffer;
  readonly hash: Buffer;
}

/** Returns entries newest first; with `before` only those before it. */
export const listAudit = (
  db: Queries,
  page: { readonly before?: number; readonly limit: number },
): Promise<AuditRow[]> =>
  db.rows<AuditRow>(sql`
    select id, actor, action, subject, detail, at, previous, hash from platform_audit
    where id < ${page.before ?? Number.MAX_SAFE_INTEGER} order by id desc limit ${page.limit}`);

/** Returns the end of the chain; entry 0 with zeros if it is empty. */
export async function chainEnd(db: Queries): Promise<{ readonly id: number; readonly hash: string }> {
  const { id, hash } = await db.one<Head>(sql`select id, hash from platform_audit_head`);
  return { id, hash: hash.toString('hex') };
}

/**
 * Returns the hash of an entry, recomputed from its fields and the previous hash, hex; undefined if there is no such
 * entry.
 */
export async function hashOfEntry(db: Queries, id: number): Promise<string | undefined> {
  const [row] = await entriesFrom(db, id, id);
  return row && entryHash(row.previous, row).toString('hex');
}

/** Returns the stored hashes of entries, hex, by number. */
export async function storedHashes(
  db: Queries,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  for (let at = 0; at < ids.length; at += CHECK_PAGE) {
    const rows = await db.rows<Head>(
      sql`select id, hash from platform_audit where id = any(${ids.slice(at, at + CHECK_PAGE)})`,
    );
    for (const { id, hash } of rows) hashes.set(id, hash.toString('hex'));
  }
  return hashes;
}

/**
 * Returns the hash of entry `to`, recomputed from an earlier entry; undefined if an entry is missing or out of
 * sequence.
 */
export async function linkedHash(
  db: Queries,
  from: { readonly id: number; readonly hash: string },
  to: number,
): Promise<string | undefined> {
  let previous: Buffer = Buffer.from(from.hash, 'hex');
  let next = from.id + 1;
  while (next <= to) {
    const rows = await entriesFrom(db, next, to);
    if (rows.length === 0) return undefined;
    for (const row of rows) {
      if (row.id !== next || !row.previous.equals(previous)) return undefined;
      previous = entryHash(previous, row);
      next += 1;
    }
  }
  return previous.toString('hex');
}

/**
 * Returns the oldest entry of an operator after an entry. Entries of `system` come from commands, which also run
 * without a server.
 */
export const oldestUnsigned = (
  db: Queries,
  after: number,
): Promise<{ readonly id: number; readonly at: number } | undefined> =>
  db.maybe(sql`
    select id, at from platform_audit where id > ${after} and actor <> 'system' order by id limit 1`);

/** Returns the entries between two numbers, both included. */
const entriesFrom = (db: Queries, from: number, to: number): Promise<AuditRow[]> =>
  db.rows<AuditRow>(sql`
    select id, actor, action, subject, detail, at, previous, hash from platform_audit
    where id >= ${from} and id <= ${to} order by id limit ${CHECK_PAGE}`);

export interface ChainCheck {
  readonly entries: number;
  /** Number of the first entry that is missing, changed or out of sequence; null if the chain is valid. */
  readonly brokenAt: number | null;
  /** Hash of the end of the chain, hex. Compared with an earlier copy it shows whether the past was rewritten. */
  readonly head: string;
}

const CHECK_PAGE = 1_000;

/** Recomputes the chain from its first entry to its end at the start of the check. */
export async function checkChain(db: Queries): Promise<ChainCheck> {
  const end = await db.one<Head>(sql`select id, hash from platform_audit_head`);
  const head = end.hash.toString('hex');
  let previous: Buffer = GENESIS;
  let expected = 1;
  while (expected <= end.id) {
    const rows = await entriesFrom(db, expected, end.id);
    if (rows.length === 0) break;
    for (const row of rows) {
      const right =
        row.id === expected && row.previous.equals(previous) && row.hash.equals(entryHash(previous, row));
      if (!right) return { entries: end.id, brokenAt: expected, head };
      previous = row.hash;
      expected += 1;
    }
  }
  const whole = expected === end.id + 1 && previous.equals(end.hash);
  return { entries: end.id, brokenAt: whole ? null : Math.min(expected, Math.max(1, end.id)), head };
}

import { createHash } from 'node:crypto';

/** Hashed fields of an entry. */
export interface AuditFacts {
  readonly id: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** JSON text, hashed unchanged. */
  readonly detail: string;
  /** Unix ms. */
  readonly at: number;
}

/**
 * Returns the hash of an entry: SHA-256 over the previous hash (32 bytes) and each field as UTF-8 behind its length in
 * bytes (4 bytes, big-endian), in the order id, at, actor, action, subject, detail. Lengths keep fields from running
 * together.
 */
export function entryHash(previous: Buffer, facts: AuditFacts): Buffer {
  const hash = createHash('sha256').update(previous);
  const fields = [String(facts.id), String(facts.at), facts.actor, facts.action, facts.subject, facts.detail];
  for (const field of fields) {
    const bytes = Buffer.from(field, 'utf8');
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  }
  return hash.digest();
}

/** Previous hash of the first entry. */
export const GENESIS = Buffer.alloc(32);

import { publishedKeys, verifySignature } from '@karat/platform/crypto';
import type { Queries } from '@karat/platform/db';
import { NO_HEAD, headHash, headLine, headText } from './head.ts';
import type { AuditHead } from './head.ts';
import type { HeadsInFile } from './heads-file.ts';
import { headsAfter } from './heads-store.ts';
import { checkChain, oldestUnsigned, storedHashes } from './store.ts';

/** Result of a check of the audit log. */
export interface AuditVerdict {
  readonly entries: number;
  readonly heads: number;
  /** Entries after the last head. */
  readonly unsigned: number;
  /** One line per finding; empty if the log matches its signatures. */
  readonly faults: readonly string[];
}

export interface AuditEvidence {
  readonly db: Queries;
  /** Heads stored outside of the database. */
  readonly file: HeadsInFile;
  /** Raw public keys from a source other than the database. */
  readonly trusted: readonly Uint8Array[];
  /** Unix ms. */
  readonly now: number;
}

/** A running server signs every minute. An older unsigned entry of an operator means a removed head or a killed server. */
const UNSIGNED_MS_MAX = 300_000;

/**
 * Checks chain, heads and signatures: finds changed, removed and inserted entries, a rewritten chain, heads missing in
 * the file or the database, and heads of untrusted keys.
 */
export async function verifyAudit({ db, file, trusted, now }: AuditEvidence): Promise<AuditVerdict> {
  const chain = await checkChain(db);
  const stored = await headsAfter(db, 0);
  const faults: string[] = [];
  if (chain.brokenAt !== null) faults.push(`the chain breaks at entry ${chain.brokenAt}`);
  if (file.damagedAt !== undefined) faults.push(`line ${file.damagedAt} of the heads file is no head`);
  faults.push(...compareHeads(file.heads, stored));
  const heads = file.heads.length >= stored.length ? file.heads : stored;
  faults.push(...checkSequence(heads), ...(await checkSignatures(db, heads, trusted)));
  const hashes = await storedHashes(
    db,
    heads.map(({ entry }) => entry),
  );
  for (const head of heads) {
    if (head.entry > chain.entries) faults.push(`head ${head.number}: entry ${head.entry} was cut off`);
    else if (hashes.get(head.entry) !== head.hash)
      faults.push(`head ${head.number}: entry ${head.entry} is not the one that was signed`);
  }
  const signedUpTo = heads.at(-1)?.entry ?? 0;
  const oldest = await oldestUnsigned(db, signedUpTo);
  if (oldest !== undefined && now - oldest.at > UNSIGNED_MS_MAX)
    faults.push(`entry ${oldest.id} of ${new Date(oldest.at).toISOString()} and what follows is not signed`);
  return {
    entries: chain.entries,
    heads: heads.length,
    unsigned: Math.max(0, chain.entries - signedUpTo),
    faults,
  };
}

function compareHeads(inFile: readonly AuditHead[], stored: readonly AuditHead[]): string[] {
  const numbers = new Set([...inFile, ...stored].map(({ number }) => number));
  const lineOf = (heads: readonly AuditHead[]) => new Map(heads.map((head) => [head.number, headLine(head)]));
  const [lines, rows] = [lineOf(inFile), lineOf(stored)];
  return [...numbers]
    .toSorted((a, b) => a - b)
    .flatMap((number) => {
      const [line, row] = [lines.get(number), rows.get(number)];
      if (line === row) return [];
      if (line === undefined) return [`head ${number} is missing in the heads file`];
      return [row === undefined ? `head ${number} is missing in the database` : `head ${number} differs`];
    });
}

function checkSequence(heads: readonly AuditHead[]): string[] {
  return heads.flatMap((head, index) => {
    const before = heads[index - 1];
    const isNext = head.number === index + 1 && head.previous === (before ? headHash(before) : NO_HEAD);
    const grows = head.entry > (before?.entry ?? 0) && head.at >= (before?.at ?? 0);
    return isNext && grows ? [] : [`head ${head.number} does not follow the one before it`];
  });
}

/** A head of an earlier key counts if a head of a trusted key follows: that one contains its hash. */
async function checkSignatures(
  db: Queries,
  heads: readonly AuditHead[],
  trusted: readonly Uint8Array[],
): Promise<string[]> {
  const earlier = (await publishedKeys(db)).filter(({ purpose }) => purpose === AUDIT_KEY);
  const isSignedBy = (head: AuditHead, key: Uint8Array): boolean =>
    verifySignature(key, Buffer.from(headText(head)), Buffer.from(head.signature, 'base64'));
  const lastTrusted = heads.findLastIndex((head) => trusted.some((key) => isSignedBy(head, key)));
  return heads.flatMap((head, index) => {
    if (trusted.some((key) => isSignedBy(head, key))) return [];
    const known = earlier.some(({ publicKey }) => isSignedBy(head, publicKey));
    if (known && index < lastTrusted) return [];
    return [
      `head ${head.number} is ${known ? 'signed by a key that is not trusted' : 'not signed by a known key'}`,
    ];
  });
}

/** Purpose of the key that signs heads. */
export const AUDIT_KEY = 'audit-heads';

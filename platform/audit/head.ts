import { sha256 } from '@karat/platform/crypto';
import type { Signer } from '@karat/platform/crypto';

/** The signed statement: the audit chain ended with this entry at this time. */
export interface HeadFacts {
  /** 1, 2, 3, ... without gaps. */
  readonly number: number;
  /** Number of the last entry. */
  readonly entry: number;
  /** Hash of that entry, hex. */
  readonly hash: string;
  /** Unix ms. */
  readonly at: number;
  /** SHA-256 of the text of the previous head, hex; zeros in the first head. */
  readonly previous: string;
}

export interface AuditHead extends HeadFacts {
  /** Id of the signing key. */
  readonly key: string;
  /** Ed25519 over `headText`, base64. */
  readonly signature: string;
}

const FIELD = '|';
const DOMAIN = 'karat-audit-head-v1';
const LINE =
  /^karat-audit-head-v1\|([1-9][0-9]{0,14})\|([1-9][0-9]{0,14})\|([0-9a-f]{64})\|([0-9]{1,15})\|([0-9a-f]{64})\|([0-9a-f]{16})\|([A-Za-z0-9+/]{86}==)$/;

/** `previous` of the first head. */
export const NO_HEAD = '00'.repeat(32);

/** Returns the signed text: `karat-audit-head-v1|number|entry|hash|unix ms|previous`. */
export const headText = ({ number, entry, hash, at, previous }: HeadFacts): string =>
  [DOMAIN, number, entry, hash, at, previous].join(FIELD);

/** Returns the hash by which the next head refers to this one. */
export const headHash = (head: HeadFacts): string => sha256(headText(head)).toString('hex');

export const signHead = (signer: Signer, facts: HeadFacts): AuditHead => ({
  ...facts,
  key: signer.keyId,
  signature: signer.sign(Buffer.from(headText(facts))).toString('base64'),
});

/** Returns a line of the heads file: the signed text, the key's id and the signature. */
export const headLine = (head: AuditHead): string => [headText(head), head.key, head.signature].join(FIELD);

/** Parses a line of the heads file. Returns undefined if it is malformed. */
export function readHeadLine(line: string): AuditHead | undefined {
  const parts = LINE.exec(line);
  if (!parts) return undefined;
  const [, number, entry, hash = '', at, previous = '', key = '', signature = ''] = parts;
  return { number: Number(number), entry: Number(entry), hash, at: Number(at), previous, key, signature };
}

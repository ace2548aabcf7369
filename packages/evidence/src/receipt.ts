import { canonicalJson } from './canonical.ts';
import type { Facts } from './formula.ts';
import type { ReceiptTick } from './receipt-tick.ts';
import { bytesOf, sha256Hex } from './sha256.ts';

export type { ReceiptTick } from './receipt-tick.ts';

/** What was settled, by which ticks and rule, and with what result. It names nobody. */
export interface Receipt {
  readonly type: 'karat-receipt';
  readonly version: 1;
  /** What it is about, `option`; unique together with the subject. */
  readonly kind: string;
  /** The order's number. */
  readonly subject: string;
  /** Salted hash of the owner's UID: only who knows the salt can show whose it is. */
  readonly owner: string;
  /** When it was settled, unix ms. */
  readonly issued: number;
  readonly order: Facts;
  readonly ticks: readonly ReceiptTick[];
  readonly formula: { readonly id: string; readonly text: string };
  readonly result: Facts;
}

/** A receipt with its signature, as it is handed out and saved. */
export interface SignedReceipt {
  readonly receipt: Receipt;
  /** SHA-256 of the canonical text, lower-case hex: its public number. */
  readonly hash: string;
  /** Name of the key: the first 16 hex digits of the SHA-256 of the public key. */
  readonly key: string;
  /** Raw Ed25519 public key, base64. */
  readonly public_key: string;
  /** Ed25519 over the signed text, base64. */
  readonly signature: string;
}

/** The one text of a receipt. */
export const receiptText = ({ ticks, formula, ...rest }: Receipt): string =>
  canonicalJson({ ...rest, formula: { ...formula }, ticks: ticks.map((tick) => ({ ...tick })) });

/** Its public number. */
export const receiptHash = (text: string): string => sha256Hex(text);

/** What is signed: a line that says what it is, then the canonical text. */
export const signedBytes = (text: string): Uint8Array => bytesOf(`karat-receipt-v1\n${text}`);

/** `karat-owner-v1|salt|uid`, hashed: shown to the owner with the salt, so that they can prove that a receipt is theirs. */
export const ownerHash = (salt: string, uid: number): string => sha256Hex(`karat-owner-v1|${salt}|${uid}`);

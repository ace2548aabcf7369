import { canonicalJson } from './canonical.ts';
import type { Facts } from './formula.ts';
import type { ReceiptTick } from './receipt-tick.ts';
import { bytesOf, sha256Hex } from './sha256.ts';

export type { ReceiptTick } from './receipt-tick.ts';

/** What was settled, by which ticks and rule, and with what result. It does not identify the owner. */
export interface Receipt {
  readonly type: 'karat-receipt';
  readonly version: 1;
  /** Kind of the subject, `option`; unique together with the subject. */
  readonly kind: string;
  /** The order's number. */
  readonly subject: string;
  /** Salted hash of the owner's UID: only with the salt can the ownership be shown. */
  readonly owner: string;
  /** Time of the settlement, unix ms. */
  readonly issued: number;
  readonly order: Facts;
  readonly ticks: readonly ReceiptTick[];
  readonly formula: { readonly id: string; readonly text: string };
  readonly result: Facts;
}

/** A receipt with its signature, as published and saved. */
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

/** The canonical text of a receipt. */
export const receiptText = ({ ticks, formula, ...rest }: Receipt): string =>
  canonicalJson({ ...rest, formula: { ...formula }, ticks: ticks.map((tick) => ({ ...tick })) });

/** Its public number. */
export const receiptHash = (text: string): string => sha256Hex(text);

/** The signed text: a line that identifies its type, then the canonical text. */
export const signedBytes = (text: string): Uint8Array => bytesOf(`karat-receipt-v1\n${text}`);

/** Hash of `karat-owner-v1|salt|uid`: the owner gets the salt and can prove that a receipt is theirs. */
export const ownerHash = (salt: string, uid: number): string => sha256Hex(`karat-owner-v1|${salt}|${uid}`);

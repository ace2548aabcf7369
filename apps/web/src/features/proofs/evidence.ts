import { ownerHash, readReceipt, verifyReceipt } from '@karat/evidence';
import type { Check, SignedReceipt, TickRange } from '@karat/evidence';
import { api } from '../../lib/api.ts';
import { LINE } from '../../lib/line.ts';

const HASH = /^[0-9a-f]{64}$/;
const KEPT_MS = 60_000;

/** Downloads a range of published ticks as anyone can. */
export async function ticksOf({ market, from, to }: TickRange): Promise<string> {
  const response = await fetch(`${LINE}/api/market/ticks?match_id=${market}&from=${from}&to=${to}`, {
    signal: AbortSignal.timeout(KEPT_MS),
  });
  if (!response.ok) throw new Error(String(response.status));
  return response.text();
}

/** Reads a receipt from text, or fetches it by its number. Throws what `readReceipt` and calls throw. */
export async function receiptFrom(text: string): Promise<SignedReceipt> {
  const trimmed = text.trim();
  const number = HASH.test(trimmed) ? trimmed : /[?&]hash=([0-9a-f]{64})/.exec(trimmed)?.[1];
  if (number === undefined) return readReceipt(trimmed);
  return readReceipt(JSON.stringify(await api.get('proofs/receipt', { hash: number }, { quiet: true })));
}

/** One of the user's receipts with the salt that proves its owner. */
export interface OwnReceipt {
  readonly signed: SignedReceipt;
  readonly salt: string;
  readonly uid: number;
}

/** Whether a receipt belongs to the account. */
export interface OwnCheck {
  readonly name: 'owner';
  readonly state: 'proved' | 'failed';
  readonly why?: string;
}

/**
 * The user's receipts of an option or a contract, oldest first, with the UID of the account and not the one that comes with
 * them: the exchange could show the receipt of another user.
 */
export async function ownReceipts(kind: string, subject: string): Promise<readonly OwnReceipt[]> {
  const [rows, { uid }] = await Promise.all([
    api.get('proofs/mine', { kind, subject }, { quiet: true }),
    api.get('user/info', {}, { quiet: true }),
  ]);
  return rows.map(({ salt, uid: _, ...signed }) => ({
    signed: readReceipt(JSON.stringify(signed)),
    salt,
    uid,
  }));
}

/** The owner follows from the salt, which only the owner receives. */
export function checkOwner({ signed, salt, uid }: OwnReceipt): OwnCheck {
  const { owner } = signed.receipt;
  return ownerHash(salt, uid) === owner
    ? { name: 'owner', state: 'proved' }
    : { name: 'owner', state: 'failed', why: owner };
}

/** Downloads the published keys; returns those of a purpose (base64), none if they cannot be downloaded. */
export async function publishedKeys(): Promise<(purpose: string) => string[]> {
  const keys = await api.get('proofs/keys', {}, { quiet: true }).catch(() => []);
  return (purpose) => keys.filter((key) => key.purpose === purpose).map((key) => key.public_key);
}

/** Verifies a receipt in the browser with published keys and ticks. */
export async function checkReceipt(signed: SignedReceipt): Promise<readonly Check[]> {
  const of = await publishedKeys();
  return verifyReceipt(signed, { receiptKeys: of('receipts'), tickKeys: of('index-ticks'), ticks: ticksOf });
}

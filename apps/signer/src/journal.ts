import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { PaymentFacts, Signed } from '@karat/platform/signing';

/** A permanent record of a signature. */
export interface Entry {
  readonly payment: PaymentFacts;
  readonly attempt: number;
  readonly signed: Signed;
  /** Unix ms. */
  readonly at: number;
}

/** The journal was changed by another program than its signer. */
export class JournalDamaged extends Error {}

const GENESIS = '0'.repeat(64);
const hashOf = (previous: string, body: string): string =>
  createHash('sha256').update(`${previous}\n${body}`).digest('hex');

/** An append-only file of entries. */
export interface HashedLog<E> {
  readonly entries: readonly E[];
  /** Returns after fsync. */
  append(entry: E): void;
  close(): void;
}

export interface Journal extends HashedLog<Entry> {
  find(id: number, attempt: number): Entry | undefined;
  /** Returns all attempts of a payment, in order. */
  attempts(id: number): readonly Entry[];
}

/** Opens the file of the signatures of payments. */
export function openJournal(path: string): Journal {
  const log = openHashedLog<Entry>(path);
  return {
    ...log,
    find: (id, attempt) => log.entries.find((each) => each.payment.id === id && each.attempt === attempt),
    attempts: (id) => log.entries.filter((each) => each.payment.id === id),
  };
}

/**
 * Opens an append-only file of signatures. Each line carries the hash of the one before. An incomplete last line
 * (a crash) had no reply and is cut off; it refuses to open for any other damage.
 */
export function openHashedLog<E>(path: string): HashedLog<E> {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const entries: E[] = [];
  let last = GENESIS;
  for (const line of whole.split('\n').filter((each) => each !== '')) {
    const [hash, body] = [line.slice(0, 64), line.slice(65)];
    if (hashOf(last, body) !== hash)
      throw new JournalDamaged(`entry ${entries.length + 1} of the journal does not fit`);
    entries.push(JSON.parse(body) as E);
    last = hash;
  }
  const file = openSync(path, 'a', 0o600);
  if (whole.length < text.length) ftruncateSync(file, Buffer.byteLength(whole));
  return {
    entries,
    append(entry) {
      const body = JSON.stringify(entry);
      const hash = hashOf(last, body);
      writeSync(file, `${hash} ${body}\n`);
      fsyncSync(file);
      last = hash;
      entries.push(entry);
    },
    close: () => closeSync(file),
  };
}

import { createHash } from 'node:crypto';
import { Refusal, refuse } from '@karat/contract';
import type { Code, RefusalValues } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Database, Tx } from '@karat/platform/db';

/** Identity of a request: caller, call and key. */
export interface RequestKey {
  readonly caller: string;
  readonly path: string;
  readonly key: string;
  /** Input of the request. No secrets: its hash is stored. */
  readonly input: unknown;
  /** Unix ms. */
  readonly now: number;
}

/** The stored first reply. */
export type FirstReply =
  | { readonly ok: unknown }
  | { readonly refused: Code; readonly values: RefusalValues };

const RETENTION_MS = 48 * 3_600_000;
const FORGET_ROWS_MAX = 5_000;
const KEY = /^[\x21-\x7e]{1,128}$/;

/** Returns true for a valid idempotency key: 1 to 128 printable characters without spaces. */
export const isKey = (key: string): boolean => KEY.test(key);

/**
 * Hash over the parsed input in the order of the contract: unknown fields and another notation of a number make no
 * difference.
 */
const hashOf = (input: unknown): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify(input, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)) ?? '',
    )
    .digest();

/**
 * Runs the work unless the same request was handled before; then returns the first reply. Waits for a running request
 * with the same key. Refusals are stored too, other failures are not. Refuses `idempotency_conflict` for the same key
 * with another input.
 */
export async function firstReply(
  tx: Tx,
  request: RequestKey,
  work: () => Promise<unknown>,
): Promise<FirstReply> {
  const { caller, path, key } = request;
  const hash = hashOf(request.input);
  const inserted = await tx.run(sql`
    insert into platform_idempotency (caller, path, key, input_hash, created_at)
    values (${caller}, ${path}, ${key}, ${hash}, to_timestamp(${request.now} / 1000.0))
    on conflict do nothing`);
  if (inserted === 0) {
    const kept = await tx.one<{ same: boolean; reply: FirstReply }>(sql`
      select input_hash = ${hash} as same, reply from platform_idempotency
      where caller = ${caller} and path = ${path} and key = ${key}`);
    return kept.same ? kept.reply : refuse('idempotency_conflict');
  }
  const first = await tx.savepoint(work).then(
    (payload): FirstReply => ({ ok: payload ?? null }),
    (failure: unknown): FirstReply => {
      if (failure instanceof Refusal) return { refused: failure.code, values: failure.values };
      throw failure;
    },
  );
  await tx.run(sql`
    update platform_idempotency set reply = ${JSON.stringify(first)}
    where caller = ${caller} and path = ${path} and key = ${key}`);
  return first;
}

/** Returns the payload of a first reply, or throws its refusal again. */
export function storedReply(first: FirstReply): unknown {
  if ('ok' in first) return first.ok;
  throw new Refusal(first.refused, first.values);
}

/** Deletes keys older than two days, in batches; returns the count. */
export async function forgetOldReplies(db: Database, now: number): Promise<number> {
  return db.run(sql`
    delete from platform_idempotency where ctid in (
      select ctid from platform_idempotency where created_at < to_timestamp(${now - RETENTION_MS} / 1000.0) limit ${FORGET_ROWS_MAX}
    )`);
}

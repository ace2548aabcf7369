import { refuse } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { Context } from '@karat/platform/context';

/** Longer than the longest window of a request, plus a margin for clock differences between processes. */
export const KEEP_MS = 600_000;
/** Maximum number of signatures that wait for the insert in progress; further requests are refused at once. */
const WAITING_MAX = 5_000;
/** Signatures of one insert. */
const BATCH_MAX = 1_000;

/**
 * Inserts signatures and returns those that are new. The commit does not wait for the disk: the changes of the
 * requests commit later, and the write-ahead log is ordered, so a change is never durable without its signature.
 */
const insertNew = async (
  db: Queries,
  signatures: readonly Buffer[],
  expiresAt: number,
): Promise<string[]> => {
  const rows = await db.prepared<{ signature: string }>(
    'credentials_use_signatures',
    `with commit_later as materialized (select set_config('synchronous_commit', 'off', true) as setting)
     insert into credentials_used_signatures (signature, expires_at)
     select signature, to_timestamp($2::numeric / 1000.0) from commit_later, unnest($1::bytea[]) as signature
     where setting = 'off' order by signature
     on conflict do nothing returning encode(signature, 'hex') as signature`,
    [signatures, expiresAt],
  );
  return rows.map((row) => row.signature);
};

/** Deletes up to `max` expired rows. Returns the count. */
export const deleteExpired = (db: Queries, now: number, max: number): Promise<number> =>
  db.run(sql`
    delete from credentials_used_signatures where signature in (
      select signature from credentials_used_signatures where expires_at < to_timestamp(${now} / 1000.0) limit ${max})`);

interface Waiting {
  readonly signature: string;
  readonly resolve: (isNew: boolean) => void;
  readonly reject: (failure: unknown) => void;
}

/**
 * Accepts each signature once, over all processes and restarts. Signatures that arrive while an insert is in progress
 * share the next one, so that many requests cost one round trip. The returned function refuses `signature_used` for a
 * repeated signature, and `too_many_requests` when too many wait.
 */
export function createUsedSignatures({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): (signature: string) => Promise<void> {
  let waiting: Waiting[] = [];
  let inserting = false;

  const insertBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const signatures = batch.map(({ signature }) => Buffer.from(signature, 'hex'));
      const fresh = new Set(await insertNew(db, signatures, clock.now() + KEEP_MS));
      // Of duplicates in one batch, the first one is the inserted one.
      for (const { signature, resolve } of batch) resolve(fresh.delete(signature));
    } catch (failure) {
      for (const { reject } of batch) reject(failure);
    }
  };
  const drain = async (): Promise<void> => {
    inserting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX);
      waiting = waiting.slice(BATCH_MAX);
      await insertBatch(batch);
    }
    inserting = false;
  };

  return async (signature) => {
    if (waiting.length >= WAITING_MAX) refuse('too_many_requests');
    const isNew = await new Promise<boolean>((resolve, reject) => {
      waiting.push({ signature, resolve, reject });
      if (!inserting) void drain();
    });
    if (!isNew) refuse('signature_used');
  };
}

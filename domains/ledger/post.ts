import { createHash } from 'node:crypto';
import { Refusal, refuse } from '@karat/contract';
import { isUniqueViolation } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import type { Batch } from './batch.ts';
import type { BalanceKey, Journal, Posted } from './journal.ts';
import { canonical } from './rules.ts';
import { findJournals } from './store.ts';

/** Input hash that a replay of the journal must match, in hexadecimal. */
export const hashOf = (journal: Journal): string =>
  createHash('sha256').update(canonical(journal)).digest('hex');

/** Opens a batch whose journals carry their hash. */
export type OpenBatch = (tx: Tx, keys: readonly BalanceKey[]) => Promise<Batch>;

/** Existing journals by key; read after locking, when a concurrent writer of the same key has committed. */
async function replaysOf(tx: Tx, journals: readonly Journal[]): Promise<Map<string, Posted>> {
  const hashes = new Map(journals.map((journal) => [journal.key, hashOf(journal)]));
  const replays = new Map<string, Posted>();
  for (const { key, id, hash } of await findJournals(tx, [...hashes.keys()])) {
    if (hashes.get(key) !== hash) refuse('idempotency_conflict');
    replays.set(key, { id, replayed: true });
  }
  return replays;
}

/** Posts journals (double entry) in order, all or none. Returns an earlier result for a journal that was posted before. */
export async function postJournals(
  open: OpenBatch,
  tx: Tx,
  journals: readonly Journal[],
): Promise<readonly Posted[]> {
  const batch = await open(
    tx,
    journals.flatMap((journal) => journal.entries),
  );
  const posted = await replaysOf(tx, journals);
  const fresh = journals.filter((journal) => !posted.has(journal.key));
  for (const journal of fresh) batch.post(journal);
  try {
    const ids = await batch.close();
    fresh.forEach((journal, index) => posted.set(journal.key, { id: ids[index] ?? 0, replayed: false }));
  } catch (error) {
    // Another journal under the same key, committed since the read: equal input would have waited for these locks.
    throw isUniqueViolation(error, 'ledger_journals_key') ? new Refusal('idempotency_conflict') : error;
  }
  return journals.map((journal) => posted.get(journal.key) ?? refuse('internal_error'));
}

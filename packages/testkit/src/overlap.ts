import { sql } from '@karat/platform/db';
import type { Database, Tx } from '@karat/platform/db';

const WAITING = sql`
  select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** How a call ended, and whether it waited for a lock of the open transaction. */
export type Overlapped = PromiseSettledResult<unknown> & { readonly hasWaited: boolean };

/**
 * Runs `second` while the transaction of `first` is open, which commits once `second` waits for a lock or has ended. A missing
 * lock shows each time: `second` has then read what was before `first`. `beforeCommit` runs while `second` waits.
 */
export async function overlap(
  db: Database,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<unknown>,
  beforeCommit: (tx: Tx) => Promise<unknown> = () => Promise.resolve(),
): Promise<Overlapped> {
  let hasWaited = false;
  let ended: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
  await db.transact(async (tx) => {
    await first(tx);
    let hasEnded = false;
    const end = (): void => {
      hasEnded = true;
    };
    ended = Promise.allSettled([second().finally(end)]);
    while (!hasEnded && !hasWaited) hasWaited = (await db.one<{ count: number }>(WAITING)).count > 0;
    await beforeCommit(tx);
  });
  const [result] = await ended;
  if (!result) throw new Error('the second call has not begun');
  return { ...result, hasWaited };
}

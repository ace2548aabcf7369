import { carriedUntil, carryBalances, forgetCarried } from '@karat/domains/ledger';
import { askForUncounted } from '@karat/domains/portfolio';
import type { Database } from '@karat/platform/db';
import { PartitionRefused, attachPartition, detachPartition } from '@karat/platform/partitions';

const POSTINGS = 'ledger_postings';
const FILLS = 'spot_fills';

/**
 * Detaches the oldest partition of a table. Balances at the end of postings are carried forward. Refuses postings that portfolios have
 * not counted, which it leaves to the server, and fills whose postings are attached. `now` is unix ms.
 */
export async function detach(db: Database, name: string, now: number): Promise<void> {
  const uncounted = await db.transact(async (tx) => {
    let users = 0;
    await detachPartition(tx, name, now, async ({ table, until }) => {
      if (table === FILLS && until > ((await carriedUntil(tx)) ?? 0))
        throw new PartitionRefused(`${name}: detach the postings of the same months first`);
      if (table !== POSTINGS) return true;
      users = await askForUncounted(tx, name);
      if (users === 0) await carryBalances(tx, name, until);
      return users === 0;
    });
    return users;
  });
  if (uncounted > 0)
    throw new PartitionRefused(
      `the portfolios of ${uncounted} users have not counted ${name}: the server counts them now, try again later`,
    );
}

/** Attaches the partition of a table that was detached last. */
export const attach = (db: Database, name: string): Promise<void> =>
  db.transact((tx) =>
    attachPartition(tx, name, async ({ table }) => {
      if (table === POSTINGS) await forgetCarried(tx, name);
    }),
  );

import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { checkResult, leaveIssued } from './issue.ts';
import type { IssueDeps, NewReceipt } from './issue.ts';

/** Number of receipts signed before other work gets a turn. */
const TOGETHER = 50;
/** Delay that lets settlements of thousands finish first. */
const REST_MS = 1_000;

/**
 * Stores the content of receipts in the transaction of their settlements; they are signed soon after. Throws
 * RangeError, and the settlements fail with it, if a result does not match its formula.
 */
export async function enqueueReceipts(
  deps: Pick<IssueDeps, 'ctx'>,
  tx: Tx,
  receipts: readonly NewReceipt[],
): Promise<void> {
  if (receipts.length === 0) return;
  for (const receipt of receipts) checkResult(receipt);
  await tx.run(sql`
    insert into proofs_owed (content, issued_at)
    values (${JSON.stringify(receipts)}, to_timestamp(${deps.ctx.clock.now()} / 1000.0))`);
}

const OLDEST = 'select issued_at as issued from proofs_owed order by id limit 1';

/** Time at which the next batch is due, unix ms. */
export async function nextPending(db: Queries): Promise<number | undefined> {
  const [row] = await db.prepared<{ issued: number }>('proofs_next_owed', OLDEST, []);
  return row && row.issued + REST_MS;
}

/** Signs the receipts of one due batch; returns their number. */
export async function issuePending(deps: IssueDeps, tx: Tx): Promise<number> {
  const owed = await tx.maybe<{ id: number; content: string; issued: number }>(sql`
    select id, content, issued_at as issued from proofs_owed
    where issued_at <= to_timestamp(${deps.ctx.clock.now() - REST_MS} / 1000.0)
    order by id limit 1 for update skip locked`);
  if (!owed) return 0;
  const receipts = JSON.parse(owed.content) as NewReceipt[];
  for (let from = 0; from < receipts.length; from += TOGETHER) {
    await leaveIssued(deps, tx, receipts.slice(from, from + TOGETHER), owed.issued);
  }
  await tx.run(sql`delete from proofs_owed where id = ${owed.id}`);
  return receipts.length;
}

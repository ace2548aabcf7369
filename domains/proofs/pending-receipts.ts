import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { checkResult, leaveIssued } from './issue.ts';
import type { IssueDeps, NewReceipt } from './issue.ts';

/** Number of receipts signed before other work gets a turn. */
const TOGETHER = 50;
/** Delay that lets settlements of thousands finish first. */
const REST_MS = 1_000;

declare const CHECKED: unique symbol;
/** Receipts as text, each recomputed by its formula. */
export type CheckedReceipts = string & { readonly [CHECKED]: true };

/** Throws RangeError if a result does not match its formula. */
export function checkReceipts(receipts: readonly NewReceipt[]): CheckedReceipts {
  for (const receipt of receipts) checkResult(receipt);
  return JSON.stringify(receipts) as CheckedReceipts;
}

/** Stores the content of receipts in the transaction of their settlements; they are signed soon after. */
export async function enqueueReceipts(
  deps: Pick<IssueDeps, 'ctx'>,
  tx: Tx,
  receipts: CheckedReceipts,
): Promise<void> {
  await tx.run(sql`
    insert into proofs_owed (content, issued_at)
    values (${receipts}, to_timestamp(${deps.ctx.clock.now()} / 1000.0))`);
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

import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** The right to write contracts, as long as no other engine takes a higher fence. */
export interface Fence {
  /** Name of the engine, unique to each. */
  readonly holder: string;
  readonly fence: number;
}

/** The fence as taken, with the number of the last committed batch. */
export interface TakenFence extends Fence {
  readonly batch: number;
}

/** Another engine has taken over: this one must not write any more. */
export class FenceLost extends Error {
  override readonly name = 'FenceLost';
}

interface Row {
  readonly fence: number;
  readonly batch: number;
}

/** Takes over from any other engine. Waits for a batch of that engine that is being committed. */
export async function takeFence(db: Queries, holder: string): Promise<TakenFence> {
  const row = await db.one<Row>(sql`
    update contracts_engine set fence = fence + 1, holder = ${holder} returning fence, batch`);
  return { ...row, holder };
}

/**
 * Raises the own fence after a failure, so that the broken session cannot commit any more, and returns the last
 * committed batch. Waits for a commit in progress. Throws FenceLost.
 */
export async function raiseFence(db: Queries, { holder }: Fence): Promise<TakenFence> {
  const row = await db.maybe<Row>(sql`
    update contracts_engine set fence = fence + 1 where holder = ${holder} returning fence, batch`);
  if (!row) throw new FenceLost('another engine has taken over');
  return { ...row, holder };
}

const MARK = `
update contracts_engine set batch = $1 where holder = $2 and fence = $3 and batch = $1 - 1 returning 1`;

/** Writes the number of a batch in its own transaction. Throws FenceLost: the transaction must not be committed then. */
export async function markBatch(tx: Tx, { holder, fence }: Fence, batch: number): Promise<void> {
  const rows = await tx.prepared('contracts_batch', MARK, [batch, holder, fence]);
  if (rows.length !== 1) throw new FenceLost('another engine has taken over');
}

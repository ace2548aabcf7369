/** Receipts and statements of liabilities that anyone can verify. */
import type { UserId } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Signer } from '@karat/platform/crypto';
import type { Queries, Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { createPolling } from '@karat/platform/work';
import { proofsHandlers } from './http.ts';
import type { ReceiptCalls } from './http.ts';
import { issueReceipts } from './issue.ts';
import type { IssuedReceipt, NewReceipt } from './issue.ts';
import { checkReceipts, enqueueReceipts, issuePending, nextPending } from './pending-receipts.ts';
import type { CheckedReceipts } from './pending-receipts.ts';
import { newestOfThings } from './store.ts';

export { proofsMessages } from './messages.ts';
export { createLiabilities } from './liabilities/index.ts';
export type { Liabilities } from './liabilities/index.ts';
export type { IssuedReceipt, NewReceipt } from './issue.ts';
export type { CheckedReceipts } from './pending-receipts.ts';

const POLL_MS = 500;

export interface Proofs {
  readonly handlers: Handlers<ReceiptCalls>;
  /**
   * Stores signed receipts of settlements in their transaction, one per (kind, subject), with one statement. Throws
   * RangeError if a result does not match its formula.
   */
  leave(tx: Tx, receipts: readonly NewReceipt[]): Promise<readonly IssuedReceipt[]>;
  /**
   * The same for many settlements at once: a process signs their receipts a few seconds after the commit, so that
   * nothing waits for thousands of signatures.
   */
  owe(tx: Tx, receipts: readonly NewReceipt[] | CheckedReceipts): Promise<void>;
  /** Recomputes receipts for `owe` ahead of their transaction. Throws RangeError if a result does not match its formula. */
  check(receipts: readonly NewReceipt[]): CheckedReceipts;
  /** Starts signing pending receipts. */
  start(): void;
  stop(): Promise<void>;
  /** Public number of the newest receipt of each of a user's subjects of one kind; a subject without one is omitted. */
  newest(
    queries: Queries,
    user: UserId,
    kind: string,
    things: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
}

export function createProofs(deps: { readonly ctx: Context; readonly signer: Signer }): Proofs {
  const { ctx } = deps;
  const paying = createPolling(ctx, {
    name: 'receipts that are owed',
    runsUntrusted: true,
    pollMs: POLL_MS,
    next: () => nextPending(ctx.db),
    runBatch: () => ctx.db.transact((tx) => issuePending(deps, tx)),
  });
  return {
    handlers: proofsHandlers(ctx),
    async owe(tx, receipts) {
      if (receipts.length === 0) return;
      await enqueueReceipts(deps, tx, typeof receipts === 'string' ? receipts : checkReceipts(receipts));
    },
    check: checkReceipts,
    start: () => paying.start(),
    stop: () => paying.stop(),
    leave: (tx, receipts) => issueReceipts(deps, tx, receipts),
    async newest(queries, user, kind, things) {
      const rows = things.length === 0 ? [] : await newestOfThings(queries, user, kind, things);
      return new Map(rows.map(({ thing, hash }) => [thing, hash]));
    },
  };
}

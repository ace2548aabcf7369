/** Receipts that anyone can check. */
import type { Contract, UserId } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Signer } from '@karat/platform/crypto';
import type { Queries, Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { proofsHandlers } from './http.ts';
import { leave } from './leave.ts';
import type { LeftReceipt, NewReceipt } from './leave.ts';
import { newestOfThings } from './store.ts';

export { proofsMessages } from './messages.ts';
export type { LeftReceipt, NewReceipt } from './leave.ts';

export interface Proofs {
  readonly handlers: Handlers<Contract['proofs']>;
  /**
   * Leaves signed receipts of settlements in their transaction, one for each (kind, subject), with one statement. Throws
   * RangeError where a result is not what its formula gives.
   */
  leave(tx: Tx, receipts: readonly NewReceipt[]): Promise<readonly LeftReceipt[]>;
  /** Public number of the newest receipt of each of a user's things of one kind; a thing without one is not in it. */
  newest(
    queries: Queries,
    user: UserId,
    kind: string,
    things: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
}

export function createProofs(deps: { readonly ctx: Context; readonly signer: Signer }): Proofs {
  return {
    handlers: proofsHandlers(deps.ctx),
    leave: (tx, receipts) => leave(deps, tx, receipts),
    async newest(queries, user, kind, things) {
      const rows = things.length === 0 ? [] : await newestOfThings(queries, user, kind, things);
      return new Map(rows.map(({ thing, hash }) => [thing, hash]));
    },
  };
}

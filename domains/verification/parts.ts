import type { UserId } from '@karat/contract';
import type { RealState } from '@karat/domains/identity';
import type { Messages } from '@karat/domains/messages';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';

/** What the room is built from. */
export interface VerificationDeps {
  readonly ctx: Context;
  readonly messages: Messages;
  /** 32 secret bytes of the house, from which the keys for numbers of documents are drawn. */
  readonly secret: Uint8Array;
  /** Keeps the state with the account, in the same transaction. */
  readonly setRealState: (tx: Tx, user: UserId, state: RealState) => Promise<void>;
}

import type { UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import type { Messages } from '@karat/domains/messages';
import type { Outflow } from '@karat/domains/outflow';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';

/** Steps of the return of expired gifts; tests that kill the process listen. */
export type ReturnStep = 'claimed' | 'posted' | 'written' | 'released' | 'notified';

export interface GiftsDeps {
  readonly ctx: Context;
  readonly ledger: Pick<Ledger, 'currencies' | 'currency' | 'post' | 'postBatch'>;
  readonly messages: Pick<Messages, 'notifyAll'>;
  readonly outflow: Pick<Outflow, 'mayMoneyLeave' | 'permitGift' | 'releaseGifts'>;
  readonly users: (
    db: Queries,
    ids: readonly UserId[],
  ) => Promise<readonly { readonly id: UserId; readonly nickname: string }[]>;
  /** How often due gifts are looked for, ms. */
  readonly pollMs?: number;
  /** Gifts of one returning transaction. */
  readonly batch?: number;
  readonly onStep?: (step: ReturnStep) => void;
}

/** The one gate for money that leaves an account or changes hands. */
import type { Contract, UserId } from '@karat/contract';
import type { Queries, Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { allowanceOf } from './allowance.ts';
import type { Allowance } from './allowance.ts';
import { contextOf } from './deps.ts';
import type { OutflowDeps } from './deps.ts';
import { isFirstPayment, mayMoneyLeave } from './gate.ts';
import type { Clearance, OutflowRequest, ReceiverName } from './gate.ts';
import { outflowHandlers } from './http.ts';
import { protectedUntil } from './protection.ts';
import { firstPaymentAccepted, releaseMovement } from './store.ts';

export { outflowMessages } from './messages.ts';
export { outflowNotices } from './notices.ts';
export type { OutflowPolicy } from './rules.ts';
export type { OutflowDeps } from './deps.ts';
export type { Allowance } from './allowance.ts';
export type { Asker, Clearance, OutflowRequest, Receiver, ReceiverName, UserReceiver } from './gate.ts';

export interface Outflow {
  readonly handlers: Handlers<Contract['outflow']>;
  /** Judges one request and counts it; see `gate.ts` for its refusals. Its permit is good for one journal of the transaction. */
  mayMoneyLeave(tx: Tx, request: OutflowRequest): Promise<Clearance>;
  /** A withdrawal ended without being paid: it counts no more. */
  releaseWithdrawal(tx: Tx, id: number): Promise<void>;
  allowanceOf(db: Queries, user: UserId): Promise<Allowance>;
  /** Whether the user never paid this receiver. */
  isFirstPayment(db: Queries, user: UserId, receiver: ReceiverName): Promise<boolean>;
  /** Whether the user accepted the warning of a first payment; undefined where the withdrawal was none. */
  firstPaymentAccepted(db: Queries, withdrawal: number): Promise<boolean | undefined>;
  /** Until when the user's own lock keeps everything in, unix ms; undefined while there is none. */
  protectedUntil(db: Queries, user: UserId): Promise<number | undefined>;
}

/** Claims the ledger's permits: there is one gate to a ledger. */
export function createOutflow(deps: OutflowDeps): Outflow {
  const context = contextOf(deps);
  return {
    handlers: outflowHandlers(context),
    mayMoneyLeave: (tx, request) => mayMoneyLeave(context, tx, request),
    releaseWithdrawal: async (tx, id) => {
      await releaseMovement(tx, 'withdrawal', id, context.ctx.clock.now());
    },
    allowanceOf: (db, user) => allowanceOf(context, db, user),
    isFirstPayment,
    firstPaymentAccepted: (db, withdrawal) => firstPaymentAccepted(db, 'withdrawal', withdrawal),
    protectedUntil: (db, user) => protectedUntil(context, db, user),
  };
}

/** The single gate for money that leaves an account or changes hands. */
import type { Contract, UserId } from '@karat/contract';
import type { Confirmation } from '@karat/domains/credentials';
import type { Currency, Permit } from '@karat/domains/ledger';
import type { Queries, Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { allowanceOf, limitsInCurrency } from './allowance.ts';
import type { Allowance, Limit } from './allowance.ts';
import { contextOf } from './deps.ts';
import type { OutflowDeps } from './deps.ts';
import { confirmBorrowing, isFirstPayment, mayMoneyLeave, mayPay } from './gate.ts';
import type { Clearance, OutflowRequest, ReceiverName } from './gate.ts';
import { outflowHandlers } from './http.ts';
import { protectedUntil } from './protection.ts';
import { permitGift } from './receive-gift.ts';
import { firstPaymentAccepted, releaseGifts, releaseMovement } from './store.ts';

export { firstWithdrawal, movementsOf, usersWithMovements } from './monitored.ts';
export type { MonitoredMovement } from './monitored.ts';
export { renamePayees } from './store.ts';
export { outflowMessages } from './messages.ts';
export { outflowNotices } from './notices.ts';
export type { OutflowPolicy } from './rules.ts';
export type { OutflowDeps } from './deps.ts';
export type { Allowance } from './allowance.ts';
export type { Requester, Clearance, OutflowRequest, Receiver, ReceiverName, UserReceiver } from './gate.ts';

export interface Outflow {
  readonly handlers: Handlers<Contract['outflow']>;
  /**
   * Judges and counts one request; see `gate.ts` for its refusals. Its permit is valid for one journal of the
   * transaction.
   */
  mayMoneyLeave(tx: Tx, request: OutflowRequest): Promise<Clearance>;
  /** Confirms a loan application of the owner; see `gate.ts` for its refusals. */
  confirmBorrowing(tx: Tx, user: UserId, confirmation: Confirmation): Promise<void>;
  /** Judges a payment for a sale that is open to everybody: the state of the account and the confirmation, no limits. */
  mayPay(tx: Tx, request: Pick<OutflowRequest, 'user' | 'by'>): Promise<void>;
  /** Stops counting a withdrawal that ended unpaid. */
  releaseWithdrawal(tx: Tx, id: number): Promise<void>;
  /** Permits that the held money of a gift goes to a user; see `receive-gift.ts` for its refusals. */
  permitGift(
    tx: Tx,
    gift: { readonly id: number; readonly sender: UserId; readonly receiver: UserId },
  ): Promise<Permit | undefined>;
  /** Stops counting gifts that return to their senders. */
  releaseGifts(tx: Tx, ids: readonly number[]): Promise<void>;
  allowanceOf(db: Queries, user: UserId): Promise<Allowance>;
  /** Returns a limit in BTC as amounts of a currency, as a refusal names them; undefined without current prices. */
  limitsInCurrency(db: Queries, currency: Currency, limit: Limit): Promise<Limit | undefined>;
  /** Returns true if the user never paid this payee. */
  isFirstPayment(db: Queries, user: UserId, receiver: ReceiverName): Promise<boolean>;
  /** Returns if the user accepted the warning of a first payment; undefined if it was not the first. */
  firstPaymentAccepted(db: Queries, withdrawal: number): Promise<boolean | undefined>;
  /** Returns the end of the user's withdraw protection, unix ms; undefined if there is none. */
  protectedUntil(db: Queries, user: UserId): Promise<number | undefined>;
}

/** Claims the ledger's permits: a ledger has one gate. */
export function createOutflow(deps: OutflowDeps): Outflow {
  const context = contextOf(deps);
  return {
    handlers: outflowHandlers(context),
    mayMoneyLeave: (tx, request) => mayMoneyLeave(context, tx, request),
    confirmBorrowing: (tx, user, confirmation) => confirmBorrowing(context, tx, user, confirmation),
    mayPay: (tx, request) => mayPay(context, tx, request),
    releaseWithdrawal: async (tx, id) => {
      await releaseMovement(tx, 'withdrawal', id, context.ctx.clock.now());
    },
    permitGift: (tx, gift) => permitGift(context, tx, gift),
    releaseGifts: async (tx, ids) => {
      await releaseGifts(tx, ids, context.ctx.clock.now());
    },
    allowanceOf: (db, user) => allowanceOf(context, db, user),
    limitsInCurrency: (db, currency, limit) => limitsInCurrency(context, db, currency, limit),
    isFirstPayment,
    firstPaymentAccepted: (db, withdrawal) => firstPaymentAccepted(db, 'withdrawal', withdrawal),
    protectedUntil: (db, user) => protectedUntil(context, db, user),
  };
}

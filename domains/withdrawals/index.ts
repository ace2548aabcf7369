/** Withdrawals: requests, risk, approvals, the signer, broadcast. */
import type { Contract } from '@karat/contract';
import type { ApprovalKinds, Stoppable } from '@karat/domains/operators';
import type { Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import type { SigningClient } from '@karat/platform/signing';
import type { WorkHandlers } from '@karat/platform/work';
import { approvalsOf } from './decide.ts';
import { networkStoppable } from './stoppable.ts';
import { ownHandlers } from './http.ts';
import { operatorHandlers } from './operator.ts';
import { resolveDeps } from './deps.ts';
import type { WithdrawalsDeps } from './deps.ts';
import { payoutWork, startPayouts } from './payout.ts';
import * as routeStore from './route-store.ts';

export { withdrawalFeesOf } from './fees.ts';
export { haltedRoutes, withdrawalQueues } from './queue-store.ts';
export { withdrawalRecords } from './records.ts';
export { sharedPayees, withdrawalsTo } from './monitored.ts';
export { paidWithdrawals } from './daily.ts';
export { userWithdrawals } from './user-records.ts';
export { decidersOf } from './store.ts';
export { withdrawalsKeyedRows } from './keyed-rows.ts';
export { withdrawalsMessages } from './messages.ts';
export { withdrawalsNotices } from './notices.ts';
export { canLeave, inFlightPayouts } from './in-flight-payouts.ts';
export type { InFlightPayout } from './in-flight-payouts.ts';
export { DEFAULT_POLICY } from './rules.ts';
export type { Policy } from './rules.ts';
export type { Person, WithdrawalsDeps } from './deps.ts';

export interface Withdrawals {
  readonly handlers: Handlers<Contract['withdrawals']>;
  /** Decisions of two operators. */
  readonly approvals: ApprovalKinds;
  /** Payouts on a network, which one operator halts. */
  readonly stoppable: Stoppable;
  /** Due work with requests to nodes and the signer, which may be slow: for a separate worker. */
  readonly work: WorkHandlers;
  /** The connection to the signer; undefined if nothing is signed. */
  readonly signing: SigningClient | undefined;
  /** Schedules payouts that were approved before a network was connected. Call it once at the start of a work process. */
  start(): Promise<void>;
  /** Halts payouts on a network after a difference. */
  halt(tx: Tx, network: string, reason: string, by: string): Promise<void>;
}

export function createWithdrawals(deps: WithdrawalsDeps): Withdrawals {
  const resolved = resolveDeps(deps);
  return {
    handlers: { ...ownHandlers(resolved), ...operatorHandlers(resolved) },
    approvals: approvalsOf(resolved),
    stoppable: networkStoppable,
    work: payoutWork(resolved),
    signing: deps.signing,
    start: () => startPayouts(resolved),
    halt: async (tx, network, reason, by) => {
      await routeStore.halt(tx, { network, reason, by }, deps.ctx.clock.now());
    },
  };
}

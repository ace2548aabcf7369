/** Dual currency: principal in one currency, paid back with a fixed rate in one of two. */
import type { Contract, UserId } from '@karat/contract';
import type { ApprovalKinds } from '@karat/domains/operators';
import type { Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { seedDemoProducts, seedFunds } from './demo.ts';
import type { DualDeps } from './deps.ts';
import { dualHandlers } from './http.ts';
import { dualApprovals } from './operator.ts';
import { createSettler } from './settler.ts';
import type { Settler } from './settler.ts';

export { dualMessages } from './messages.ts';
export { dualNotices } from './notices.ts';
export type { DualDeps } from './deps.ts';
export { dualWealth } from './wealth.ts';

export interface Dual {
  readonly handlers: Handlers<Contract['dual']>;
  /** What two operators decide: products, terms of orders to come, settlements without enough ticks. */
  readonly approvals: ApprovalKinds;
  /** Settles by the clock; runs where due work runs. */
  readonly settler: Settler;
  /** The first money of the house's account. Demonstrations only. */
  seedFunds(tx: Tx): Promise<void>;
  /** Products around the index prices and orders of a user, once; the index must be running. Demonstrations only. */
  seedDemoProducts(tx: Tx, user: UserId | undefined): Promise<void>;
}

export function createDual(deps: DualDeps): Dual {
  return {
    handlers: dualHandlers(deps),
    approvals: dualApprovals(deps),
    settler: createSettler(deps),
    seedFunds: (tx) => seedFunds(deps, tx),
    seedDemoProducts: (tx, user) => seedDemoProducts(deps, tx, user),
  };
}

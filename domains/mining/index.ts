/** Earn: deposits with a term and flexible ones, with a daily yield from the interest account. */
import type { Contract, UserId } from '@karat/contract';
import type { ApprovalKinds } from '@karat/domains/operators';
import type { Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { boostOrder } from './boost.ts';
import type { BoostRequest } from './boost.ts';
import { seedDemoOrders, seedDemoProducts } from './demo.ts';
import type { MiningDeps } from './deps.ts';
import { miningHandlers } from './http.ts';
import { miningApprovals } from './operator.ts';
import { createMiningWorker } from './worker.ts';
import type { MiningWorker } from './worker.ts';

export { miningMessages } from './messages.ts';
export { miningNotices } from './notices.ts';
export type { BoostRequest } from './boost.ts';
export type { MiningDeps } from './deps.ts';
export type { MiningWorker } from './worker.ts';
export { miningWealth } from './wealth.ts';

export interface Mining {
  readonly handlers: Handlers<Contract['mining']>;
  /** What two operators decide: products and terms. */
  readonly approvals: ApprovalKinds;
  /** Yields, principals at expiry and standing instructions; runs where due work runs. */
  readonly worker: MiningWorker;
  /** Raises the yield of an order by a coupon; see `boost.ts` for its refusals. */
  boostOrder(tx: Tx, request: BoostRequest): Promise<void>;
  /** Products and the interest account's first money. Demonstrations only. */
  seedDemoProducts(tx: Tx): Promise<void>;
  /** Orders of a demo user. Demonstrations only. */
  seedDemoOrders(tx: Tx, user: UserId): Promise<void>;
}

export function createMining(deps: MiningDeps): Mining {
  return {
    handlers: miningHandlers(deps),
    approvals: miningApprovals(deps),
    worker: createMiningWorker(deps),
    boostOrder: (tx, request) => boostOrder(deps, tx, request),
    seedDemoProducts: (tx) => seedDemoProducts(deps, tx),
    seedDemoOrders: (tx, user) => seedDemoOrders(deps, tx, user),
  };
}

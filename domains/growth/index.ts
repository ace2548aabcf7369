/** Growth: VIP levels by volume or balance, set once a day; invitations with rebates of fees. */
import type { Contract, UserId } from '@karat/contract';
import type { ApprovalKinds } from '@karat/domains/operators';
import type { Queries, Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import type { GrowthContext, GrowthDeps } from './deps.ts';
import { readCreditScore } from './credit-score.ts';
import { couponApprovals } from './coupon-http.ts';
import { seedDemoCoupons, seedDemoTrial } from './demo.ts';
import { growthHandlers } from './http.ts';
import { inviteApprovals } from './invite-operator.ts';
import { growthApprovals } from './operator.ts';
import { VipLevels } from './vip-levels.ts';
import { createGrowthWorker } from './worker.ts';
import type { GrowthWorker } from './worker.ts';

export type { GrowthDeps } from './deps.ts';
export { recordFee } from './fees-due.ts';
export type { PaidFee } from './fees-due.ts';
export { lockTrialCoupons, usableTrialCoupons, writeTrialUses } from './trial-coupons.ts';
export { growthMessages } from './messages.ts';
export { growthNotices } from './notices.ts';
export type { FeeSource, VipTerms } from './types.ts';
export type { VipLevels } from './vip-levels.ts';

export interface Growth {
  readonly handlers: Handlers<Contract['growth']>;
  readonly approvals: ApprovalKinds;
  /** Levels in memory; start them before the engines. */
  readonly levels: VipLevels;
  readonly worker: GrowthWorker;
  /** The credit score of a user, from the rows of now. */
  creditScoreOf(db: Queries, user: UserId): Promise<number>;
  /** Adds two campaigns of coupons, once. Demonstrations only. */
  seedDemoCoupons(tx: Tx): Promise<void>;
  /** Gives a user a coupon for trial margin, once. Demonstrations only. */
  seedDemoTrial(tx: Tx, user: UserId): Promise<void>;
}

export function createGrowth(deps: GrowthDeps): Growth {
  const levels = new VipLevels(deps.ctx);
  const context: GrowthContext = { ...deps, levels };
  return {
    handlers: growthHandlers(context),
    approvals: { ...growthApprovals(deps), ...inviteApprovals(context), ...couponApprovals(deps) },
    levels,
    worker: createGrowthWorker(deps),
    seedDemoCoupons: (tx) => seedDemoCoupons(deps, tx),
    seedDemoTrial: (tx, user) => seedDemoTrial(deps, tx, user),
    creditScoreOf: async (db, user) => (await readCreditScore(deps, db, user)).score,
  };
}

/** Subscriptions: token launches and real-estate funds, their allotment, listing and dividends. */
import type { Contract, UserId } from '@karat/contract';
import type { ApprovalKinds } from '@karat/domains/operators';
import type { Handlers } from '@karat/platform/http';
import { launchpadApprovals } from './approvals.ts';
import { seedDemoProjects } from './demo.ts';
import type { LaunchpadDeps } from './deps.ts';
import { launchpadHandlers } from './http.ts';
import { readLinkedHosts } from './project-store.ts';
import { createLaunchpadWorker } from './worker.ts';
import type { LaunchpadWorker } from './worker.ts';

export { launchpadMessages } from './messages.ts';
export { launchpadNotices } from './notices.ts';
export type { LaunchpadDeps } from './deps.ts';
export { launchpadWealth } from './wealth.ts';

export interface Launchpad {
  readonly handlers: Handlers<Contract['launchpad']>;
  /** What two operators decide: projects, timetables, listings, cancellations, dividends and income of funds. */
  readonly approvals: ApprovalKinds;
  /** Settles, lists and pays by the clock; runs where due work runs. */
  readonly worker: LaunchpadWorker;
  /** Returns the hosts of the websites and white papers of projects. */
  linkedHosts(): Promise<string[]>;
  /** Projects in every state and applications of a user, once. Demonstrations only. */
  seedDemoProjects(user: UserId | undefined): Promise<void>;
}

export function createLaunchpad(deps: LaunchpadDeps): Launchpad {
  return {
    handlers: launchpadHandlers(deps),
    approvals: launchpadApprovals(deps),
    worker: createLaunchpadWorker(deps),
    linkedHosts: () => readLinkedHosts(deps.ctx.db),
    seedDemoProjects: (user) => seedDemoProjects(deps, user),
  };
}

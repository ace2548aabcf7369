/** Recurring buy: plans that buy a coin or a stock for a fixed amount by the calendar. */
import type { Contract, UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { seedDemoPlans } from './demo.ts';
import type { RecurringDeps } from './deps.ts';
import { recurringHandlers } from './http.ts';
import { createRecurringWorker } from './worker.ts';
import type { RecurringWorker } from './worker.ts';

export type { RecurringDeps } from './deps.ts';
export { recurringMessages } from './messages.ts';
export { recurringNotices } from './notices.ts';
export type { RecurringWorker } from './worker.ts';
export { recurringWealth } from './wealth.ts';

export interface Recurring {
  readonly handlers: Handlers<Contract['recurring']>;
  /** Purchases by the calendar; runs where the matching engine runs. */
  readonly worker: RecurringWorker;
  /** Plans of a demo user, once. Demonstrations only. */
  seedDemoPlans(tx: Tx, user: UserId, zone: string): Promise<void>;
}

export function createRecurring(deps: RecurringDeps): Recurring {
  return {
    handlers: recurringHandlers(deps),
    worker: createRecurringWorker(deps),
    seedDemoPlans: (tx, user, zone) => seedDemoPlans(deps, tx, user, zone),
  };
}

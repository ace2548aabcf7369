/** Seconds options that settle against the index. */
import type { Contract } from '@karat/contract';
import type { ApprovalKinds } from '@karat/domains/operators';
import type { Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import type { PrivateChannels } from '@karat/platform/ws';
import { optionsChannel } from './channels.ts';
import { seedPool } from './funds.ts';
import { optionsHandlers } from './http.ts';
import { optionApprovals } from './operator.ts';
import type { OptionsDeps } from './deps.ts';
import { createSettler } from './settler.ts';
import type { Settler } from './settler.ts';

export { tradedOptions } from './daily.ts';
export { optionRecords } from './records.ts';
export { optionOrders } from './user-records.ts';
export { optionsMessages } from './messages.ts';
export { optionsChanged } from './topics.ts';
export { settledUpTo } from './rules.ts';
export { createStakeLimits } from './stake-limits.ts';
export type { StakeLimits, Staker } from './stake-limits.ts';
export type { SettledStakes } from './people-store.ts';
export type { Question, Quiz } from './questions.ts';
export type { OptionsDeps } from './deps.ts';
export type { Settler } from './settler.ts';
export type { Order } from './types.ts';

export interface Options {
  readonly handlers: Handlers<Contract['options']>;
  /** Approved changes of options: terms of new orders. */
  readonly approvals: ApprovalKinds;
  /** Entries and settlements; runs in the process of due work. */
  readonly settler: Settler;
  /** Publishes users' own orders on their channel; returns a function that stops it. */
  channel(own: PrivateChannels): () => void;
  /** The pool's initial capital. Demonstrations only. */
  seedPool(tx: Tx): Promise<void>;
}

export function createOptions(deps: OptionsDeps): Options {
  return {
    handlers: optionsHandlers(deps),
    approvals: optionApprovals,
    settler: createSettler(deps),
    channel: (own) => optionsChannel(deps, own),
    seedPool: (tx) => seedPool(deps, tx),
  };
}

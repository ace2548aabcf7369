/** Customer service: conversations and tickets of users and visitors, and the inbox of operators. */
import type { Contract, UserId } from '@karat/contract';
import type { Handlers } from '@karat/platform/http';
import type { PrivateChannels } from '@karat/platform/ws';
import { connectSupport } from './channel.ts';
import { seedDemoSupport } from './demo.ts';
import type { SupportDeps } from './deps.ts';
import { supportHandlers } from './http.ts';

export { supportMessages } from './messages.ts';
export { supportNotices } from './notices.ts';
export { RELAYED_TOPICS as supportRelayedTopics } from './topics.ts';
export { recordSource, transferRecords } from './record-source.ts';
export type { TransferRow } from './record-source.ts';
export { readOpenings } from './rules.ts';
export type { OpeningHours } from './rules.ts';
export type { RecordSource, SupportDeps, SupportOperator, SupportPerson, VisitorEmail } from './deps.ts';

export interface Support {
  readonly handlers: Handlers<Contract['support']>;
  /** Publishes conversations to the sockets of their users. Returns the stop function. */
  connect(own: PrivateChannels): () => void;
  /** Canned answers, and a conversation of a user that an operator has answered, once. Demonstrations only. */
  seedDemo(seed: { readonly user: UserId | undefined; readonly operator: string }): Promise<void>;
}

export function createSupport(deps: SupportDeps): Support {
  return {
    handlers: supportHandlers(deps),
    connect: (own) => connectSupport(deps, own),
    seedDemo: (seed) => seedDemoSupport(deps, seed),
  };
}

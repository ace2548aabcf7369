/** Statements of liabilities: what all users hold, once a day, with a proof for each user. */
import type { Handlers } from '@karat/platform/http';
import { createPolling } from '@karat/platform/work';
import { liabilityHandlers } from './http.ts';
import type { LiabilityCalls } from './http.ts';
import { nextStatement, publishLiabilities } from './publish.ts';
import type { LiabilityDeps } from './publish.ts';

/** The statement of a day follows 00:00 UTC within this time. */
const POLL_MS = 1_000;
const REST_MS = 60_000;

export interface Liabilities {
  readonly handlers: Handlers<LiabilityCalls>;
  /** Publishes the statement of the present day if there is none; returns 1 if it did. */
  publish(): Promise<number>;
  /** Starts publishing a statement each day. */
  start(): void;
  stop(): Promise<void>;
}

export function createLiabilities(deps: LiabilityDeps): Liabilities {
  const publishing = createPolling(deps.ctx, {
    name: 'statement of liabilities',
    pollMs: POLL_MS,
    restMs: REST_MS,
    next: () => nextStatement(deps),
    runBatch: () => publishLiabilities(deps),
  });
  return {
    handlers: liabilityHandlers(deps),
    publish: () => publishLiabilities(deps),
    start: () => publishing.start(),
    stop: () => publishing.stop(),
  };
}

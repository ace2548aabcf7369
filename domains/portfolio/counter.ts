import type { UserId } from '@karat/contract';
import { createPolling } from '@karat/platform/work';
import type { Polling } from '@karat/platform/work';
import { countNext } from './count.ts';
import type { PortfolioDeps } from './deps.ts';
import { nextIncomplete, readProgress } from './state-store.ts';
import type { Progress } from './state-store.ts';

/** Portions that a request counts itself; older movements wait for the worker. */
const PORTIONS = 3;
const POLL_MS = 500;

const NOTHING: Progress = {
  seq: 0,
  counted: 0,
  firstMs: null,
  countedMs: null,
  complete: false,
  scanId: 0,
  fills: { maker: 0, taker: 0 },
};

/** Counts the postings of a user when the user asks, and in the background what a request left. */
export class PortfolioCounter {
  readonly worker: Polling;
  readonly #deps: PortfolioDeps;
  /** Running counts, and those that begin after them. */
  readonly #running = new Map<UserId, Promise<void>>();
  readonly #waiting = new Map<UserId, Promise<void>>();

  constructor(deps: PortfolioDeps) {
    this.#deps = deps;
    this.worker = createPolling(deps.ctx, {
      name: 'portfolios',
      pollMs: POLL_MS,
      runsUntrusted: true,
      async runBatch() {
        const user = await nextIncomplete(deps.ctx.db);
        if (user === undefined) return 0;
        return (await countNext(deps, user)) === undefined ? 0 : 1;
      },
    });
  }

  /**
   * Counts what was posted before the call, as far as it is soon done, and returns how far it is. Concurrent calls of a user share
   * the work.
   */
  async refresh(user: UserId): Promise<Progress> {
    const running = this.#running.get(user);
    await (running === undefined ? this.#start(user) : this.#after(user, running));
    return (await readProgress(this.#deps.ctx.db, user)) ?? NOTHING;
  }

  #start(user: UserId): Promise<void> {
    const counting = this.#count(user).finally(() => this.#running.delete(user));
    this.#running.set(user, counting);
    return counting;
  }

  /** A running count may have begun before the newest posting: one more follows it, shared by all who wait. */
  #after(user: UserId, running: Promise<void>): Promise<void> {
    let waiting = this.#waiting.get(user);
    if (!waiting) {
      waiting = running
        .catch(() => undefined)
        .then(() => {
          this.#waiting.delete(user);
          return this.#start(user);
        });
      this.#waiting.set(user, waiting);
    }
    return waiting;
  }

  async #count(user: UserId): Promise<void> {
    for (let portion = 0; portion < PORTIONS; portion++)
      if ((await countNext(this.#deps, user)) !== false) return;
  }
}

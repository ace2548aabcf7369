import { Refusal } from '@karat/contract';
import { placeBids } from './bid.ts';
import type { BidRequest } from './bid.ts';
import type { NftDeps } from './deps.ts';
import type { Listing } from './types.ts';

const BATCH = 500;
const WAITING_MAX = 5_000;

interface Waiting {
  readonly request: BidRequest;
  readonly resolve: (listing: Listing) => void;
  readonly reject: (error: unknown) => void;
}

/** Bids of this process: whatever waits while a batch commits is the next batch. Other processes may do the same. */
export class BidQueue {
  readonly #deps: NftDeps;
  #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(deps: NftDeps) {
    this.#deps = deps;
  }

  /** Bids, and returns the auction after the commit. Refuses `busy` where too many wait. */
  submit(request: BidRequest): Promise<Listing> {
    if (this.#waiting.length >= WAITING_MAX) return Promise.reject(new Refusal('busy'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH);
      this.#waiting = this.#waiting.slice(BATCH);
      await this.#place(batch);
    }
    this.#isRunning = false;
  }

  async #place(batch: readonly Waiting[]): Promise<void> {
    try {
      const requests = batch.map(({ request }) => request);
      const outcomes = await this.#deps.ctx.db.transact((tx) => placeBids(this.#deps, tx, requests));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined || outcome instanceof Refusal)
          reject(outcome ?? new Refusal('unavailable'));
        else resolve(outcome);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

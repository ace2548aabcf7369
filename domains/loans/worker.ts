import type { CurrencyId } from '@karat/contract';
import type { Price } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { createPolling } from '@karat/platform/work';
import { callMargin } from './call.ts';
import { chargeDue } from './charge.ts';
import type { LoansDeps } from './deps.ts';
import { liquidate } from './liquidate.ts';
import { priceOf } from './pricing.ts';
import { RiskBook } from './risk-book.ts';
import { nextDue, runningLoans } from './store.ts';
import { loansChanged } from './topics.ts';

/** What loans do by the clock and by the index. */
export interface LoansWorker {
  start(): void;
  /** Charges every started day; returns how many. */
  chargeDue(): Promise<number>;
  /** Values every loan at current prices; returns how many were liquidated or called. */
  revalue(): Promise<number>;
  stop(): Promise<void>;
}

const POLL_MS = 250;
const REST_MS = 2_000;
/** Changes of other processes are seen at the latest after this time; a step reads the row again in any case. */
const RELOAD_MS = 30_000;

/** Values the loans of the rows whenever a price or a loan has changed. */
class Revaluation {
  readonly #deps: LoansDeps;
  readonly #book = new RiskBook();
  readonly #changed = new Set<number>();
  #loadedMs = -Infinity;
  #lastPrices = '';

  constructor(deps: LoansDeps) {
    this.#deps = deps;
  }

  note(ids: readonly number[]): void {
    for (const id of ids) this.#changed.add(id);
  }

  /** Reads the rows that have changed; all of them after a start and from time to time. */
  async #load(): Promise<boolean> {
    const { ctx } = this.#deps;
    const now = ctx.clock.now();
    const ids = [...this.#changed];
    this.#changed.clear();
    if (now - this.#loadedMs >= RELOAD_MS || now < this.#loadedMs) {
      this.#book.reset(await runningLoans(ctx.db));
      this.#loadedMs = now;
      return true;
    }
    if (ids.length === 0) return false;
    const found = new Map((await runningLoans(ctx.db, ids)).map((loan) => [loan.id, loan]));
    for (const id of ids) {
      const loan = found.get(id);
      if (loan) this.#book.put(loan);
      else this.#book.delete(id);
    }
    return true;
  }

  /** Whether prices differ from those of the last valuation. */
  #hasMoved(): boolean {
    const prices = this.#book.currencies().map((currency) => String(this.#freshPrice(currency)));
    const text = prices.join(' ');
    const moved = text !== this.#lastPrices;
    this.#lastPrices = text;
    return moved;
  }

  readonly #freshPrice = (currency: CurrencyId): Price | undefined => {
    const found = priceOf(this.#deps, currency);
    return found?.isFresh === true ? found.price : undefined;
  };

  async run(): Promise<number> {
    const deps = this.#deps;
    const isLoaded = await this.#load();
    if (!this.#hasMoved() && !isLoaded) return 0;
    const { liquidations, calls, recoveries } = this.#book.value(this.#freshPrice);
    let done = 0;
    for (const id of liquidations) done += await this.#step(id, (tx) => liquidate(deps, tx, id));
    for (const id of [...calls, ...recoveries])
      done += await this.#step(id, (tx) => callMargin(deps, tx, id));
    return done;
  }

  /** Runs a step in its transaction and reads the loan again afterwards; a failed step does not stop the others. */
  async #step(id: number, run: (tx: Tx) => Promise<boolean>): Promise<number> {
    const { db, log } = this.#deps.ctx;
    this.note([id]);
    try {
      return Number(await db.transact(run));
    } catch (error) {
      log.error({ loan: id, error: String(error) }, 'loan step failed, retrying');
      return 0;
    }
  }
}

/**
 * Charges by the rows, and values the loans at each index tick. A process that was killed, a jump of the clock or days without a
 * server change when a day is charged, never whether and for which date. Any number of processes may run it.
 */
export function createLoansWorker(deps: LoansDeps): LoansWorker {
  const { ctx, pollMs = POLL_MS } = deps;
  const charging = createPolling(ctx, {
    name: 'loan charges',
    pollMs,
    restMs: REST_MS,
    next: () => nextDue(ctx.db),
    runBatch: () => ctx.db.transact((tx) => chargeDue(deps, tx)),
  });
  const revaluation = new Revaluation(deps);
  const valuing = createPolling(ctx, {
    name: 'loan valuation',
    pollMs,
    runBatch: () => revaluation.run(),
  });
  const stopListening = ctx.bus.subscribe(loansChanged, ({ ids }) => revaluation.note(ids));
  return {
    start() {
      charging.start();
      valuing.start();
    },
    chargeDue: () => charging.runDue(),
    revalue: () => valuing.runDue(),
    async stop() {
      stopListening();
      await Promise.all([charging.stop(), valuing.stop()]);
    },
  };
}

import type { MarketId } from '@karat/contract';
import { indexTicked } from '@karat/domains/market';
import { price } from '@karat/money';
import type { Price } from '@karat/money';
import { AlertBook } from './book.ts';
import type { SideChange } from './book.ts';
import type { AlertsDeps } from './deps.ts';
import { recordChanges } from './fire.ts';
import { activeAlerts } from './store.ts';
import { dayChange, watchedOf } from './target.ts';
import type { Alert } from './types.ts';

const PAGE = 10_000;
/** Side changes of one transaction. */
const BATCH = 500;
/** Pause before a failed batch is written again. */
const RETRY_MS = 1_000;
/** Ticks before the newest one that are watched again at a start: a killed process has written all older side changes. */
const REPLAY_S = 60;

interface Tick {
  readonly marketId: MarketId;
  /** Unix seconds. */
  readonly time: number;
  readonly price: Price;
}

/**
 * Watches the index for all alerts, where the index is taken. The row of an alert has the side that its user knows, so that a
 * crossing while no process ran is found at the next tick; the last ticks are watched again at a start, so that one whose
 * notification was not yet written is found too.
 */
export class AlertWatcher {
  readonly #deps: AlertsDeps;
  readonly #book = new AlertBook();
  /** Second of the last tick of each market that was watched. */
  readonly #watched = new Map<MarketId, number>();
  /** Number of splits that the thresholds in the book include. */
  readonly #rescales = new Map<MarketId, number>();
  readonly #loading = new Set<MarketId>();
  #queue: SideChange[] = [];
  #writing: Promise<void> | undefined;
  #unsubscribe: () => void = () => undefined;
  #state: 'new' | 'running' | 'stopped' = 'new';

  constructor(deps: AlertsDeps) {
    this.#deps = deps;
  }

  /** Number of active alerts in memory. */
  get size(): number {
    return this.#book.size;
  }

  /** Loads active alerts and watches from then on. The index and its daily statistics must be running. */
  async start(): Promise<void> {
    if (this.#state !== 'new') return;
    this.#state = 'running';
    const { ctx, market } = this.#deps;
    const early: Tick[][] = [];
    const stopEarly = ctx.bus.subscribe(indexTicked, ({ ticks }) => void early.push([...ticks]));
    for (const { id } of market.instruments.all()) await this.#load(id);
    const newest = await market.newestSeconds(ctx.db);
    for (const [id, second] of newest) await this.#replay(id, second);
    stopEarly();
    this.#unsubscribe = ctx.bus.subscribe(indexTicked, ({ ticks }) => this.#watch(ticks));
    for (const ticks of early) this.#watch(ticks);
  }

  /** Follows a committed change of an alert by its user. */
  follow(alert: Alert): void {
    if (this.#state !== 'running') return;
    if (alert.state === 'active') this.#book.put(watchedOf(this.#deps, alert));
    else this.#book.remove(alert.id);
  }

  forget(id: number): void {
    this.#book.remove(id);
  }

  /** Resolves when all side changes so far are written. */
  async idle(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    this.#unsubscribe();
    await this.#writing;
  }

  async #load(id: MarketId): Promise<void> {
    const { ctx, market } = this.#deps;
    this.#rescales.set(id, market.rescales(id).length);
    for (let after = 0; ;) {
      const page = await activeAlerts(ctx.db, id, after, PAGE);
      this.#book.load(page.map((alert) => watchedOf(this.#deps, alert)));
      after = page.at(-1)?.id ?? after;
      if (page.length < PAGE) return;
    }
  }

  async #replay(id: MarketId, newest: number): Promise<void> {
    const { ctx, market } = this.#deps;
    const ticks = await market.ticks(ctx.db, id, newest - REPLAY_S, newest);
    const rescaledMs = market.rescales(id).at(-1)?.from ?? 0;
    this.#watch(
      ticks
        .filter(({ time }) => time * 1_000 >= rescaledMs)
        .map((tick) => ({ marketId: id, time: tick.time, price: price(tick.price) })),
    );
  }

  #watch(ticks: readonly Tick[]): void {
    const { market } = this.#deps;
    for (const { marketId, time, price: index } of ticks) {
      if (time <= (this.#watched.get(marketId) ?? 0) || this.#isReloading(marketId)) continue;
      // A halted market may have been halted for its price; its alerts wait for the one at which it opens again.
      if (market.state(marketId) === 'halted') continue;
      this.#watched.set(marketId, time);
      const change = (): bigint | undefined => dayChange(this.#deps, marketId, index);
      const changes = this.#book.take({ marketId, at: time * 1_000, price: index, change });
      if (changes.length > 0) this.#queue = this.#queue.concat(changes);
    }
    if (this.#queue.length > 0) this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
  }

  /** Whether the thresholds of a market have to follow a split first. */
  #isReloading(id: MarketId): boolean {
    if (this.#loading.has(id)) return true;
    if (this.#deps.market.rescales(id).length === (this.#rescales.get(id) ?? 0)) return false;
    this.#loading.add(id);
    this.#book.clear(id);
    this.#load(id)
      .catch((error: unknown) => {
        this.#rescales.delete(id);
        this.#deps.ctx.log.error({ market: id, error: String(error) }, 'alerts reload failed, retrying');
      })
      .finally(() => this.#loading.delete(id));
    return true;
  }

  async #write(): Promise<void> {
    const { ctx } = this.#deps;
    while (this.#queue.length > 0 && this.#state === 'running') {
      const batch = this.#queue.slice(0, BATCH);
      try {
        this.#deps.onStep?.('crossed');
        const alerts = await recordChanges(this.#deps, batch);
        this.#deps.onStep?.('committed');
        this.#queue = this.#queue.slice(batch.length);
        for (const { alert } of batch) this.#book.drop(alert);
        for (const alert of alerts) this.follow(alert);
      } catch (error) {
        ctx.log.error({ changes: batch.length, error: String(error) }, 'alerts not written, retrying');
        await new Promise<void>((resolve) => void ctx.clock.after(RETRY_MS, resolve));
      }
    }
  }
}

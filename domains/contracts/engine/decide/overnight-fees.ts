import type { MarketId } from '@karat/contract';
import { DAY_MS } from '@karat/rules';
import { chargeOvernight } from '../../margin-account.ts';
import type { MarginAccount } from '../../margin-account.ts';
import type { PositionEvent, MarkPrice } from '../../position-events.ts';
import { isOpen } from '../../position.ts';
import { forgetReplies, lastCutoffs, usersToCharge, writeCutoff } from '../../store.ts';
import { markOf } from '../recovery/engine-state.ts';
import { USERS_MAX, isTransient, runExclusive } from '../persist/batch.ts';
import type { EngineDeps } from '../deps.ts';

/** How long a request may be repeated with its key. */
const KEEP_REPLIES_MS = 7 * DAY_MS;
/** Maximum number of cut-offs per market charged after a downtime: ticks of earlier ones are deleted. */
const CUTOFFS_MAX = 7;
/** Delay before a market whose cut-off failed is retried. */
const RETRY_MS = 60_000;

const cutoffBefore = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

/**
 * Charges the overnight fee of every cut-off (00:00 UTC) once and at its own price, also those that passed during a
 * downtime. Markets are independent: one without a price, or whose cut-off fails, does not delay the others. Nothing
 * is charged while the clock is not trusted.
 */
export class OvernightFees {
  readonly #engineDeps: EngineDeps;
  /** The last charged cut-off of each market. */
  readonly #done = new Map<MarketId, number>();
  /** Markets with positions to charge that have neither a tick nor an index. */
  readonly #unpriced = new Set<MarketId>();
  readonly #retryAt = new Map<MarketId, number>();
  #repliesForgotten = 0;

  constructor(engine: EngineDeps) {
    this.#engineDeps = engine;
  }

  /** Reads the last charged cut-off of each market; a new market begins today. */
  async load(): Promise<void> {
    const { ctx, market } = this.#engineDeps.deps;
    const now = ctx.clock.now();
    const stored = await lastCutoffs(ctx.db);
    this.#done.clear();
    for (const { id } of market.all()) {
      const at = stored.get(id) ?? cutoffBefore(now);
      this.#done.set(id, at);
      if (!stored.has(id) && ctx.clock.isTrusted()) await writeCutoff(ctx.db, id, at, now);
    }
  }

  /** Charges all cut-offs that have passed and are not yet charged. */
  async charge(): Promise<void> {
    const { ctx, market } = this.#engineDeps.deps;
    const now = ctx.clock.now();
    for (const [id, done] of this.#done) {
      if (done + DAY_MS > now || !ctx.clock.isTrusted()) continue;
      if ((this.#retryAt.get(id) ?? 0) > now) continue;
      if (this.#unpriced.has(id) && !market.index(id)) continue;
      try {
        await this.#catchUp(id, done, cutoffBefore(now));
        this.#retryAt.delete(id);
      } catch (error) {
        if (isTransient(error)) throw error;
        this.#retryAt.set(id, now + RETRY_MS);
        ctx.log.error({ err: error, market: id }, 'overnight fees of a market failed, retrying later');
      }
    }
  }

  async #catchUp(market: MarketId, done: number, newest: number): Promise<void> {
    const { ctx } = this.#engineDeps.deps;
    const first = Math.max(done + DAY_MS, newest - (CUTOFFS_MAX - 1) * DAY_MS);
    if (first > done + DAY_MS)
      ctx.log.warn(
        { market, waived: (first - done) / DAY_MS - 1 },
        'overnight cut-offs before the maximum downtime are not charged',
      );
    for (let cutoff = first; cutoff <= newest; cutoff += DAY_MS) {
      if (!(await this.#chargeCutoff(market, cutoff))) return;
      await writeCutoff(ctx.db, market, cutoff, ctx.clock.now());
      this.#done.set(market, cutoff);
    }
    if (this.#repliesForgotten === newest) return;
    this.#repliesForgotten = newest;
    await forgetReplies(ctx.db, newest - KEEP_REPLIES_MS);
  }

  /** Returns false if there are positions and no price. */
  async #chargeCutoff(market: MarketId, cutoff: number): Promise<boolean> {
    const { ctx } = this.#engineDeps.deps;
    let mark: MarkPrice | undefined;
    for (let after = 0; ;) {
      const users = await usersToCharge(ctx.db, { market, cutoff, after }, USERS_MAX);
      const last = users.at(-1);
      if (last === undefined) break;
      mark ??= await this.#priceAt(market, cutoff);
      if (!mark) {
        if (!this.#unpriced.has(market))
          ctx.log.warn(
            { market, cutoff },
            'market has no price for its overnight fee, waiting for its index',
          );
        this.#unpriced.add(market);
        return false;
      }
      const price = mark;
      await runExclusive(this.#engineDeps, users, (some) => ({
        users: some,
        ids: 0,
        levelUsers: [],
        decide(_tx, contextOf, events) {
          for (const user of some)
            events.push(...chargeAccount(contextOf(user).account, market, price, cutoff));
        },
      }));
      after = last;
    }
    this.#unpriced.delete(market);
    return true;
  }

  /**
   * The price of a cut-off is the last tick published at or before it, also where no tick came at that second: the
   * exchange was closed or the server down. If that tick is deleted, it is the known index.
   */
  async #priceAt(id: MarketId, cutoff: number): Promise<MarkPrice | undefined> {
    const { ctx, market } = this.#engineDeps.deps;
    const tick = await market.tickAt(ctx.db, id, cutoff / 1_000);
    if (tick) return markOf(tick);
    const last = market.index(id);
    return last && { index: last.price, tick: last.time / 1_000 };
  }
}

function chargeAccount(
  account: MarginAccount,
  market: MarketId,
  mark: MarkPrice,
  cutoff: number,
): PositionEvent[] {
  return account.positions.flatMap((position): PositionEvent[] => {
    const isDue =
      position.marketId === market &&
      isOpen(position) &&
      (position.openedAt ?? cutoff) < cutoff &&
      (position.chargedAt ?? 0) < cutoff;
    return isDue ? [chargeOvernight(account, position, mark, cutoff)] : [];
  });
}

import type { MarketId } from '@karat/contract';
import { chargeOvernight } from '../desk.ts';
import type { Account, Deed, Mark } from '../desk.ts';
import { isOpen } from '../position.ts';
import { forgetReplies, keepCutoff, lastCutoff, usersToCharge } from '../store.ts';
import { markOf } from './memory.ts';
import { USERS_MAX, runRound } from './round.ts';
import type { Works } from './works.ts';

const DAY_MS = 86_400_000;
/** A request may be repeated for so long. */
const KEEP_REPLIES_MS = 7 * DAY_MS;

/** Fees of every cut-off (00:00 UTC), each once and at its own price, also those that passed while nobody worked. */
export class Overnights {
  readonly #works: Works;
  /** The last cut-off that is done. */
  #done = 0;

  constructor(works: Works) {
    this.#works = works;
  }

  /** Reads how far it went; the first start of all begins today. */
  async load(): Promise<void> {
    const { ctx } = this.#works.deps;
    const today = Math.floor(ctx.clock.now() / DAY_MS) * DAY_MS;
    this.#done = (await lastCutoff(ctx.db)) ?? today;
    if (this.#done === today) await keepCutoff(ctx.db, today, ctx.clock.now());
  }

  /** Charges what has passed and is not done, before anything else happens. */
  async charge(): Promise<void> {
    const { ctx } = this.#works.deps;
    for (; this.#done + DAY_MS <= ctx.clock.now(); this.#done += DAY_MS) {
      await this.#chargeCutoff(this.#done + DAY_MS);
    }
  }

  async #chargeCutoff(cutoff: number): Promise<void> {
    const { ctx } = this.#works.deps;
    const prices = await this.#pricesAt(cutoff);
    for (;;) {
      const users = await usersToCharge(ctx.db, cutoff, USERS_MAX);
      if (users.length === 0) break;
      let charged = 0;
      await runRound(this.#works, {
        users,
        ids: 0,
        levelled: [],
        work(_tx, sceneOf, deeds) {
          for (const user of users) deeds.push(...chargeAccount(sceneOf(user).account, prices, cutoff));
          charged = deeds.length;
        },
      });
      if (charged === 0) throw new Error('positions without any index cannot be charged overnight');
    }
    await keepCutoff(ctx.db, cutoff, ctx.clock.now());
    await forgetReplies(ctx.db, cutoff - KEEP_REPLIES_MS);
  }

  /**
   * The price of a cut-off is the last tick that was published at or before it, also where nobody ticked at that second: the
   * exchange was closed, or the server down. Where that tick is not kept any more it is the index that is known.
   */
  async #pricesAt(cutoff: number): Promise<Map<MarketId, Mark>> {
    const { ctx, market } = this.#works.deps;
    const prices = new Map<MarketId, Mark>();
    for (const { id } of market.all()) {
      const tick = await market.tickAt(ctx.db, id, cutoff / 1_000);
      const last = market.index(id);
      const mark = tick ? markOf(tick) : last && { index: last.price, tick: last.time / 1_000 };
      if (mark) prices.set(id, mark);
    }
    return prices;
  }
}

function chargeAccount(account: Account, prices: ReadonlyMap<MarketId, Mark>, cutoff: number): Deed[] {
  return account.positions.flatMap((position): Deed[] => {
    const mark = prices.get(position.marketId);
    const isDue =
      isOpen(position) && (position.openedAt ?? cutoff) < cutoff && (position.chargedAt ?? 0) < cutoff;
    return mark && isDue ? [chargeOvernight(account, position, mark, cutoff)] : [];
  });
}

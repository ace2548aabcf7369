import type { MarketId, UserId } from '@karat/contract';
import { isOpen } from '../../position.ts';
import type { Position } from '../../position.ts';

interface TrialEnd {
  readonly userId: UserId;
  readonly marketId: MarketId;
  /** Unix ms. */
  readonly endsAt: number;
}

/** When the holding time of each open coupon position is over. */
export class TrialEnds {
  readonly #ends = new Map<number, TrialEnd>();

  /** Replaces what is stored of a position. */
  set(position: Position): void {
    const { id, userId, marketId, trial } = position;
    if (trial && isOpen(position)) this.#ends.set(id, { userId, marketId, endsAt: trial.endsAt });
    else this.#ends.delete(id);
  }

  /** Users whose holding time is over at the tick of its market; a market without a tick closes nothing. */
  due(tickOf: (market: MarketId) => number | undefined): UserId[] {
    const users: UserId[] = [];
    for (const { userId, marketId, endsAt } of this.#ends.values()) {
      const tick = tickOf(marketId);
      if (tick !== undefined && tick * 1_000 >= endsAt) users.push(userId);
    }
    return users;
  }
}

import type { MarketId, UserId } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';

/** A user as rooms show them. */
export interface ChatPerson {
  readonly id: UserId;
  readonly nickname: string;
  readonly vipLevel: number;
}

export interface ChatDeps {
  readonly ctx: Context;
  /** Returns the existing users of these UIDs. */
  readonly people: (db: Queries, users: readonly UserId[]) => Promise<readonly ChatPerson[]>;
  /** Symbol of a market, `BTC/USDT`; undefined if there is none. */
  readonly symbolOf: (market: MarketId) => string | undefined;
}

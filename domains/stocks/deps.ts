import type { MarketId, UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import type { MarketData } from '@karat/domains/market';
import type { Messages } from '@karat/domains/messages';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import type { ActionCalendar } from './calendar.ts';
import type { Terms } from './rules.ts';

/** Open orders, which count in shares of the old size. */
export interface OrderPort {
  /** Users with an open order in a market. */
  usersWithOrders(market: MarketId): Promise<readonly UserId[]>;
  cancelAll(user: UserId, market: MarketId): Promise<unknown>;
}

/** Positions against the index that are adjusted to the shares, in the transaction of the action. */
export interface PositionPort {
  adjust(tx: Tx, market: MarketId, action: { readonly id: number; readonly terms: Terms }): Promise<void>;
}

export interface StocksDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly market: MarketData;
  readonly messages: Pick<Messages, 'notifyAll'>;
  readonly calendar: ActionCalendar;
  readonly orders: OrderPort;
  readonly positions: PositionPort;
}

import type { CurrencyId, MarketId, OrderId, UserId } from '@karat/contract';
import type { Market, MarketData } from '@karat/domains/market';
import type { Order, PlaceInput } from '@karat/domains/spot';
import type { Amount } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Budget } from './budget.ts';

/** Actions of a bot: the same as any account, through the same queue. */
export interface BotTrading {
  place(userId: UserId, input: PlaceInput): Promise<Order>;
  cancel(userId: UserId, id: OrderId): Promise<Order>;
  cancelAll(userId: UserId, marketId?: MarketId): Promise<readonly OrderId[]>;
}

export interface Holding {
  readonly currency: CurrencyId;
  readonly available: Amount;
  readonly held: Amount;
}

/** Dependencies of a bot. */
export interface BotDeps {
  readonly ctx: Pick<Context, 'clock' | 'random' | 'bus' | 'log'>;
  readonly market: Pick<MarketData, 'instruments' | 'index' | 'state'>;
  readonly trading: BotTrading;
  /** Balances of the bot's exchange account. */
  holdings(userId: UserId): Promise<readonly Holding[]>;
  readonly budget: Budget;
}

/** A running bot as the console shows it. */
export interface Bot {
  readonly name: string;
  readonly role: 'maker' | 'taker';
  readonly userId: UserId;
  start(): void;
  stop(): Promise<void>;
  setPaused(paused: boolean): void;
  status(): { readonly running: boolean; readonly paused: boolean; readonly openOrders: number };
}

/** Markets that bots quote: those of the release, with outside prices. In one that was listed later the house takes no part. */
export const quotedMarkets = ({ instruments }: Pick<MarketData, 'instruments'>): readonly Market[] =>
  instruments.all().filter(({ pricing, listedMs }) => pricing === 'sources' && listedMs === undefined);

import { refuse } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import { isStockSession, nextSession, sessionAround } from '@karat/domains/market';
import type { Market, MarketData } from '@karat/domains/market';
import type { Messages } from '@karat/domains/messages';
import type { Order, PlaceInput } from '@karat/domains/spot';
import type { Amount, Rate } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import { ALWAYS_OPEN } from './schedule.ts';
import type { SessionAt } from './schedule.ts';

/** The matching engine as plans use it. */
export interface OrderPort {
  /** Refuses as `coin/trade` does. The same key and input again return the same order. */
  place(user: UserId, input: PlaceInput): Promise<Order>;
  find(db: Queries, user: UserId, clientKey: string): Promise<Order | undefined>;
}

export interface RecurringLimits {
  /** Maximum number of plans of a user that have not ended. */
  readonly plansMax: number;
  /** Maximum of one purchase, in the quote currency. */
  readonly amountMax: Amount;
  /** Maximum relative distance of a purchase's price from the index; copied into new plans. */
  readonly slippage: Rate;
  /** How long after its moment a purchase is tried, ms. */
  readonly windowMs: number;
}

export interface RecurringDeps {
  readonly ctx: Context;
  readonly ledger: Pick<Ledger, 'currency' | 'currencies'>;
  readonly market: Pick<MarketData, 'instruments'>;
  readonly orders: OrderPort;
  readonly messages: Pick<Messages, 'notifyAll'>;
  /** Whether an account may trade: a frozen one buys nothing. */
  readonly mayTrade: (db: Queries, user: UserId) => Promise<boolean>;
  /** Whether operators have stopped plans or spot trading. */
  readonly isStopped: () => boolean;
  readonly limits: RecurringLimits;
  /** How often due plans are looked for, ms. */
  readonly pollMs?: number;
  /** Called between the steps of a purchase; tests that kill the process listen. */
  readonly onStep?: (step: 'claimed' | 'placed' | 'recorded') => void;
}

/** The first minute of a session is left to the order book: it has no quotes yet. */
const OPENING_MS = 60_000;

const inSession: SessionAt = (ms) => {
  const session = isStockSession(ms) ? sessionAround(ms) : nextSession(ms);
  return Math.max(ms, (session?.open ?? ms) + OPENING_MS);
};

/** When the market of a plan trades: coins always, stocks in their sessions. */
export const sessionsOf = ({ kind }: Pick<Market, 'kind'>): SessionAt =>
  kind === 'stock' ? inSession : ALWAYS_OPEN;

/** Whether plans can buy a market: their slippage cap needs an outside price. */
export const isBuyable = ({ openCoinTrade, pricing }: Market): boolean =>
  openCoinTrade && pricing === 'sources';

/** A market that plans can buy; refuses `recurring_market`. */
export function marketOf({ market }: Pick<RecurringDeps, 'market'>, id: MarketId): Market {
  const found = market.instruments.find(id);
  return found && isBuyable(found) ? found : refuse('recurring_market');
}

import type { MarketId, UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import type { MarketData } from '@karat/domains/market';
import type { Proofs } from '@karat/domains/proofs';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';

export interface Home {
  readonly phone: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly region: string | null;
}

export interface OptionsDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly market: MarketData;
  readonly proofs: Proofs;
  /** Reads the user's linked phone number, with its country's dial code, and chosen region. */
  readonly homeOf: (queries: Queries, user: UserId) => Promise<Home>;
  /** Interval of the search for due settlements, ms. */
  readonly pollMs?: number;
  /** Maximum number of orders per settling transaction. */
  readonly batch?: number;
  /** Called between the steps of a settlement; only tests that kill the process use it. */
  readonly onStep?: (step: 'claimed' | 'posted' | 'written') => void;
}

/** Kind of an option's receipt. */
export const RECEIPT_KIND = 'option';

/** Name of a market, `BTC/USDT`. */
export const symbolOf = (deps: Pick<OptionsDeps, 'market'>, id: MarketId): string =>
  deps.market.instruments.need(id).symbol;

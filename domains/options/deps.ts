import type { MarketId, UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import type { MarketData } from '@karat/domains/market';
import type { Proofs } from '@karat/domains/proofs';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';

export interface OptionsDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly market: MarketData;
  readonly proofs: Proofs;
  /** The user's phone number with its country's prefix, where one is bound. */
  readonly phoneOf: (queries: Queries, user: UserId) => Promise<string | undefined>;
  /** How often due settlements are looked for, ms. */
  readonly pollMs?: number;
  /** Orders of one settling transaction at most. */
  readonly batch?: number;
  /** Told between the steps of a settlement; only tests that kill the process listen. */
  readonly onStep?: (step: 'claimed' | 'posted' | 'written') => void;
}

/** What this room calls a receipt of an option. */
export const RECEIPT_KIND = 'option';

/** Name of a market, `BTC/USDT`. */
export const symbolOf = (deps: Pick<OptionsDeps, 'market'>, id: MarketId): string =>
  deps.market.instruments.need(id).symbol;

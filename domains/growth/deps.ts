import type {
  CurrencyAmount,
  CurrencyId,
  InvitationSign,
  MarketId,
  RebateProduct,
  UserId,
} from '@karat/contract';
import type { InvitedPair } from '@karat/domains/identity';
import type { AccountId, Ledger } from '@karat/domains/ledger';
import type { BoostRequest } from '@karat/domains/mining';
import type { Messages } from '@karat/domains/messages';
import type { Price, Rate } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import type { CreditFacts } from '@karat/rules';
import type { VipLevels } from './vip-levels.ts';
import type { FeeSource } from './types.ts';

/** An amount of a user. */
export type UserAmount = CurrencyAmount & { readonly userId: UserId };

/** Steps of the daily run and of the counting of fees; tests that kill the process listen. */
export type GrowthStep = 'counted' | 'decided' | 'stored' | 'posted' | 'paid';

export interface GrowthDeps {
  readonly ctx: Context;
  readonly ledger: Pick<Ledger, 'currencies' | 'openBatch'>;
  readonly messages: Pick<Messages, 'notifyAll'>;
  /** The index price of a currency in USDT, the last one known; undefined without one. */
  readonly priceOf: (currency: CurrencyId) => Price | undefined;
  /** Products that charge fees. */
  readonly sources: () => readonly FeeSource[];
  /** Account of the house that received the fees of a user. */
  readonly feesAccountOf: (product: RebateProduct, user: UserId) => AccountId;
  /** What the users of pairs have in common, by invited user. */
  readonly signsOf: (
    db: Queries,
    pairs: readonly InvitedPair[],
  ) => Promise<ReadonlyMap<UserId, readonly InvitationSign[]>>;
  /** Interval of the payments of rebates, ms. */
  readonly rebateMs: number;
  /** The invite code of a user. */
  readonly inviteCodeOf: (db: Queries, user: UserId) => Promise<string | undefined>;
  /** What users owe; it does not count as their balance. */
  readonly debtsOf: (db: Queries, users: readonly UserId[]) => Promise<readonly UserAmount[]>;
  /** Fee rates without a discount. */
  readonly feeRates: { readonly conversion: Rate; readonly nft: Rate };
  /** Interval of the counting of fees, ms. */
  readonly feesMs: number;
  /** The symbol of a market on which futures are traded; undefined for another one. */
  readonly futuresSymbol: (market: MarketId) => string | undefined;
  /** Raises the yield of an Earn order; refuses what cannot be raised or covered. */
  readonly boostOrder: (tx: Tx, request: BoostRequest) => Promise<void>;
  /** What the credit score of a user counts. */
  readonly creditFactsOf: (db: Queries, user: UserId) => Promise<CreditFacts>;
  /** How often due work is looked for, ms. */
  readonly pollMs?: number;
  /** Users of one transaction of the daily run. */
  readonly batch?: number;
  readonly onStep?: (step: GrowthStep) => void;
}

/** The dependencies with the levels in memory. */
export interface GrowthContext extends GrowthDeps {
  readonly levels: VipLevels;
}

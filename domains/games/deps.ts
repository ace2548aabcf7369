import type { CurrencyId, UserId } from '@karat/contract';
import { HOUSE_SHARDS, USDC, USDT, houseAccount, userAccount } from '@karat/domains/ledger';
import type { BalanceKey, Ledger } from '@karat/domains/ledger';
import type { MarketData } from '@karat/domains/market';
import type { Messages } from '@karat/domains/messages';
import type { StakeLimits } from '@karat/domains/options';
import type { Proofs } from '@karat/domains/proofs';
import type { Rate } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import type { Files } from '@karat/platform/files';

export interface GamesPolicy {
  /** Time in which users may dispute an answer of operators. */
  readonly disputeMs: number;
  /** Highest fee of a round. */
  readonly maxFee: Rate;
}

export interface GamesDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly market: Pick<MarketData, 'instruments' | 'ticks' | 'newestSeconds'>;
  readonly proofs: Pick<Proofs, 'leave'>;
  readonly messages: Pick<Messages, 'notify' | 'notifyAll'>;
  readonly files: Pick<Files, 'keep' | 'owned'>;
  /** Limits that users set on stakes of options and games, the list of regions, the quiz. */
  readonly limits: StakeLimits;
  readonly policy: GamesPolicy;
  /** The moment that decides whether a round takes entries, unix ms: that of the database. */
  readonly entryTime: (tx: Tx) => Promise<number>;
  /** How long the short round of the demonstration takes entries, ms. */
  readonly demoRoundMs?: number;
  /** Pause between two polls of due work, ms. */
  readonly pollMs?: number;
  /** Maximum entries of one transaction. */
  readonly batch?: number;
  readonly onStep?: (step: 'divided' | 'claimed' | 'posted' | 'written') => void;
}

/** Kind of the receipts of entries. */
export const RECEIPT_KIND = 'games';

/** Currencies of stakes: dollar coins, so that the limits of users count one to one. */
export const STAKE_CURRENCIES: readonly CurrencyId[] = [USDT, USDC];

/** The user's balance that pays stakes. */
export const userKey = (user: UserId, currency: CurrencyId): BalanceKey => ({
  account: userAccount(user, 'change'),
  currency,
});

/** The house balance that holds the pool of a round. */
export const poolKey = (round: number, currency: CurrencyId): BalanceKey => ({
  account: houseAccount('game_pool', round % HOUSE_SHARDS),
  currency,
});

/** Codes of currencies by id. */
export async function readCurrencyCodes(
  { ledger }: Pick<GamesDeps, 'ledger'>,
  queries: Queries,
): Promise<(id: CurrencyId) => string> {
  const codes = new Map((await ledger.currencies(queries)).map(({ id, code }) => [id, code]));
  return (id) => codes.get(id) ?? String(id);
}

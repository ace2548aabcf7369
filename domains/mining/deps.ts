import type { UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import type { BalanceKey } from '@karat/domains/ledger';
import type { Messages } from '@karat/domains/messages';
import type { Proofs } from '@karat/domains/proofs';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import type { Terms } from './types.ts';

/** Steps of the payments of yields and extra yields. */
export type MiningStep =
  | 'claimed'
  | 'posted'
  | 'written'
  | 'boosts claimed'
  | 'boosts posted'
  | 'boosts written';

export interface MiningDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly proofs: Pick<Proofs, 'leave' | 'owe' | 'newest'>;
  readonly messages: Pick<Messages, 'notifyAll'>;
  /** The VIP level of a user; 0 for none. */
  readonly vipLevelOf: (queries: Queries, user: UserId) => Promise<number>;
  /** Whether new orders are stopped by operators. */
  readonly isStopped: () => boolean;
  /** How often due yields are looked for, ms. */
  readonly pollMs?: number;
  /** Orders of one paying transaction at most. */
  readonly batch?: number;
  /** Called between the steps of a payment; tests that kill the process listen. */
  readonly onStep?: (step: MiningStep) => void;
}

/** Kind of the receipts of redemptions. */
export const RECEIPT_KIND = 'mining';

/** The account that every yield is paid from; what is held in it is owed to open orders. */
export const interestKey = ({ currencyId }: Pick<Terms, 'currencyId'>): BalanceKey => ({
  account: houseAccount('interest'),
  currency: currencyId,
});

/** The account that an order is bought from and paid to. */
export const userKey = ({
  userId,
  currencyId,
}: { userId: UserId } & Pick<Terms, 'currencyId'>): BalanceKey => ({
  account: userAccount(userId, 'change'),
  currency: currencyId,
});

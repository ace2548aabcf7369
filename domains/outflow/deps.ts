import type { CurrencyId, UserId } from '@karat/contract';
import type { Price, Rate } from '@karat/money';
import type { Monitoring } from '@karat/domains/compliance';
import type { Credentials } from '@karat/domains/credentials';
import type { Currency, Ledger, PermitIssuer } from '@karat/domains/ledger';
import type { Messages } from '@karat/domains/messages';
import type { Payees } from '@karat/domains/payees';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import { DEFAULT_POLICY } from './rules.ts';
import type { Level, OutflowPolicy } from './rules.ts';

export interface OutflowDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly credentials: Pick<Credentials, 'confirm' | 'holdUntil' | 'keyHoldUntil'>;
  readonly payees: Pick<Payees, 'checkAllowed' | 'userUsableAt'>;
  readonly messages: Pick<Messages, 'notify'>;
  readonly levelOf: (db: Queries, user: UserId) => Promise<Level>;
  readonly isFrozen: (db: Queries, user: UserId) => Promise<boolean>;
  /** Returns the value of one unit in USDT at a current price; undefined without one. */
  readonly price: (db: Queries, currency: Currency) => Promise<Price | undefined>;
  /**
   * Refuses `loan_called` and `loan_overdue` while a loan of the user is under margin call or overdue: money that can still
   * save the loan stays.
   */
  readonly checkLoans?: (db: Queries, user: UserId) => Promise<void>;
  /**
   * Returns true while a card payment of the user is disputed: coins that a chargeback may take back do not go to other users. Their
   * withdrawals wait for two operators.
   */
  readonly hasDispute?: (db: Queries, user: UserId) => Promise<boolean>;
  /** Factor of all limits of a user, 1 or more; without it limits are those of the verification level. */
  readonly limitFactor?: (user: UserId) => Rate;
  /** Has rules judge what leaves, after its transaction; without it nothing is monitored. */
  readonly monitoring?: Pick<Monitoring, 'watch'>;
  readonly btc: CurrencyId;
  readonly policy?: Partial<OutflowPolicy>;
}

/** The dependencies with every default filled in. */
export interface OutflowContext extends OutflowDeps {
  readonly policy: OutflowPolicy;
  readonly issuePermit: PermitIssuer;
}

export const contextOf = (deps: OutflowDeps): OutflowContext => ({
  ...deps,
  policy: { ...DEFAULT_POLICY, ...deps.policy },
  issuePermit: deps.ledger.claimPermits(),
});

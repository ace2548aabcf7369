import type { AccountName, CurrencyId, UserId } from '@karat/contract';
import { amount, rate } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import type { PaidFee } from '@karat/domains/growth';
import type { Currency, Ledger } from '@karat/domains/ledger';
import type { Messages } from '@karat/domains/messages';
import type { Context } from '@karat/platform/context';
import type { Outflow } from '@karat/domains/outflow';
import type { Payees } from '@karat/domains/payees';
import type { Queries, Tx } from '@karat/platform/db';
import { MINUTE_MS } from '@karat/rules';

/** Value of one unit of a coin or stock in USDT, from the index. */
export interface PricePort {
  /** From a fresh index; undefined while it is stale or missing. Postings use only this one. */
  inUsdt(id: CurrencyId): Price | undefined;
  /** From the last known index, to display the value of balances. */
  lastInUsdt(id: CurrencyId): Price | undefined;
}

/** Source of fiat rates: units per US dollar by code. */
export interface FiatRateSource {
  readonly name: string;
  read(): Promise<ReadonlyMap<string, Rate>>;
}

/** A user who may send or receive. */
export interface Person {
  readonly id: UserId;
  readonly nickname: string;
  readonly status: 'active' | 'frozen';
  readonly house: boolean;
}

/** Dependencies of transfers to other users. */
export interface SendingPorts {
  /** Returns the account of a UID or an email address. */
  find(db: Queries, typed: string): Promise<Person | undefined>;
  users(db: Queries, ids: readonly UserId[]): Promise<readonly Person[]>;
  readonly gate: Pick<Outflow, 'mayMoneyLeave' | 'allowanceOf' | 'isFirstPayment'>;
  readonly payees: Pick<Payees, 'namedReceiver'>;
  readonly messages: Pick<Messages, 'notifyAll'>;
}

/** A fee that an event of the history includes. */
export interface EventFee {
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

/** Fees of a user's events, in their order; empty for one without. */
export type EventFees = (
  queries: Queries,
  user: UserId,
  events: readonly { readonly kind: string; readonly reference: string; readonly at: number }[],
) => Promise<readonly (readonly EventFee[])[]>;

/** Deposit and withdrawal methods of a currency, by its code. */
export interface FundingMethods {
  /** Returns the user's deposit address; null if the currency is on no chain. */
  address(code: string, user: UserId): Promise<string | null>;
  /** Returns true if a currency can be withdrawn from an account type. */
  canLeave(queries: Queries, currency: Currency, account: AccountName): Promise<boolean>;
}

export interface WalletDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly prices: PricePort;
  readonly sending: SendingPorts;
  readonly eventFees: EventFees;
  /** Deposit and withdrawal methods; without them the flags are false. */
  readonly funding?: FundingMethods;
  /** Without a source the stored rates stay, with their date. */
  readonly fiatRates?: FiatRateSource;
  /** Discount on a user's fee by the VIP level; 0.1 is 10 % off. */
  readonly feeDiscount?: (user: UserId) => Rate;
  /** Writes the fee of a conversion down for volume and rebates. */
  readonly recordFee?: (tx: Tx, paid: PaidFee) => Promise<void>;
  /** Fee of a conversion; 0.001 is 0.1 %. */
  readonly conversionFee?: Rate;
  /** Minimum of one conversion, in USDT. */
  readonly conversionMinimum?: Amount;
  /** Maximum quotes of a user per window. */
  readonly quoteLimit?: QuoteLimit;
  /** Maximum rows of one export. */
  readonly exportRowsMax?: number;
}

export const DEFAULT_CONVERSION_FEE = rate('0.001');
export const DEFAULT_CONVERSION_MINIMUM = amount('1');
export const EXPORT_ROWS_MAX = 100_000;
/** How long the prices of a quote are valid. */
export const QUOTE_MS = 10_000;
/** Window in which quotes count, used or not. */
export interface QuoteLimit {
  readonly max: number;
  readonly windowMs: number;
}
export const DEFAULT_QUOTE_LIMIT: QuoteLimit = { max: 30, windowMs: 10 * MINUTE_MS };

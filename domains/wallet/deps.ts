import type { AccountName, CurrencyId, UserId } from '@karat/contract';
import { amount, rate } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import type { Currency, Ledger } from '@karat/domains/ledger';
import type { Messages } from '@karat/domains/messages';
import type { Context } from '@karat/platform/context';
import type { Outflow } from '@karat/domains/outflow';
import type { Payees } from '@karat/domains/payees';
import type { Queries } from '@karat/platform/db';

/** What one unit of a coin or stock is worth in USDT, as the index has it. */
export interface PricePort {
  /** By a fresh index; undefined while it is stale or missing. Money moves by this one only. */
  inUsdt(id: CurrencyId): Price | undefined;
  /** By the last known index, for showing what balances are worth. */
  lastInUsdt(id: CurrencyId): Price | undefined;
}

/** Where rates of fiat currencies come from: units to the US dollar by code. */
export interface FiatRateSource {
  readonly name: string;
  read(): Promise<ReadonlyMap<string, Rate>>;
}

/** Somebody who may send or receive. */
export interface Person {
  readonly id: UserId;
  readonly nickname: string;
  readonly status: 'active' | 'frozen';
  readonly house: boolean;
}

/** What sending to another user needs from other rooms. */
export interface SendingPorts {
  /** The account that a UID or an e-mail address names. */
  find(db: Queries, typed: string): Promise<Person | undefined>;
  users(db: Queries, ids: readonly UserId[]): Promise<readonly Person[]>;
  readonly gate: Pick<Outflow, 'mayMoneyLeave' | 'allowanceOf' | 'isFirstPayment'>;
  readonly payees: Pick<Payees, 'namedReceiver'>;
  readonly messages: Pick<Messages, 'notifyAll'>;
}

/** By which ways a currency comes in and goes out, by its code. */
export interface WaysPort {
  /** The user's own address where it is paid in; null where it comes over no chain. */
  address(code: string, user: UserId): Promise<string | null>;
  /** Whether a currency can leave the house from an account. */
  canLeave(queries: Queries, currency: Currency, account: AccountName): Promise<boolean>;
}

export interface WalletDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly prices: PricePort;
  readonly sending: SendingPorts;
  /** Ways in and out of the house; without them nothing is promised. */
  readonly ways?: WaysPort;
  /** Without a source the kept rates stay, with their date. */
  readonly fiatRates?: FiatRateSource;
  /** Fee of a conversion; 0.001 is 0.1 %. */
  readonly conversionFee?: Rate;
  /** The least that is converted at once, in USDT. */
  readonly conversionMinimum?: Amount;
  /** Quotes that a user may take in a window. */
  readonly quoteLimit?: QuoteLimit;
  /** Rows of one export at most. */
  readonly exportRowsMax?: number;
}

export const DEFAULT_CONVERSION_FEE = rate('0.001');
export const DEFAULT_CONVERSION_MINIMUM = amount('1');
export const EXPORT_ROWS_MAX = 100_000;
/** A quote's prices hold so long. */
export const QUOTE_MS = 10_000;
/** Quotes that a user may take in a window, used or not. */
export interface QuoteLimit {
  readonly max: number;
  readonly windowMs: number;
}
export const DEFAULT_QUOTE_LIMIT: QuoteLimit = { max: 30, windowMs: 10 * 60_000 };

import type { UserId } from '@karat/contract';
import type { Amount, Rate } from '@karat/money';
import type { Monitoring, Screening } from '@karat/domains/compliance';
import type { Ledger } from '@karat/domains/ledger';
import type { Messages } from '@karat/domains/messages';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import type { Files } from '@karat/platform/files';
import type { PaymentProvider } from '@karat/platform/payments';
import type { Offers } from './offers.ts';

/** A stored rate of a fiat currency. */
export interface StoredRate {
  readonly code: string;
  readonly symbol: string;
  /** Units per US dollar. */
  readonly rate: Rate;
  readonly source: string;
  /** Unix ms. */
  readonly savedAt: number;
}

export interface FiatDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly messages: Pick<Messages, 'notify'>;
  readonly files: Pick<Files, 'owned'>;
  readonly offers: Offers;
  /** Providers by preference; without one only bank transfers are offered. */
  readonly providers: readonly PaymentProvider[];
  rates(db: Queries): Promise<readonly StoredRate[]>;
  levelOf(db: Queries, user: UserId): Promise<0 | 1 | 2>;
  /** Returns the verified name; undefined if there is none. */
  verifiedName(db: Queries, user: UserId): Promise<string | undefined>;
  /** Screens the names of payers against the sanction list; without it nobody is screened. */
  readonly screening?: Screening | undefined;
  /** Has rules judge paid purchases, after their transaction; without it nothing is monitored. */
  readonly monitoring?: Pick<Monitoring, 'watch'> | undefined;
  /** Maximum of one purchase, in USDT by level. */
  readonly limits: Readonly<Record<0 | 1 | 2, Amount>>;
}

/** Maximum number of unfinished purchases per user. */
export const OPEN_MAX = 3;
export const EXPIRE = 'fiat:expire';
export const REFUND = 'fiat:refund';
export const LOOK_UP = 'fiat:look_up';
export const PROVIDER_FEE = 'fiat:provider_fee';
export const WATCH = 'fiat:watch';
export const EVIDENCE = 'fiat:evidence';
export const DISPUTE_BOOKS = 'fiat:dispute_books';

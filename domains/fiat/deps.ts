import type { UserId } from '@karat/contract';
import type { Amount, Rate } from '@karat/money';
import type { Ledger } from '@karat/domains/ledger';
import type { Messages } from '@karat/domains/messages';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import type { Files } from '@karat/platform/files';
import type { PaymentProvider } from '@karat/platform/payments';
import type { Offers } from './offers.ts';

/** A kept rate of a fiat currency. */
export interface StoredRate {
  readonly code: string;
  readonly symbol: string;
  /** Units to the US dollar. */
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
  /** Without one, only bank transfers are offered. */
  readonly provider?: PaymentProvider | undefined;
  rates(db: Queries): Promise<readonly StoredRate[]>;
  levelOf(db: Queries, user: UserId): Promise<0 | 1 | 2>;
  /** The name that was verified; undefined where none was. */
  verifiedName(db: Queries, user: UserId): Promise<string | undefined>;
  /** What one purchase may come to, in USDT by level. */
  readonly limits: Readonly<Record<0 | 1 | 2, Amount>>;
}

/** Unfinished purchases of one person at most. */
export const OPEN_MAX = 3;
export const EXPIRE = 'fiat:expire';
export const REFUND = 'fiat:refund';

import type { CurrencyAmount, CurrencyId, UserId, WealthKind } from '@karat/contract';
import type { Amount } from '@karat/money';
import type { Queries } from '@karat/platform/db';

/** A position with what happens next. */
export interface WealthPosition extends CurrencyAmount {
  readonly id: number;
  /** The asset that it is about, where it is not that of the amount. */
  readonly assetId?: CurrencyId;
  /** Unix ms. */
  readonly nextMs: number | undefined;
  /** What then arrives, in the currency of the position. */
  readonly nextAmount?: Amount | undefined;
}

/** What a user has earned in a currency. */
export interface Earned {
  readonly currency: CurrencyId;
  readonly yesterday: Amount;
  readonly total: Amount;
}

/** A user's part in a product. */
export interface WealthReport {
  /** Open positions. */
  readonly count: number;
  /** What is in them. */
  readonly amounts: readonly CurrencyAmount[];
  readonly earned: readonly Earned[];
  /** Those with the soonest events, at most `POSITIONS_MAX`. */
  readonly positions: readonly WealthPosition[];
}

/** The last full day in UTC: from (included) and to (not included), unix ms. */
export interface Yesterday {
  readonly from: number;
  readonly to: number;
}

/** Positions that a source reports. */
export const POSITIONS_MAX = 5;

/** A product of the Finance tab. */
export interface WealthSource {
  readonly kind: WealthKind;
  read(db: Queries, user: UserId, yesterday: Yesterday): Promise<WealthReport>;
}

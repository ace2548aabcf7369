import type { CurrencyId, UserId } from '@karat/contract';
import type { Currency, Ledger, Movement } from '@karat/domains/ledger';
import type { Lang } from '@karat/i18n';
import type { Price, Rate } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import type { FeePart } from './types.ts';

/** A currency and a moment, unix ms. */
export interface PriceRequest {
  readonly currency: CurrencyId;
  readonly at: number;
}

/** Prices in USDT. */
export interface PortfolioPrices {
  /** Prices now, by the last index; for fiat the stored rate. USDT is 1. */
  now(queries: Queries): Promise<(currency: Currency) => Price | undefined>;
  /** Index prices as they were, in the order of the requests. */
  past(queries: Queries, requests: readonly PriceRequest[]): Promise<(Price | undefined)[]>;
  /** Closing prices for charts, in today's shares, in the order of the requests. */
  closing(queries: Queries, requests: readonly PriceRequest[]): Promise<(Price | undefined)[]>;
  /** Change of the price over 24 hours; 0.1 is 10 %. */
  change24h(currency: CurrencyId): Rate | undefined;
}

/** Last fills whose fees were read. */
export interface FillCursors {
  readonly maker: number;
  readonly taker: number;
}

/** Fees that are contained in movements. */
export interface PortfolioFees {
  /** Fees of movements by the key of `movementKey`; cursors move to the last fill up to `untilMs`. */
  read(
    queries: Queries,
    user: UserId,
    request: {
      readonly movements: readonly Movement[];
      readonly cursors: FillCursors;
      readonly untilMs: number;
    },
  ): Promise<{ readonly fees: ReadonlyMap<string, readonly FeePart[]>; readonly cursors: FillCursors }>;
}

/** Names one movement among those of a user. */
export const movementKey = ({ kind, reference, at }: Pick<Movement, 'kind' | 'reference' | 'at'>): string =>
  `${kind}/${reference}/${at}`;

export interface PortfolioDeps {
  readonly ctx: Context;
  readonly ledger: Pick<Ledger, 'balances' | 'currencies' | 'currency'>;
  readonly prices: PortfolioPrices;
  readonly fees: PortfolioFees;
  /** Name of a kind of journal in a language, as in bills. */
  readonly kindName: (kind: string, lang: Lang) => string;
  /** Postings that one transaction counts. */
  readonly portion?: number;
  /** Maximum rows of a file. */
  readonly rowsMax?: { readonly csv: number; readonly pdf: number; readonly events: number };
  /** Called between the steps of counting; tests that kill the process listen. */
  readonly onStep?: (step: 'locked' | 'read' | 'events' | 'written' | 'committed') => void;
}

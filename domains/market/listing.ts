import { marketId, refuse } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import { format, isMultipleOf, price, rate, smallestUnit } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { fitsDecimals } from './rules.ts';
import { lockMarket } from './store.ts';
import type { Market, MarketKind } from './types.ts';

/** One side of a listed pair. */
export interface ListedCurrency {
  readonly id: CurrencyId;
  readonly code: string;
  readonly decimals: number;
}

/** Steps and first index of a market whose price comes from its own order book. */
export interface ListingTerms {
  /** Price step. */
  readonly tick: Price;
  /** Quantity step, in base. */
  readonly lot: Amount;
  /** Minimum value of an order, in quote. */
  readonly minNotional: Amount;
  /** The index until the first trade. */
  readonly reference: Price;
}

export interface Listing extends ListingTerms {
  readonly base: ListedCurrency;
  readonly quote: ListedCurrency;
  readonly title: string;
  /** A stock trades in the hours of its exchange. */
  readonly kind: MarketKind;
}

const BAND = rate('0.3');
const FEE = rate('0.001');
/** The index is finer than the price step by two decimals. */
const INDEX_DECIMALS = 2;
const DECIMALS_MAX = 10;
/** A book counts prices in ticks: above this, steps are too fine for their price. */
const REFERENCE_TICKS_MAX = 100_000_000n;

const decimalsOf = (step: bigint): number => format(price(step)).split('.')[1]?.length ?? 0;

/**
 * Refuses `value_invalid` with the field `tick`, `lot`, `min_notional` or `reference_price` for terms that a book cannot keep: one
 * step of each multiplied must be payable in the quote currency, and the reference price must be a multiple of the price step.
 */
export function checkListing(
  { tick, lot, minNotional, reference }: ListingTerms,
  base: Pick<ListedCurrency, 'decimals'>,
  quote: Pick<ListedCurrency, 'decimals'>,
): void {
  const require = (isValid: boolean, field: string): void => {
    if (!isValid) refuse('value_invalid', { field });
  };
  require(lot > 0n && isMultipleOf(lot, smallestUnit(base.decimals)), 'lot');
  require(tick > 0n && fitsDecimals(tick, lot, quote.decimals), 'tick');
  require(reference > 0n && isMultipleOf(reference, tick), 'reference_price');
  require(reference / tick <= REFERENCE_TICKS_MAX, 'tick');
  require(minNotional > 0n && isMultipleOf(minNotional, smallestUnit(quote.decimals)), 'min_notional');
}

/** A market for two currencies, inserted by the transaction of a listing; the pair's market if it is there already. */
export async function insertListing(tx: Tx, listing: Listing, now: number): Promise<Market> {
  const { base, quote, tick } = listing;
  checkListing(listing, base, quote);
  const digits = Math.min(DECIMALS_MAX, decimalsOf(tick) + INDEX_DECIMALS);
  await tx.run(sql`
    insert into market_markets (id, base_currency, quote_currency, base_name, quote_name, title, kind, tick, lot, min_notional, band,
      maker_fee, taker_fee, index_decimals, spread, overnight, lever_share_num, lever_trade_fee, lever_min_share, lever_max_share,
      position, pricing, reference_price, listed_at)
    select id, ${base.id}, ${quote.id}, ${base.code}, ${quote.code}, ${listing.title}, ${listing.kind}, ${format(tick)},
      ${format(listing.lot)}, ${format(listing.minNotional)}, ${format(BAND)}, ${format(FEE)}, ${format(FEE)}, ${digits}, 0, 0, 1, 0, 1, 1,
      id, 'book', ${format(listing.reference)}, to_timestamp(${now} / 1000.0)
    from (select nextval('market_market_ids')::int as id) as next
    on conflict (base_currency, quote_currency) do nothing`);
  const { id } = await tx.one<{ id: number }>(
    sql`select id from market_markets where base_currency = ${base.id} and quote_currency = ${quote.id}`,
  );
  return (await lockMarket(tx, marketId(id))) ?? refuse('market_unknown');
}

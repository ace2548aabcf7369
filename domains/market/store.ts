import { currencyId, marketId } from '@karat/contract';
import type { CurrencyId, MarketId, UserId } from '@karat/contract';
import { amount, format, price, rate } from '@karat/money';
import type { Price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Market, MarketKind, PriceProducts, Pricing, SetState } from './types.ts';

interface MarketRow {
  id: number;
  base_currency: number;
  quote_currency: number;
  base_name: string;
  quote_name: string;
  title: string;
  kind: MarketKind;
  tick: string;
  lot: string;
  min_notional: string;
  band: string;
  maker_fee: string;
  taker_fee: string;
  index_decimals: number;
  state: SetState;
  spread: string;
  overnight: string;
  lever_share_num: string;
  lever_trade_fee: string;
  lever_min_share: string;
  lever_max_share: string;
  open_lever: boolean;
  open_microtrade: boolean;
  open_coin_trade: boolean;
  version: number;
  pricing: Pricing;
  reference_price: string | null;
  source_products: Record<string, string> | null;
  listed_at: number | null;
}

const marketOf = (row: MarketRow): Market => ({
  id: marketId(row.id),
  symbol: `${row.base_name}/${row.quote_name}`,
  base: currencyId(row.base_currency),
  quote: currencyId(row.quote_currency),
  baseName: row.base_name,
  quoteName: row.quote_name,
  title: row.title,
  kind: row.kind,
  tick: price(row.tick),
  lot: amount(row.lot),
  minNotional: amount(row.min_notional),
  band: rate(row.band),
  makerFee: rate(row.maker_fee),
  takerFee: rate(row.taker_fee),
  indexDecimals: row.index_decimals,
  state: row.state,
  terms: {
    spread: price(row.spread),
    overnight: rate(row.overnight),
    shareNum: amount(row.lever_share_num),
    tradeFee: rate(row.lever_trade_fee),
    minShare: amount(row.lever_min_share),
    maxShare: amount(row.lever_max_share),
  },
  openLever: row.open_lever,
  openMicrotrade: row.open_microtrade,
  openCoinTrade: row.open_coin_trade,
  version: row.version,
  pricing: row.pricing,
  products: row.source_products ?? undefined,
  reference: row.reference_price === null ? undefined : price(row.reference_price),
  listedMs: row.listed_at ?? undefined,
});

/** All instruments in display order. */
export const readMarkets = async (db: Queries): Promise<Market[]> =>
  (await db.rows<MarketRow>(sql`select * from market_markets order by position, id`)).map(marketOf);

/** Number of instruments and sum of their versions: one of both grows with every listing and every change. */
export const readVersions = async (db: Queries): Promise<{ count: number; versions: number }> =>
  db.one(sql`select count(*) as count, coalesce(sum(version), 0) as versions from market_markets`);

/** One instrument, locked until the transaction ends. */
export async function lockMarket(tx: Tx, id: MarketId): Promise<Market | undefined> {
  const row = await tx.maybe<MarketRow>(sql`select * from market_markets where id = ${id} for update`);
  return row && marketOf(row);
}

/** Writes the changeable columns of an instrument and raises its version. */
export const writeMarket = async (tx: Tx, market: Market): Promise<number> =>
  tx.run(sql`
    update market_markets set
      state = ${market.state}, min_notional = ${format(market.minNotional)}, band = ${format(market.band)},
      maker_fee = ${format(market.makerFee)}, taker_fee = ${format(market.takerFee)},
      spread = ${format(market.terms.spread)}, overnight = ${format(market.terms.overnight)},
      lever_trade_fee = ${format(market.terms.tradeFee)}, lever_min_share = ${format(market.terms.minShare)},
      lever_max_share = ${format(market.terms.maxShare)}, version = version + 1
    where id = ${market.id}`);

/** What an index is made of from now on: names at outside sources, or the own book with its index until the next trade. */
export type IndexOrigin =
  | { readonly products: PriceProducts; readonly reference?: undefined }
  | { readonly products?: undefined; readonly reference: Price };

/** Writes what the index of an instrument is made of, and raises its version. */
export const writeOrigin = async (
  tx: Tx,
  id: MarketId,
  { products, reference }: IndexOrigin,
): Promise<number> =>
  tx.run(sql`
    update market_markets set pricing = ${products === undefined ? 'book' : 'sources'},
      source_products = ${products === undefined ? null : JSON.stringify(products)}::jsonb,
      reference_price = ${reference === undefined ? null : format(reference)}::numeric, version = version + 1
    where id = ${id}`);

export interface Favourite {
  readonly id: number;
  readonly currency_id: CurrencyId;
}

/** A user's favourites, oldest first. */
export const readFavourites = async (db: Queries, user: UserId): Promise<Favourite[]> =>
  db.rows(sql`select id, currency_id from market_favourites where user_id = ${user} order by id`);

/** Inserts a favourite or returns the existing row; undefined if the user has `most` already. */
export async function addFavourite(
  tx: Tx,
  user: UserId,
  currency: CurrencyId,
  most: number,
  now: number,
): Promise<number | undefined> {
  const there = await tx.maybe<{ id: number }>(
    sql`select id from market_favourites where user_id = ${user} and currency_id = ${currency}`,
  );
  if (there) return there.id;
  const added = await tx.maybe<{ id: number }>(sql`
    insert into market_favourites (user_id, currency_id, created_at)
    select ${user}, ${currency}, to_timestamp(${now} / 1000.0)
    where (select count(*) from market_favourites where user_id = ${user}) < ${most}
    on conflict (user_id, currency_id) do update set currency_id = excluded.currency_id
    returning id`);
  return added?.id;
}

/** Deletes a favourite; returns whether the user had it. */
export const deleteFavourite = async (db: Queries, user: UserId, id: number): Promise<boolean> =>
  (await db.run(sql`delete from market_favourites where user_id = ${user} and id = ${id}`)) > 0;

/** Adds views counted in memory to their hour (unix ms). */
export const addViews = (
  db: Queries,
  hour: number,
  views: readonly (readonly [MarketId, number])[],
): Promise<number> =>
  db.run(sql`
    insert into market_views (market_id, hour, views)
    select id, to_timestamp(${hour} / 1000.0), n
    from unnest(${views.map(([id]) => id)}::int[], ${views.map(([, n]) => n)}::bigint[]) as seen (id, n)
    on conflict (market_id, hour) do update set views = market_views.views + excluded.views`);

/** Views since an hour, highest count first. */
export const readViews = (db: Queries, since: number): Promise<{ market_id: MarketId; views: number }[]> =>
  db.rows(sql`
    select market_id, sum(views)::bigint as views from market_views
    where hour >= to_timestamp(${since} / 1000.0) group by market_id order by views desc, market_id`);

export const deleteViews = (db: Queries, before: number): Promise<number> =>
  db.run(sql`delete from market_views where hour < to_timestamp(${before} / 1000.0)`);

import { marketId as brandMarket } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import type { DualType } from '@karat/rules';
import { amount, format, price, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Product } from './types.ts';

interface ProductRow {
  id: number;
  market_id: number;
  type: DualType;
  strike: string;
  apr: string;
  share_price: string;
  total_shares: number;
  sold_shares: number;
  user_max_shares: number;
  sale_start_at: number;
  sale_end_at: number;
  maturity_at: number;
  enabled: boolean;
}

const productOf = (row: ProductRow): Product => ({
  id: row.id,
  marketId: brandMarket(row.market_id),
  type: row.type,
  strike: price(row.strike),
  apr: rate(row.apr),
  sharePrice: amount(row.share_price),
  totalShares: row.total_shares,
  soldShares: row.sold_shares,
  userMaxShares: row.user_max_shares,
  saleStartMs: row.sale_start_at,
  saleEndMs: row.sale_end_at,
  maturityMs: row.maturity_at,
  enabled: row.enabled,
});

interface Page {
  readonly page: number;
  readonly limit: number;
}
interface Found {
  readonly rows: Product[];
  readonly total: number;
}

async function readPage(
  db: Queries,
  where: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
  page: Page,
): Promise<Found> {
  const rows = await db.rows<ProductRow>(sql`
    select * from dual_products where ${where} order by ${order} limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from dual_products where ${where}`,
  );
  return { rows: rows.map(productOf), total };
}

/** A page of the products that have not matured: those for sale first, by maturity, then those whose sale is over. */
export const productsForSale = (
  db: Queries,
  filter: {
    readonly markets: readonly MarketId[];
    readonly type: DualType | undefined;
    readonly now: number;
  },
  page: Page,
): Promise<Found> => {
  const now = sql`to_timestamp(${filter.now} / 1000.0)`;
  return readPage(
    db,
    sql`market_id = any(${[...filter.markets]}::int[]) and maturity_at > ${now}
      and (${filter.type ?? null}::text is null or type = ${filter.type ?? null}::text)
      and (enabled or sold_shares > 0)`,
    sql`(enabled and sale_end_at > ${now} and sold_shares < total_shares) desc, maturity_at, apr desc, id`,
    page,
  );
};

/** A page of all products, newest first. */
export const allProducts = (db: Queries, page: Page): Promise<Found> =>
  readPage(db, sql`true`, sql`id desc`, page);

export async function findProduct(db: Queries, id: number): Promise<Product | undefined> {
  const row = await db.maybe<ProductRow>(sql`select * from dual_products where id = ${id}`);
  return row && productOf(row);
}

/** A product, locked until the transaction ends. */
export async function lockProduct(tx: Tx, id: number): Promise<Product | undefined> {
  const row = await tx.maybe<ProductRow>(sql`select * from dual_products where id = ${id} for update`);
  return row && productOf(row);
}

/** Takes shares of what remains, and locks the product; undefined where fewer remain. */
export async function takeShares(tx: Tx, id: number, shares: number): Promise<Product | undefined> {
  const row = await tx.maybe<ProductRow>(sql`
    update dual_products set sold_shares = sold_shares + ${shares}
    where id = ${id} and enabled and sold_shares + ${shares} <= total_shares returning *`);
  return row && productOf(row);
}

export type NewProduct = Omit<Product, 'id' | 'soldShares' | 'enabled'>;

/** Adds a product, and the settlement that it shares with others of its market and maturity. */
export async function insertProduct(tx: Tx, product: NewProduct, now: number): Promise<number> {
  const maturity = sql`to_timestamp(${product.maturityMs} / 1000.0)`;
  await tx.run(sql`
    insert into dual_settlements (market_id, maturity_at) values (${product.marketId}, ${maturity}) on conflict do nothing`);
  const { id } = await tx.one<{ id: number }>(sql`
    insert into dual_products (market_id, type, strike, apr, share_price, total_shares, user_max_shares, sale_start_at, sale_end_at,
      maturity_at, enabled, created_at)
    values (${product.marketId}, ${product.type}, ${format(product.strike)}, ${format(product.apr)}, ${format(product.sharePrice)},
      ${product.totalShares}, ${product.userMaxShares}, to_timestamp(${product.saleStartMs} / 1000.0),
      to_timestamp(${product.saleEndMs} / 1000.0), ${maturity}, true, to_timestamp(${now} / 1000.0))
    returning id`);
  return id;
}

/** What operators may change of a product. */
export type ProductTerms = Pick<Product, 'apr' | 'totalShares' | 'userMaxShares' | 'saleEndMs' | 'enabled'>;

export const updateTerms = (tx: Tx, id: number, terms: ProductTerms): Promise<number> =>
  tx.run(sql`
    update dual_products set apr = ${format(terms.apr)}, total_shares = ${terms.totalShares},
      user_max_shares = ${terms.userMaxShares}, sale_end_at = to_timestamp(${terms.saleEndMs} / 1000.0), enabled = ${terms.enabled}
    where id = ${id}`);

/** Shares that a user has bought of products, by product. */
export async function boughtShares(
  db: Queries,
  user: UserId,
  products: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.rows<{ id: number; shares: number }>(sql`
    select product_id as id, sum(shares)::int as shares from dual_orders
    where user_id = ${user} and product_id = any(${[...products]}::int[]) group by product_id`);
  return new Map(rows.map(({ id, shares }) => [id, shares]));
}

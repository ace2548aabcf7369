import { currencyId } from '@karat/contract';
import type { CurrencyId, MiningCategory, UserId } from '@karat/contract';
import { amount, format, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Product, ProductTerms } from './types.ts';

interface ProductRow {
  id: number;
  currency_id: number;
  category: MiningCategory;
  days: number;
  rate: string;
  penalty_ratio: string;
  reserve_days: number;
  order_min: string;
  user_max: string;
  total_max: string;
  sold: string;
  vip_only: boolean;
  opens_at: number;
  closes_at: number | null;
}

const productOf = (row: ProductRow): Product => ({
  id: row.id,
  currencyId: currencyId(row.currency_id),
  category: row.category,
  days: row.days,
  rate: rate(row.rate),
  penaltyRatio: rate(row.penalty_ratio),
  reserveDays: row.reserve_days,
  orderMin: amount(row.order_min),
  userMax: amount(row.user_max),
  totalMax: amount(row.total_max),
  sold: amount(row.sold),
  vipOnly: row.vip_only,
  opensMs: row.opens_at,
  closesMs: row.closes_at ?? undefined,
});

export const readProducts = async (db: Queries): Promise<Product[]> =>
  (
    await db.rows<ProductRow>(sql`select * from mining_products order by currency_id, category, days, id`)
  ).map(productOf);

export async function readProduct(db: Queries, id: number): Promise<Product | undefined> {
  const row = await db.maybe<ProductRow>(sql`select * from mining_products where id = ${id}`);
  return row && productOf(row);
}

/** A product, locked until the transaction ends: purchases of one product follow each other. */
export async function lockProduct(tx: Tx, id: number): Promise<Product | undefined> {
  const row = await tx.maybe<ProductRow>(sql`select * from mining_products where id = ${id} for update`);
  return row && productOf(row);
}

const seconds = (ms: number | undefined): number | null => (ms === undefined ? null : ms / 1000);

export const insertProduct = async (tx: Tx, terms: ProductTerms): Promise<Product> =>
  productOf(
    await tx.one<ProductRow>(sql`
      insert into mining_products (currency_id, category, days, rate, penalty_ratio, reserve_days, order_min, user_max, total_max,
        vip_only, opens_at, closes_at)
      values (${terms.currencyId}, ${terms.category}, ${terms.days}, ${format(terms.rate)}, ${format(terms.penaltyRatio)},
        ${terms.reserveDays}, ${format(terms.orderMin)}, ${format(terms.userMax)}, ${format(terms.totalMax)}, ${terms.vipOnly},
        to_timestamp(${seconds(terms.opensMs)}::float8), to_timestamp(${seconds(terms.closesMs)}::float8))
      returning *`),
  );

/** Writes other terms for later orders. */
export const writeTerms = (tx: Tx, id: number, terms: ProductTerms): Promise<number> =>
  tx.run(sql`
    update mining_products set rate = ${format(terms.rate)}, penalty_ratio = ${format(terms.penaltyRatio)},
      order_min = ${format(terms.orderMin)}, user_max = ${format(terms.userMax)}, total_max = ${format(terms.totalMax)},
      vip_only = ${terms.vipOnly}, opens_at = to_timestamp(${seconds(terms.opensMs)}::float8),
      closes_at = to_timestamp(${seconds(terms.closesMs)}::float8)
    where id = ${id}`);

/** Adds to what is sold of a product that the transaction has locked. */
export const addSold = (tx: Tx, id: number, principal: Amount): Promise<number> =>
  tx.run(sql`update mining_products set sold = sold + ${format(principal)}::numeric where id = ${id}`);

/** Locks products in order until the transaction ends. */
export async function lockProducts(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await tx.rows(
      sql`select 1 from mining_products where id = any(${[...new Set(ids)]}::int[]) order by id for no key update`,
    );
}

/** Releases capacity of products; locked in order first, as everywhere. */
export async function releaseSold(tx: Tx, released: ReadonlyMap<number, Amount>): Promise<void> {
  if (released.size === 0) return;
  const ids = [...released.keys()];
  await lockProducts(tx, ids);
  await tx.run(sql`
    update mining_products p set sold = p.sold - r.amount
    from unnest(${ids}::int[], ${[...released.values()].map((one) => format(one))}::numeric[]) as r (id, amount)
    where p.id = r.id`);
}

/** Principal of a user's open orders by product. */
export async function openPrincipal(db: Queries, user: UserId): Promise<Map<number, Amount>> {
  const rows = await db.rows<{ id: number; sum: string }>(sql`
    select product_id as id, sum(principal)::text as sum from mining_orders
    where user_id = ${user} and outcome is null group by product_id`);
  return new Map(rows.map(({ id, sum }) => [id, amount(sum)]));
}

/** A user's standing instructions: currency to product. */
export const readAuto = async (db: Queries, user: UserId): Promise<Map<CurrencyId, number>> => {
  const rows = await db.rows<{ currency_id: number; product_id: number }>(
    sql`select currency_id, product_id from mining_auto where user_id = ${user}`,
  );
  return new Map(rows.map((row) => [currencyId(row.currency_id), row.product_id]));
};

/** Writes the standing instruction for a currency; another one of the currency is replaced. */
export const writeAuto = (
  tx: Tx,
  user: UserId,
  currency: CurrencyId,
  to: { readonly product: number; readonly nextMs: number },
): Promise<number> =>
  tx.run(sql`
    insert into mining_auto (user_id, currency_id, product_id, next_at)
    values (${user}, ${currency}, ${to.product}, to_timestamp(${to.nextMs} / 1000.0))
    on conflict (user_id, currency_id) do update set product_id = excluded.product_id, next_at = excluded.next_at`);

/** Ends the standing instruction for a product; one for another product of the currency stays, even if it was just written. */
export const endAuto = (tx: Tx, user: UserId, product: number): Promise<number> =>
  tx.run(sql`delete from mining_auto where user_id = ${user} and product_id = ${product}`);

/** A standing instruction that is due. */
export interface DueAuto {
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly productId: number;
}

/** When the first standing instruction is due, unix ms. */
export async function nextAuto(db: Queries): Promise<number | undefined> {
  const [row] = await db.prepared<{ at: number }>(
    'mining_next_auto',
    'select next_at as at from mining_auto order by next_at limit 1',
    [],
  );
  return row?.at;
}

/** Claims one due instruction and moves it on to `nextMs`. */
export async function claimAuto(tx: Tx, now: number, nextMs: number): Promise<DueAuto | undefined> {
  const row = await tx.maybe<{ user_id: UserId; currency_id: CurrencyId; product_id: number }>(sql`
    update mining_auto a set next_at = to_timestamp(${nextMs} / 1000.0)
    from (select user_id, currency_id from mining_auto where next_at <= to_timestamp(${now} / 1000.0)
      order by next_at limit 1 for update skip locked) due
    where a.user_id = due.user_id and a.currency_id = due.currency_id
    returning a.user_id, a.currency_id, a.product_id`);
  return row && { userId: row.user_id, currencyId: row.currency_id, productId: row.product_id };
}

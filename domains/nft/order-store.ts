import { currencyId, userId } from '@karat/contract';
import type { NftOrderState, UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Found, Order, Page, PayType } from './types.ts';

interface OrderRow {
  id: number;
  listing_id: number;
  pay_type: PayType;
  code: string;
  item_id: number | null;
  buyer_id: number;
  seller_id: number;
  artist_id: number;
  currency_id: number;
  price: string;
  received: string;
  royalty: string;
  fee: string;
  margin: string | null;
  state: NftOrderState;
  is_read: boolean;
  created_at: number;
  due_at: number | null;
  paid_at: number | null;
}

const orderOf = (row: OrderRow): Order => ({
  id: row.id,
  listingId: row.listing_id,
  payType: row.pay_type,
  code: row.code,
  itemId: row.item_id ?? undefined,
  buyer: userId(row.buyer_id),
  seller: userId(row.seller_id),
  artist: userId(row.artist_id),
  currency: currencyId(row.currency_id),
  price: amount(row.price),
  received: amount(row.received),
  royalty: amount(row.royalty),
  fee: amount(row.fee),
  margin: row.margin === null ? undefined : amount(row.margin),
  state: row.state,
  isRead: row.is_read,
  createdMs: row.created_at,
  dueMs: row.due_at ?? undefined,
  paidMs: row.paid_at ?? undefined,
});

export type NewOrder = Omit<Order, 'id' | 'isRead'>;

const moment = (ms: number | undefined) => (ms === undefined ? null : sql`to_timestamp(${ms} / 1000.0)`);

export async function insertOrder(tx: Tx, order: NewOrder): Promise<Order> {
  const row = await tx.one<OrderRow>(sql`
    insert into nft_orders (listing_id, pay_type, code, item_id, buyer_id, seller_id, artist_id, currency_id, price, received,
      royalty, fee, margin, state, is_read, created_at, due_at, paid_at)
    values (${order.listingId}, ${order.payType}, ${order.code}, ${order.itemId ?? null}, ${order.buyer}, ${order.seller},
      ${order.artist}, ${order.currency}, ${format(order.price)}, ${format(order.received)}, ${format(order.royalty)},
      ${format(order.fee)}, ${order.margin === undefined ? null : format(order.margin)}, ${order.state}, ${order.payType !== 2},
      ${moment(order.createdMs)}, ${moment(order.dueMs)}, ${moment(order.paidMs)})
    returning *`);
  return orderOf(row);
}

/** One of a user's purchases or sales. */
export async function orderOfUser(db: Queries, user: UserId, id: number): Promise<Order | undefined> {
  const row = await db.maybe<OrderRow>(
    sql`select * from nft_orders where id = ${id} and (buyer_id = ${user} or seller_id = ${user})`,
  );
  return row && orderOf(row);
}

/** A user's purchase, locked until the transaction ends. */
export async function lockPurchase(tx: Tx, buyer: UserId, id: number): Promise<Order | undefined> {
  const row = await tx.maybe<OrderRow>(
    sql`select * from nft_orders where id = ${id} and buyer_id = ${buyer} for update`,
  );
  return row && orderOf(row);
}

export const markPaid = (tx: Tx, id: number, now: number): Promise<number> =>
  tx.run(sql`
    update nft_orders set state = 'paid', paid_at = to_timestamp(${now} / 1000.0), is_read = true
    where id = ${id} and state = 'due'`);

export const markForfeited = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`update nft_orders set state = 'forfeited', is_read = false where id = ${id} and state = 'due'`);

export const markReminded = (tx: Tx, ids: readonly number[]): Promise<number> =>
  tx.run(sql`update nft_orders set reminded = true where id = any(${[...ids]}::bigint[])`);

export const markRead = (db: Queries, buyer: UserId, id: number | undefined): Promise<number> =>
  db.run(sql`
    update nft_orders set is_read = true
    where buyer_id = ${buyer} and pay_type = 2 and (${id ?? null}::bigint is null or id = ${id ?? null}::bigint)`);

/** Claims unpaid orders whose time to pay is over. */
export async function claimOverdue(tx: Tx, now: number, limit: number): Promise<Order[]> {
  const rows = await tx.rows<OrderRow>(sql`
    select * from nft_orders where state = 'due' and due_at <= to_timestamp(${now} / 1000.0)
    order by due_at limit ${limit} for update skip locked`);
  return rows.map(orderOf);
}

/** Claims unpaid orders that end soon and whose buyers were not reminded. */
export async function claimUnreminded(tx: Tx, until: number, now: number, limit: number): Promise<Order[]> {
  const rows = await tx.rows<OrderRow>(sql`
    select * from nft_orders where state = 'due' and not reminded and due_at <= to_timestamp(${until} / 1000.0)
      and due_at > to_timestamp(${now} / 1000.0)
    order by due_at limit ${limit} for update skip locked`);
  return rows.map(orderOf);
}

async function page(
  db: Queries,
  where: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
  { page: number, limit }: Page,
): Promise<Found<Order>> {
  const rows = await db.rows<OrderRow>(
    sql`select * from nft_orders where ${where} order by ${order} limit ${limit} offset ${(number - 1) * limit}`,
  );
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from nft_orders where ${where}`,
  );
  return { rows: rows.map(orderOf), total };
}

/** A user's purchases, sales or both, newest first. */
export const ordersOfUser = (
  db: Queries,
  user: UserId,
  side: 'buy' | 'sell' | undefined,
  at: Page,
): Promise<Found<Order>> => {
  const mine = {
    buy: sql`buyer_id = ${user}`,
    sell: sql`seller_id = ${user}`,
    both: sql`(buyer_id = ${user} or seller_id = ${user})`,
  };
  return page(db, mine[side ?? 'both'], sql`id desc`, at);
};

/** Auctions that a user won: unpaid ones first. */
export const wonOrders = (db: Queries, user: UserId, at: Page): Promise<Found<Order>> =>
  page(db, sql`buyer_id = ${user} and pay_type = 2`, sql`(state = 'due') desc, id desc`, at);

export const unreadOrders = async (db: Queries, user: UserId): Promise<number> =>
  (
    await db.one<{ count: number }>(
      sql`select count(*) as count from nft_orders where buyer_id = ${user} and pay_type = 2 and not is_read`,
    )
  ).count;

/** All sales, newest first; of a state, of a user. */
export const allOrders = (
  db: Queries,
  filter: { readonly state: NftOrderState | undefined; readonly user: UserId | undefined },
  at: Page,
): Promise<Found<Order>> =>
  page(
    db,
    sql`(${filter.state ?? null}::text is null or state = ${filter.state ?? null}::text)
      and (${filter.user ?? null}::bigint is null or ${filter.user ?? null}::bigint in (buyer_id, seller_id))`,
    sql`id desc`,
    at,
  );

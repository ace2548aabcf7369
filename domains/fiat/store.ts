import { currencyId, userId } from '@karat/contract';
import type { CurrencyId, FiatMethod, FiatReason, FiatState, UserId } from '@karat/contract';
import { amount, format, price } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { BankDetails } from './offers.ts';
import type { Owed, Payer } from './rules.ts';

export interface Order {
  readonly id: number;
  readonly user: UserId;
  readonly reference: string;
  readonly state: FiatState;
  readonly reason: FiatReason | null;
  readonly note: string;
  readonly country: string;
  readonly currencyId: CurrencyId;
  readonly currency: string;
  readonly method: FiatMethod;
  readonly amount: Amount;
  /** Units per USDT. */
  readonly price: Price;
  /** USDT. */
  readonly received: Amount;
  /** What was ordered, if another amount was paid and credited. */
  readonly orderedAmount: Amount | null;
  readonly orderedReceived: Amount | null;
  readonly payer: Payer;
  readonly bank: BankDetails | null;
  readonly bankAccount: string | null;
  readonly provider: string | null;
  readonly payment: string | null;
  readonly proof: string | null;
  readonly proofSha256: Buffer | null;
  /** Unix ms. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

type Row = Omit<
  Order,
  'amount' | 'price' | 'received' | 'orderedAmount' | 'orderedReceived' | 'user' | 'currencyId'
> &
  Record<'amount' | 'price' | 'received', string> &
  Record<'orderedAmount' | 'orderedReceived', string | null> &
  Record<'user' | 'currencyId', number>;

const columns = sql`o.id, o.user_id as "user", o.reference, o.state, o.reason, o.note, o.country,
  o.currency_id as "currencyId", o.currency, o.method, o.amount, o.price, o.received,
  o.ordered_amount as "orderedAmount", o.ordered_received as "orderedReceived", o.payer, o.bank,
  o.bank_account as "bankAccount", o.provider, o.payment, o.proof, o.proof_sha256 as "proofSha256",
  o.created_at as "createdAt", o.expires_at as "expiresAt"`;

const read = <R extends Row>(row: R) => ({
  ...row,
  user: userId(row.user),
  currencyId: currencyId(row.currencyId),
  amount: amount(row.amount),
  price: price(row.price),
  received: amount(row.received),
  orderedAmount: row.orderedAmount === null ? null : amount(row.orderedAmount),
  orderedReceived: row.orderedReceived === null ? null : amount(row.orderedReceived),
});

/** Returns the fields that a line must match. */
export const owedOf = (order: Order): Owed => ({ ...order, payerName: order.payer.full_name });

/** Locks a buyer until the transaction ends. */
export async function lockBuyer(tx: Tx, user: UserId): Promise<void> {
  await tx.run(sql`insert into fiat_buyers (user_id) values (${user}) on conflict do nothing`);
  await tx.one(sql`select user_id from fiat_buyers where user_id = ${user} for update`);
}

export const countOpen = async (db: Queries, user: UserId): Promise<number> =>
  (
    await db.one<{ count: number }>(sql`
      select count(*) as count from fiat_orders
      where user_id = ${user} and state in ('to_be_paid', 'proof_sent')`)
  ).count;

export type NewOrder = Omit<
  Order,
  | 'id'
  | 'state'
  | 'reason'
  | 'note'
  | 'payment'
  | 'proof'
  | 'proofSha256'
  | 'orderedAmount'
  | 'orderedReceived'
>;

/** Stores an order; undefined if its reference is taken. */
export async function insertOrder(tx: Tx, o: NewOrder): Promise<Order | undefined> {
  const row = await tx.maybe<Row>(sql`
    insert into fiat_orders as o (user_id, reference, state, country, currency_id, currency, method, amount, price,
      received, payer, bank, bank_account, provider, created_at, expires_at)
    values (${o.user}, ${o.reference}, 'to_be_paid', ${o.country}, ${o.currencyId}, ${o.currency}, ${o.method},
      ${format(o.amount)}, ${format(o.price)}, ${format(o.received)}, ${JSON.stringify(o.payer)}::jsonb,
      ${o.bank === null ? null : JSON.stringify(o.bank)}::jsonb, ${o.bankAccount}, ${o.provider},
      to_timestamp(${o.createdAt} / 1000.0), to_timestamp(${o.expiresAt} / 1000.0))
    on conflict (reference) do nothing
    returning ${columns}`);
  return row && read(row);
}

const one = async (db: Queries, where: Sql): Promise<Order | undefined> => {
  const row = await db.maybe<Row>(sql`select ${columns} from fiat_orders o where ${where}`);
  return row && read(row);
};
export const orderById = (db: Queries, id: number): Promise<Order | undefined> => one(db, sql`o.id = ${id}`);
export const ownOrder = (db: Queries, user: UserId, id: number): Promise<Order | undefined> =>
  one(db, sql`o.id = ${id} and o.user_id = ${user}`);
export const lockOwnOrder = (tx: Tx, user: UserId, id: number): Promise<Order | undefined> =>
  one(tx, sql`o.id = ${id} and o.user_id = ${user} for update`);
export const lockOrder = (tx: Tx, id: number): Promise<Order | undefined> =>
  one(tx, sql`o.id = ${id} for update`);
export const lockByReference = (tx: Tx, reference: string): Promise<Order | undefined> =>
  one(tx, sql`o.reference = ${reference} for update`);

export const orderByReference = (db: Queries, reference: string): Promise<Order | undefined> =>
  one(db, sql`o.reference = ${reference}`);
export const lockByPayment = (tx: Tx, provider: string, payment: string): Promise<Order | undefined> =>
  one(tx, sql`o.provider = ${provider} and o.payment = ${payment} for update`);

/** Returns orders by their references. */
export async function byReferences(db: Queries, references: readonly string[]): Promise<Order[]> {
  const rows = await db.rows<Row>(
    sql`select ${columns} from fiat_orders o where o.reference = any(${references})`,
  );
  return rows.map(read);
}

export interface Step {
  readonly state: string;
  readonly at: number;
}

/** Records a step; each state is recorded once. */
export const insertStep = (
  tx: Tx,
  order: number,
  state: FiatState,
  actor: string,
  at: number,
): Promise<number> =>
  tx.run(sql`
    insert into fiat_steps (order_id, state, actor, at)
    values (${order}, ${state}, ${actor}, to_timestamp(${at} / 1000.0)) on conflict do nothing`);

export const stepsOf = (db: Queries, order: number): Promise<Step[]> =>
  db.rows<Step>(sql`select state, at from fiat_steps where order_id = ${order} order by at, state`);

/** Returns the logins of the operators who decided about an order. */
export const decidersOf = async (db: Queries, order: number): Promise<readonly string[]> =>
  (
    await db.rows<{ actor: string }>(sql`
      select actor from fiat_steps
      where order_id = ${order} and state in ('successful', 'rejected', 'refunded')`)
  ).flatMap(({ actor }) => actor.split(', '));

export interface Change {
  readonly state: FiatState;
  readonly reason?: FiatReason | undefined;
  readonly note?: string | undefined;
  readonly payment?: string | undefined;
  /** What was really paid and what is credited for it; the ordered values are kept beside them. */
  readonly part?: { readonly amount: Amount; readonly received: Amount } | undefined;
  readonly proof?: { readonly address: string; readonly sha256: Buffer } | undefined;
}

/** Updates a locked order. */
export async function changeOrder(tx: Tx, id: number, change: Change): Promise<Order> {
  const part = change.part
    ? sql`, ordered_amount = o.amount, ordered_received = o.received, amount = ${format(change.part.amount)},
      received = ${format(change.part.received)}`
    : empty;
  const row = await tx.one<Row>(sql`
    update fiat_orders o set state = ${change.state}, reason = coalesce(${change.reason ?? null}, reason),
      note = coalesce(${change.note ?? null}, note), payment = coalesce(${change.payment ?? null}, payment),
      proof = coalesce(${change.proof?.address ?? null}, proof),
      proof_sha256 = coalesce(${change.proof?.sha256 ?? null}::bytea, proof_sha256)${part}
    where o.id = ${id} returning ${columns}`);
  return read(row);
}

/** Returns another order of the same buyer with the same picture. */
export const proofUsedBy = async (tx: Tx, user: UserId, sha256: Buffer, besides: number): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1 from fiat_orders where user_id = ${user} and proof_sha256 = ${sha256} and id <> ${besides} limit 1`)) !==
  undefined;

interface PageRequest {
  readonly page: number;
  readonly limit: number;
}
export interface Paged<R> {
  readonly rows: R[];
  readonly total: number;
}

async function paged<R extends Row>(
  db: Queries,
  select: Sql,
  where: Sql,
  order: Sql,
  { page, limit }: PageRequest,
): Promise<Paged<ReturnType<typeof read<R>>>> {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from fiat_orders o where ${where}`,
  );
  const rows = await db.rows<R>(sql`
    select ${select} from fiat_orders o where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`);
  return { total, rows: rows.map((row) => read<R>(row)) };
}

const inState = (state: FiatState | undefined): Sql =>
  state === undefined ? sql`true` : sql`o.state = ${state}`;

/** Returns the orders of a user, newest first. */
export const ordersOf = (
  db: Queries,
  user: UserId,
  state: FiatState | undefined,
  page: PageRequest,
): Promise<Paged<Order>> =>
  paged(db, columns, sql`o.user_id = ${user} and ${inState(state)}`, sql`o.id desc`, page);

export interface QueuedOrder extends Order {
  readonly lines: number;
  readonly duplicates: number;
}

const DUPLICATES_SHOWN = 20;

/** Returns orders for operators: waiting ones first, then the newest. */
export function queue(
  db: Queries,
  filter: { readonly state: FiatState | undefined; readonly keyword: string },
  page: PageRequest,
): Promise<Paged<QueuedOrder>> {
  const keyword = filter.keyword.toUpperCase().replaceAll(/\s/g, '');
  const named = keyword === '' ? sql`true` : sql`(o.reference = ${keyword} or o.user_id::text = ${keyword})`;
  const facts = sql`${columns},
    (select count(*) from fiat_lines l where l.reference = o.reference and l.state in ('matched', 'unmatched')) as lines,
    (select count(*) from fiat_orders d where d.proof_sha256 = o.proof_sha256 and d.id <> o.id) as duplicates`;
  return paged<Row & { lines: number; duplicates: number }>(
    db,
    facts,
    sql`${inState(filter.state)} and ${named}`,
    sql`case o.state when 'proof_sent' then 0 when 'to_be_paid' then 1 else 2 end,
      case when o.state = 'proof_sent' then o.id end, o.id desc`,
    page,
  );
}

/** Returns other orders with the same proof picture. */
export async function sameProof(db: Queries, order: Order): Promise<Order[]> {
  if (order.proofSha256 === null) return [];
  const rows = await db.rows<Row>(sql`
    select ${columns} from fiat_orders o where o.proof_sha256 = ${order.proofSha256} and o.id <> ${order.id}
    order by o.id limit ${DUPLICATES_SHOWN}`);
  return rows.map(read);
}

/** Returns the counts of a user's orders by final state, and their sums in USDT. */
export async function historyOf(
  db: Queries,
  user: UserId,
): Promise<{ state: FiatState; orders: number; received: Amount }[]> {
  const rows = await db.rows<{ state: FiatState; orders: number; received: string }>(sql`
    select state, count(*) as orders, sum(received) as received from fiat_orders where user_id = ${user}
    group by state order by state`);
  return rows.map((row) => ({ ...row, received: amount(row.received) }));
}

import { currencyId } from '@karat/contract';
import type { CostMethod, CurrencyId, PortfolioEventType, UserId } from '@karat/contract';
import { amount, price } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { EventType } from './types.ts';
import { empty, sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** An open lot with where it comes from. */
export interface OpenLot {
  readonly id: number;
  readonly acquiredMs: number;
  readonly type: PortfolioEventType;
  readonly kind: string;
  readonly acquired: Amount;
  readonly quantity: Amount;
  readonly cost: Amount;
  readonly estimated: boolean;
}

/** A page of the open lots of a currency, oldest first, and their number. */
export async function readOpenLots(
  db: Queries,
  user: UserId,
  currency: CurrencyId,
  page: { readonly page: number; readonly limit: number },
): Promise<{ rows: OpenLot[]; total: number }> {
  type Row = Omit<OpenLot, 'acquired' | 'quantity' | 'cost'> &
    Record<'acquired' | 'quantity' | 'cost', string>;
  const own = sql`from portfolio_lots where user_id = ${user} and currency_id = ${currency}`;
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total ${own}`);
  const rows = await db.rows<Row>(sql`
    select seq as id, acquired_at as "acquiredMs", type, kind, acquired, quantity, cost, estimated ${own}
    order by seq limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  return {
    total,
    rows: rows.map((row) => ({
      ...row,
      acquired: amount(row.acquired),
      quantity: amount(row.quantity),
      cost: amount(row.cost),
    })),
  };
}

/** Quantities with an estimated cost, by currency. */
export async function readEstimatedQuantities(
  db: Queries,
  user: UserId,
): Promise<ReadonlyMap<CurrencyId, Amount>> {
  const rows = await db.rows<{ currency: CurrencyId; quantity: string }>(sql`
    select currency_id as currency, sum(quantity)::text as quantity from portfolio_lots
    where user_id = ${user} and estimated group by currency_id`);
  return new Map(rows.map((row) => [currencyId(row.currency), amount(row.quantity)]));
}

export const countEstimated = async (db: Queries, user: UserId): Promise<number> =>
  (
    await db.one<{ count: number }>(
      sql`select count(*) as count from portfolio_events where user_id = ${user} and estimated`,
    )
  ).count;

/** An event of a list. */
export interface ListedEvent {
  readonly id: number;
  readonly at: number;
  readonly journalId: number;
  readonly kind: string;
  readonly currency: CurrencyId;
  readonly type: PortfolioEventType;
  readonly quantity: Amount;
  readonly value: Amount;
  readonly price: Price | undefined;
  readonly fee: Amount;
  readonly estimated: boolean;
  readonly result: Amount;
  readonly cost: Amount;
  readonly realised: Amount;
}

interface EventRow {
  readonly id: number;
  readonly at: number;
  readonly journalId: number;
  readonly kind: string;
  readonly currency: number;
  readonly type: PortfolioEventType;
  readonly quantity: string;
  readonly value: string;
  readonly price: string | null;
  readonly fee: string;
  readonly estimated: boolean;
  readonly result: string;
  readonly cost: string;
  readonly realised: string;
}

const eventOf = <Row extends Omit<EventRow, 'type'>>(row: Row) => ({
  ...row,
  currency: currencyId(row.currency),
  quantity: amount(row.quantity),
  value: amount(row.value),
  price: row.price === null ? undefined : price(row.price),
  fee: amount(row.fee),
  result: amount(row.result),
  cost: amount(row.cost),
  realised: amount(row.realised),
});

const columnsOf = (method: CostMethod) =>
  method === 'fifo'
    ? sql`cost_fifo as cost, realised_fifo as realised`
    : sql`cost_average as cost, realised_average as realised`;

export interface EventPage {
  readonly of: 'sales' | 'estimated';
  readonly method: CostMethod;
  readonly currency?: CurrencyId | undefined;
  /** Only events before this number. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Sales and results, or events with an estimated cost, newest first. */
export async function readEvents(db: Queries, user: UserId, page: EventPage): Promise<ListedEvent[]> {
  const rows = await db.rows<EventRow>(sql`
    select seq as id, at, journal_id as "journalId", kind, currency_id as currency, type, quantity, value, price, fee,
      estimated, result, ${columnsOf(page.method)}
    from portfolio_events
    where user_id = ${user} and seq < ${page.before ?? Number.MAX_SAFE_INTEGER}
      and ${page.of === 'sales' ? sql`type in ('sell', 'result')` : sql`estimated`}
      ${page.currency === undefined ? empty : sql`and currency_id = ${page.currency}`}
    order by seq desc limit ${page.limit}`);
  return rows.map(eventOf);
}

/** An event of a history, splits included. */
export type HistoryEvent = Omit<ListedEvent, 'type'> & { readonly type: EventType };

/** All events of a user in their order, from one after a number. */
export async function readEventsAfter(
  db: Queries,
  user: UserId,
  after: number,
  limit: number,
): Promise<HistoryEvent[]> {
  const rows = await db.rows<EventRow & { type: EventType }>(sql`
    select seq as id, at, journal_id as "journalId", kind, currency_id as currency, type, quantity, value, price, fee,
      estimated, result, cost_fifo as cost, realised_fifo as realised
    from portfolio_events where user_id = ${user} and seq > ${after} order by seq limit ${limit}`);
  return rows.map(eventOf);
}

/** Numbers of events by year (UTC), newest first. */
export const readEventYears = (
  db: Queries,
  user: UserId,
): Promise<{ year: number; disposals: number; income: number; estimated: number }[]> =>
  db.rows(sql`
    select extract(year from at at time zone 'UTC')::int as year,
      count(*) filter (where type in ('sell', 'result')) as disposals,
      count(*) filter (where type = 'income') as income,
      count(*) filter (where estimated) as estimated
    from portfolio_events where user_id = ${user} group by 1 order by 1 desc`);

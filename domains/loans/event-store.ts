import { currencyId } from '@karat/contract';
import type { LoanEventKind } from '@karat/contract';
import { amount, format } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { LoanEvent, NewLoanEvent } from './types.ts';

interface EventRow {
  id: number;
  kind: LoanEventKind;
  day: number | null;
  currency_id: number;
  amount: string;
  received_id: number | null;
  received: string | null;
  debt: string;
  at: number;
}

const eventOf = (row: EventRow): LoanEvent => ({
  id: row.id,
  kind: row.kind,
  day: row.day ?? undefined,
  currencyId: currencyId(row.currency_id),
  amount: amount(row.amount),
  received:
    row.received_id === null || row.received === null
      ? undefined
      : { currency: currencyId(row.received_id), amount: amount(row.received) },
  debt: amount(row.debt),
  atMs: row.at,
});

/** Adds an event of a loan and returns its id; a day that is charged already violates a unique index. */
export async function insertEvent(tx: Tx, loan: number, event: NewLoanEvent): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
      insert into loans_events (loan_id, kind, day, currency_id, amount, received_id, received, debt, at)
      values (${loan}, ${event.kind}, ${event.day ?? null}, ${event.currencyId}, ${format(event.amount)},
        ${event.received?.currency ?? null}, ${event.received ? format(event.received.amount) : null}, ${format(event.debt)},
        to_timestamp(${event.atMs} / 1000.0)) returning id`);
  return id;
}

/** Adds events of a loan in order. */
export async function insertEvents(tx: Tx, loan: number, events: readonly NewLoanEvent[]): Promise<void> {
  for (const event of events) await insertEvent(tx, loan, event);
}

/** Events of a loan, newest first. */
export async function eventsOf(
  db: Queries,
  loan: number,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: LoanEvent[]; readonly total: number }> {
  const rows = await db.rows<EventRow>(sql`
    select * from loans_events where loan_id = ${loan} order by id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from loans_events where loan_id = ${loan}`,
  );
  return { rows: rows.map(eventOf), total };
}

/** Charged days of a loan in a range, by day. */
export async function chargedDays(
  db: Queries,
  loan: number,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, LoanEvent>> {
  const rows = await db.rows<EventRow>(sql`
    select * from loans_events where loan_id = ${loan} and day between ${from} and ${to}`);
  return new Map(rows.map((row) => [row.day ?? 0, eventOf(row)]));
}

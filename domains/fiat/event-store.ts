import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { PaymentEvent } from '@karat/platform/payments';

/** Stores an event; false if the provider has sent it before. */
export const insertEvent = async (
  tx: Tx,
  provider: string,
  event: PaymentEvent,
  at: number,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into fiat_events (provider, event_id, kind, payment, amount, currency, outcome, at)
    values (${provider}, ${event.id}, ${event.kind}, ${event.payment}, ${format(event.amount)}, ${event.currency},
      'received', to_timestamp(${at} / 1000.0))
    on conflict do nothing`)) === 1;

export const noteOutcome = (
  tx: Tx,
  provider: string,
  event: string,
  outcome: string,
  order: number | null,
): Promise<number> =>
  tx.run(sql`
    update fiat_events set outcome = ${outcome}, order_id = ${order}
    where provider = ${provider} and event_id = ${event}`);

/** Returns true if a payment is refunded already: the refund event may arrive before the payment event. */
export const wasRefunded = async (tx: Tx, provider: string, payment: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1 from fiat_events where provider = ${provider} and payment = ${payment} and kind = 'refunded' limit 1`)) !==
  undefined;

export interface StoredEvent {
  readonly id: string;
  readonly kind: string;
  readonly amount: Amount;
  readonly outcome: string;
  readonly at: number;
}

const SHOWN_MAX = 50;

export async function eventsOf(db: Queries, order: number): Promise<StoredEvent[]> {
  const rows = await db.rows<Omit<StoredEvent, 'amount'> & { amount: string }>(sql`
    select event_id as id, kind, amount, outcome, at from fiat_events where order_id = ${order}
    order by at, event_id limit ${SHOWN_MAX}`);
  return rows.map((row) => ({ ...row, amount: amount(row.amount) }));
}

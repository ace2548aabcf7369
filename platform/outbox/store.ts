import { join, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** Payload of an event; plain JSON, amounts as decimal strings. */
export type EventPayload = Readonly<Record<string, string | number | boolean | null>>;

export interface OutboxEvent {
  readonly id: number;
  readonly topic: string;
  readonly payload: EventPayload;
  /** Unix ms. */
  readonly at: number;
}

/** Position of a consumer: after this event of this transaction. */
export interface Cursor {
  readonly writer: string;
  readonly id: number;
}

export interface ConsumerRow extends Cursor {
  readonly attempts: number;
}

/** Writes an event in the transaction of its cause. */
export async function emit(
  tx: Tx,
  event: { readonly topic: string; readonly payload: EventPayload; readonly at: number },
): Promise<void> {
  await tx.run(sql`
    insert into platform_outbox (topic, payload, at)
    values (${event.topic}, ${JSON.stringify(event.payload)}::jsonb, to_timestamp(${event.at} / 1000.0))`);
}

/** Returns the end of the events complete now: a consumer that starts here receives only later events. */
export const tail = (db: Queries): Promise<Cursor> =>
  db.one<Cursor>(sql`select pg_snapshot_xmin(pg_current_snapshot())::text as writer, 0::bigint as id`);

/**
 * Returns events after a position in commit-safe order, of the named topics. Ordered by the column, not by its text
 * alias.
 */
export const eventsAfter = (
  db: Queries,
  cursor: Cursor,
  topics: readonly string[],
  limit: number,
): Promise<(OutboxEvent & Cursor)[]> =>
  db.rows<OutboxEvent & Cursor>(sql`
    select id, writer::text as writer, topic, payload, at from platform_outbox
    where (writer, id) > (${cursor.writer}::text::xid8, ${cursor.id}::bigint)
      and writer < pg_snapshot_xmin(pg_current_snapshot())
      and topic in (${join(topics)})
    order by platform_outbox.writer, platform_outbox.id limit ${limit}`);

export const registerConsumer = (db: Queries, name: string, from: Cursor, now: number): Promise<number> =>
  db.run(sql`
    insert into platform_outbox_consumers (name, writer, id, try_at)
    values (${name}, ${from.writer}::text::xid8, ${from.id}, to_timestamp(${now} / 1000.0))
    on conflict (name) do nothing`);

/** Locks a consumer's position; undefined if another process holds it or it is backing off. */
export const lockConsumer = (tx: Tx, name: string, now: number): Promise<ConsumerRow | undefined> =>
  tx.maybe<ConsumerRow>(sql`
    select writer::text as writer, id, attempts from platform_outbox_consumers
    where name = ${name} and try_at <= to_timestamp(${now} / 1000.0) for update skip locked`);

export const advanceConsumer = (tx: Tx, name: string, to: Cursor): Promise<number> =>
  tx.run(sql`
    update platform_outbox_consumers
    set writer = ${to.writer}::text::xid8, id = ${to.id}, attempts = 0, last_error = null where name = ${name}`);

export const delayConsumer = (tx: Tx, name: string, error: string, tryAt: number): Promise<number> =>
  tx.run(sql`
    update platform_outbox_consumers
    set attempts = attempts + 1, last_error = ${error}, try_at = to_timestamp(${tryAt} / 1000.0) where name = ${name}`);

export const refuseEvent = (
  tx: Tx,
  consumer: string,
  event: OutboxEvent,
  error: string,
  now: number,
): Promise<number> =>
  tx.run(sql`
    insert into platform_outbox_refused (consumer, event, topic, payload, error, at)
    values (${consumer}, ${event.id}, ${event.topic}, ${JSON.stringify(event.payload)}::jsonb, ${error},
      to_timestamp(${now} / 1000.0))
    on conflict do nothing`);

/** Returns consumers blocked by a failing event. */
export async function blockedConsumers(db: Queries): Promise<readonly string[]> {
  const rows = await db.rows<{ name: string }>(
    sql`select name from platform_outbox_consumers where attempts > 0 order by name`,
  );
  return rows.map(({ name }) => name);
}

/** Returns the moment of the oldest event that each consumer has not processed, unix ms; null if it has processed all. */
export const consumerLag = (
  db: Queries,
): Promise<readonly { readonly name: string; readonly oldestMs: number | null }[]> =>
  db.rows(sql`
    select c.name, o.at as "oldestMs" from platform_outbox_consumers c
    left join lateral (
      select at from platform_outbox where (writer, id) > (c.writer, c.id) order by writer, id limit 1
    ) o on true
    order by c.name`);

const PRUNE_BATCH = 5_000;

/** Deletes events older than a moment that every consumer has processed. Returns the count. */
export const pruneOutbox = (db: Queries, before: number): Promise<number> =>
  db.run(sql`
    delete from platform_outbox where id in (
      select o.id from platform_outbox o
      where o.at < to_timestamp(${before} / 1000.0)
        and not exists (
          select 1 from platform_outbox_consumers c where (o.writer, o.id) > (c.writer, c.id))
      order by o.id limit ${PRUNE_BATCH})`);

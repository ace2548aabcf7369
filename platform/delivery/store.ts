import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Channel, Outgoing } from './message.ts';

/**
 * Puts a message into the development outbox. With `deliver` false the same statement runs and stores nothing, so that
 * its duration does not reveal whether a message was sent.
 */
export const insertDevMessage = (tx: Tx, channel: Channel, message: Outgoing, now: number): Promise<number> =>
  tx.run(sql`
    insert into platform_dev_outbox (channel, receiver, lang, subject, body, created_at)
    select ${channel}, ${message.to}, ${message.lang}, ${message.subject ?? ''}, ${message.body},
      to_timestamp(${now} / 1000.0)
    where ${message.deliver ?? true}::boolean`);

const DEV_OUTBOX_MAX = 1_000;

/** Deletes all but the newest thousand. */
export const trimDevOutbox = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from platform_dev_outbox
    where id <= (select max(id) from platform_dev_outbox) - ${DEV_OUTBOX_MAX}::bigint`);

/** Queues a message and its due work in one statement, so that both values of `deliver` cost the same. */
export const queueMessage = (
  tx: Tx,
  kind: string,
  channel: Channel,
  message: Outgoing,
  times: { readonly now: number; readonly expires: number },
): Promise<number> =>
  tx.run(sql`
    with queued as (
      insert into platform_outgoing (channel, receiver, lang, subject, body, created_at, expires_at)
      select ${channel}, ${message.to}, ${message.lang}, ${message.subject ?? ''}, ${message.body},
        to_timestamp(${times.now} / 1000.0), to_timestamp(${times.expires} / 1000.0)
      where ${message.deliver ?? true}::boolean
      returning id)
    insert into platform_work (kind, subject, due_at, try_at)
    select ${kind}, queued.id::text, to_timestamp(${times.now} / 1000.0), to_timestamp(${times.now} / 1000.0) from queued`);

export interface QueuedMessage {
  readonly id: number;
  readonly receiver: string;
  readonly lang: string;
  readonly subject: string;
  readonly body: string;
  readonly expiresMs: number;
}

/** Takes a message out of the queue in the transaction that hands it over. */
export const takeMessage = (tx: Tx, id: number): Promise<QueuedMessage | undefined> =>
  tx.maybe<QueuedMessage>(sql`
    delete from platform_outgoing where id = ${id}
    returning id, receiver, lang, subject, body, expires_at as "expiresMs"`);

const EXPIRED_BATCH = 1_000;

/** Deletes expired messages; skips those locked by another worker. */
export const dropExpired = (tx: Tx, now: number): Promise<number> =>
  tx.run(sql`
    delete from platform_outgoing where id in (
      select id from platform_outgoing where expires_at <= to_timestamp(${now} / 1000.0)
      order by expires_at limit ${EXPIRED_BATCH} for update skip locked)`);

export interface OutgoingStatus {
  readonly waiting: number;
  /** Unix ms at which the oldest message was queued. */
  readonly oldestMs: number | null;
  /** Last refusal of the provider. */
  readonly failure: string | null;
}

/** Messages of a channel that no provider has accepted yet. */
export const outgoingStatus = (db: Queries, channel: Channel): Promise<OutgoingStatus> =>
  db.one<OutgoingStatus>(sql`
    select count(*) as waiting, min(o.created_at) as "oldestMs", max(w.last_error) as failure
    from platform_outgoing o
    left join platform_work w on w.kind = ${`${channel}:deliver`} and w.subject = o.id::text and w.state = 'waiting'
    where o.channel = ${channel}`);

export interface DevMessage {
  readonly id: number;
  readonly channel: Channel;
  readonly receiver: string;
  readonly lang: string;
  readonly subject: string;
  readonly body: string;
  readonly createdMs: number;
}

/** Returns the development outbox, newest first, with the total count. */
export async function listOutbox(
  db: Queries,
  page: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: DevMessage[]; readonly total: number }> {
  const rows = await db.rows<DevMessage>(sql`
    select id, channel, receiver, lang, subject, body, created_at as "createdMs" from platform_dev_outbox
    order by id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from platform_dev_outbox`);
  return { rows, total };
}

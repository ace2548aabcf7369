import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { TYPING_MS } from './rules.ts';

export type Side = 'customer' | 'operator';

/** Marks a side of a conversation as typing for five seconds. Returns the count of rows. */
export const markTyping = (db: Queries, conversation: number, side: Side, now: number): Promise<number> =>
  db.run(sql`
    insert into support_typing (conversation_id, side, until_at)
    values (${conversation}, ${side}, to_timestamp(${now + TYPING_MS} / 1000.0))
    on conflict (conversation_id, side) do update set until_at = excluded.until_at`);

/** Whether a side of a conversation is typing. */
export const isTyping = async (
  db: Queries,
  conversation: number,
  side: Side,
  now: number,
): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 as found from support_typing
    where conversation_id = ${conversation} and side = ${side} and until_at > to_timestamp(${now} / 1000.0)`)) !==
  undefined;

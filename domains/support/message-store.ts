import type { SupportAuthor, SupportEvent } from '@karat/contract';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Conversation, Reference, SupportMessage } from './types.ts';

const columns = sql`id, conversation_id as "conversationId", seq, author, sender, client_id as "clientId", text, event, file,
  reference, created_at as "createdMs"`;

/** Returns the message that a sender has sent with a client id. */
export const messageByClientId = (
  db: Queries,
  sender: string,
  clientId: string,
): Promise<SupportMessage | undefined> =>
  db.maybe<SupportMessage>(
    sql`select ${columns} from support_messages where sender = ${sender} and client_id = ${clientId}`,
  );

export interface MessageWindow {
  readonly after: number | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

/** Returns messages by number, oldest first: after a number, else the newest, or the newest before one. */
export async function messagesOf(
  db: Queries,
  conversation: number,
  { after, before, limit }: MessageWindow,
): Promise<SupportMessage[]> {
  if (after !== undefined)
    return db.rows<SupportMessage>(sql`
      select ${columns} from support_messages where conversation_id = ${conversation} and seq > ${after}
      order by seq limit ${limit}`);
  const rows = await db.rows<SupportMessage>(sql`
    select ${columns} from support_messages
    where conversation_id = ${conversation} ${before === undefined ? empty : sql`and seq < ${before}`}
    order by seq desc limit ${limit}`);
  return rows.toReversed();
}

/** Returns the address of a message's picture if the message is in a conversation of this customer. */
export const pictureOfMessage = async (
  db: Queries,
  { id, userId, visitorEmail }: Conversation,
  message: number,
): Promise<string | undefined> =>
  (
    await db.maybe<{ file: string }>(sql`
      select m.file from support_messages m join support_conversations c on c.id = m.conversation_id
      where m.id = ${message} and c.id = ${id} and m.file is not null
        and c.user_id is not distinct from ${userId}::bigint
        and c.visitor_email is not distinct from ${visitorEmail}::text`)
  )?.file;

export interface NewMessage {
  readonly conversationId: number;
  readonly author: SupportAuthor;
  readonly sender: string;
  readonly clientId: string | null;
  readonly text: string;
  readonly event?: SupportEvent;
  readonly file?: string | null;
  readonly reference?: Reference | null;
  readonly at: number;
}

const TEASER = 120;

/**
 * Adds a message with the next number of its conversation, whose row the caller has locked; undefined if the sender has used
 * the client id.
 */
export const insertMessage = async (tx: Tx, message: NewMessage): Promise<SupportMessage | undefined> => {
  const { conversationId, author, sender, clientId, text, event = null, file = null, at } = message;
  const reference = message.reference ? JSON.stringify(message.reference) : null;
  const stored = await tx.maybe<SupportMessage>(sql`
    insert into support_messages (conversation_id, seq, author, sender, client_id, text, event, file, reference, created_at)
    select ${conversationId}, c.last_seq + 1, ${author}, ${sender}, ${clientId}, ${text}, ${event}, ${file},
      ${reference}::jsonb, to_timestamp(${at} / 1000.0)
    from support_conversations c where c.id = ${conversationId}
    on conflict (sender, client_id) where client_id is not null do nothing
    returning ${columns}`);
  if (!stored) return undefined;
  const isCustomer = author === 'customer';
  const isOperator = author === 'operator';
  await tx.run(sql`
    update support_conversations set last_seq = ${stored.seq}, last_at = to_timestamp(${at} / 1000.0),
      last_text = case when ${author === 'system'} then last_text else ${text.slice(0, TEASER)} end,
      unread = unread + ${isOperator ? 1 : 0}, unanswered = unanswered + ${isCustomer ? 1 : 0},
      waiting_since = case when ${isOperator} then null when ${isCustomer} then coalesce(waiting_since, to_timestamp(${at} / 1000.0))
        else waiting_since end,
      first_answer_at = case when ${isOperator} then coalesce(first_answer_at, to_timestamp(${at} / 1000.0)) else first_answer_at end
    where id = ${conversationId}`);
  return stored;
};

/** Moves all messages of a conversation behind those of another one; both rows are locked. Returns the count. */
export async function moveMessages(tx: Tx, from: number, into: number): Promise<number> {
  const moved = await tx.run(sql`
    update support_messages m set conversation_id = ${into}, seq = m.seq + c.last_seq
    from support_conversations c where m.conversation_id = ${from} and c.id = ${into}`);
  await tx.run(sql`
    update support_conversations c set last_seq = c.last_seq + f.last_seq,
      read_seq = case when c.unread + f.unread = 0 then c.last_seq + f.last_seq else c.read_seq end,
      operator_read_seq = case when c.unanswered + f.unanswered = 0 then c.last_seq + f.last_seq else c.operator_read_seq end,
      waiting_since = least(c.waiting_since, f.waiting_since)
    from support_conversations f where c.id = ${into} and f.id = ${from}`);
  await tx.run(sql`
    update support_conversations c set
      unread = (select count(*) from support_messages m
        where m.conversation_id = c.id and m.author = 'operator' and m.seq > c.read_seq),
      unanswered = (select count(*) from support_messages m
        where m.conversation_id = c.id and m.author = 'customer' and m.seq > c.operator_read_seq)
    where c.id = ${into}`);
  await tx.run(sql`
    update support_conversations set last_seq = 0, read_seq = 0, operator_read_seq = 0, unread = 0, unanswered = 0,
      waiting_since = null where id = ${from}`);
  return moved;
}

export interface Note {
  readonly id: number;
  readonly author: string;
  readonly text: string;
  readonly createdMs: number;
}

export const insertNote = (
  tx: Tx,
  note: {
    readonly conversationId: number;
    readonly author: string;
    readonly text: string;
    readonly at: number;
  },
): Promise<Note> =>
  tx.one<Note>(sql`
    insert into support_notes (conversation_id, author, text, created_at)
    values (${note.conversationId}, ${note.author}, ${note.text}, to_timestamp(${note.at} / 1000.0))
    returning id, author, text, created_at as "createdMs"`);

export const moveNotes = (tx: Tx, from: number, into: number): Promise<number> =>
  tx.run(sql`update support_notes set conversation_id = ${into} where conversation_id = ${from}`);

/** Returns the internal notes of a conversation, oldest first. */
export const notesOf = (db: Queries, conversation: number): Promise<Note[]> =>
  db.rows<Note>(sql`
    select id, author, text, created_at as "createdMs" from support_notes
    where conversation_id = ${conversation} order by id`);

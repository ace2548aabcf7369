import type { SupportKind, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { Conversation, Customer } from './types.ts';

/** Positions beyond are not counted. */
const POSITION_MAX = 1_000;
const position = sql`case when c.state = 'waiting' then (select count(*) + 1 from (select 1 from support_conversations w
  where w.state = 'waiting' and (w.queued_at, w.id) < (c.queued_at, c.id) limit ${POSITION_MAX - 1}) ahead) end`;
const ownColumns = sql`c.id, c.user_id as "userId", c.visitor_email as "visitorEmail", c.lang, c.kind, c.state, c.subject, c.assignee,
  c.assignee_name as "assigneeName", c.last_seq as "lastSeq", c.read_seq as "readSeq",
  c.operator_read_seq as "operatorReadSeq", c.unread, c.unanswered, c.waiting_since as "waitingSinceMs",
  c.first_answer_at as "firstAnswerMs", c.last_text as "lastText", c.last_at as "lastMs", c.rating,
  c.rating_comment as "ratingComment", c.transcript_at as "transcriptMs", c.created_at as "createdMs",
  c.closed_at as "closedMs", c.merged_into as "mergedInto"`;
const columns = sql`${ownColumns}, ${position} as "queuePosition"`;
/** Without the place in the queue, which no action needs. */
const lockedColumns = sql`${ownColumns}, null::bigint as "queuePosition"`;

const ofCustomer = (customer: Customer): Sql =>
  customer.kind === 'user' ? sql`c.user_id = ${customer.userId}` : sql`c.visitor_email = ${customer.email}`;

export const conversationById = (db: Queries, id: number): Promise<Conversation | undefined> =>
  db.maybe<Conversation>(sql`select ${columns} from support_conversations c where c.id = ${id}`);

/** Returns a conversation if it belongs to the customer. */
export const conversationOf = (
  db: Queries,
  customer: Customer,
  id: number,
): Promise<Conversation | undefined> =>
  db.maybe<Conversation>(
    sql`select ${columns} from support_conversations c where c.id = ${id} and ${ofCustomer(customer)}`,
  );

/** Locks a conversation until the transaction ends. */
export const lockConversation = (tx: Tx, id: number): Promise<Conversation | undefined> =>
  tx.maybe<Conversation>(
    sql`select ${lockedColumns} from support_conversations c where c.id = ${id} for update`,
  );

/** Locks a conversation of the customer until the transaction ends. */
export const lockConversationOf = (
  tx: Tx,
  customer: Customer,
  id: number,
): Promise<Conversation | undefined> =>
  tx.maybe<Conversation>(
    sql`select ${lockedColumns} from support_conversations c where c.id = ${id} and ${ofCustomer(customer)} for update`,
  );

/** Returns the conversation of a visitor's token, or the one that took over its messages. */
export const conversationOfToken = (db: Queries, token: Uint8Array): Promise<Conversation | undefined> =>
  db.maybe<Conversation>(sql`
    select ${columns} from support_conversations c
    where c.id = (select coalesce(t.merged_into, t.id) from support_conversations t where t.visitor_token = ${token})`);

/** Returns the id of a user's open chat. */
export const openChatOf = async (db: Queries, user: UserId): Promise<number | undefined> =>
  (
    await db.maybe<{ id: number }>(
      sql`select id from support_conversations where user_id = ${user} and state <> 'closed' and kind = 'chat'`,
    )
  )?.id;

/** Returns the open chat of a user, else the newest conversation. */
export const currentConversation = (db: Queries, user: UserId): Promise<Conversation | undefined> =>
  db.maybe<Conversation>(sql`
    select ${columns} from support_conversations c where c.user_id = ${user} and c.merged_into is null
    order by (c.state <> 'closed' and c.kind = 'chat') desc, c.last_at desc limit 1`);

export interface NewConversation {
  readonly customer: Customer;
  /** Hash of a visitor's secret. */
  readonly token: Uint8Array | null;
  readonly lang: Lang;
  readonly kind: SupportKind;
  readonly subject: string;
  readonly at: number;
}

/** Opens a conversation; undefined if the user has an open chat already. */
export const insertConversation = async (tx: Tx, added: NewConversation): Promise<number | undefined> => {
  const { customer, token, lang, kind, subject, at } = added;
  const row = await tx.maybe<{ id: number }>(sql`
    insert into support_conversations
      (user_id, visitor_email, visitor_token, lang, kind, state, subject, queued_at, last_at, created_at)
    values (${customer.kind === 'user' ? customer.userId : null}, ${customer.kind === 'visitor' ? customer.email : null},
      ${token}, ${lang}, ${kind}, 'waiting', ${subject}, to_timestamp(${at} / 1000.0), to_timestamp(${at} / 1000.0),
      to_timestamp(${at} / 1000.0))
    on conflict do nothing returning id`);
  return row?.id;
};

/** Returns how many tickets (of a visitor: conversations) are open. */
export const openTickets = async (db: Queries, customer: Customer): Promise<number> =>
  (
    await db.one<{ n: number }>(sql`
      select count(*) as n from support_conversations c where ${ofCustomer(customer)} and c.state <> 'closed'
        ${customer.kind === 'user' ? sql`and c.kind = 'ticket'` : empty}`)
  ).n;

/** Returns a page of a user's conversations, newest message first. */
export async function conversationsOf(
  db: Queries,
  user: UserId,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: Conversation[]; readonly total: number }> {
  const where = sql`where c.user_id = ${user} and c.merged_into is null`;
  const rows = await db.rows<Conversation>(sql`
    select ${columns} from support_conversations c ${where}
    order by c.last_at desc, c.id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from support_conversations c ${where}`,
  );
  return { rows, total };
}

export const unreadOf = async (db: Queries, user: UserId): Promise<number> =>
  (
    await db.one<{ n: number }>(
      sql`select coalesce(sum(unread), 0) as n from support_conversations where user_id = ${user}`,
    )
  ).n;

export const waitingChats = async (db: Queries): Promise<number> =>
  (
    await db.one<{ n: number }>(
      sql`select count(*) as n from support_conversations where state = 'waiting' and kind = 'chat'`,
    )
  ).n;

/** Marks messages of operators as read by the customer, up to a number; earlier marks stay. Returns what is unread. */
export const markReadByCustomer = async (tx: Tx, id: number, seq: number): Promise<number> =>
  (
    await tx.one<{ unread: number }>(sql`
      update support_conversations c set read_seq = greatest(c.read_seq, least(${seq}::integer, c.last_seq)),
        unread = (select count(*) from support_messages m where m.conversation_id = c.id and m.author = 'operator'
          and m.seq > greatest(c.read_seq, least(${seq}::integer, c.last_seq)))
      where c.id = ${id} returning c.unread`)
  ).unread;

/** The same for operators. Returns the count of conversations. */
export const markReadByOperators = (tx: Tx, id: number, seq: number): Promise<number> =>
  tx.run(sql`
    update support_conversations c set operator_read_seq = greatest(c.operator_read_seq, least(${seq}::integer, c.last_seq)),
      unanswered = (select count(*) from support_messages m where m.conversation_id = c.id and m.author = 'customer'
        and m.seq > greatest(c.operator_read_seq, least(${seq}::integer, c.last_seq)))
    where c.id = ${id}`);

export const assign = (
  tx: Tx,
  id: number,
  operator: { readonly login: string; readonly name: string } | null,
): Promise<number> =>
  tx.run(sql`
    update support_conversations set assignee = ${operator?.login ?? null}, assignee_name = ${operator?.name ?? null},
      state = ${operator === null ? 'waiting' : 'active'}
    where id = ${id}`);

export const close = (tx: Tx, id: number, by: 'customer' | 'operator', at: number): Promise<number> =>
  tx.run(sql`
    update support_conversations set state = 'closed', closed_at = to_timestamp(${at} / 1000.0), closed_by = ${by}
    where id = ${id}`);

export const noteMerged = (tx: Tx, id: number, into: number): Promise<number> =>
  tx.run(sql`update support_conversations set merged_into = ${into} where id = ${id} or merged_into = ${id}`);

export const saveRating = (tx: Tx, id: number, stars: number, comment: string): Promise<number> =>
  tx.run(
    sql`update support_conversations set rating = ${stars}, rating_comment = ${comment} where id = ${id}`,
  );

export const noteTranscript = (tx: Tx, id: number, at: number): Promise<number> =>
  tx.run(sql`update support_conversations set transcript_at = to_timestamp(${at} / 1000.0) where id = ${id}`);

export { columns as conversationColumns };

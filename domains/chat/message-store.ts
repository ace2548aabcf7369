import type { ChatHold, ChatMessageState, ChatReportReason, UserId } from '@karat/contract';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { ChatMessage } from './types.ts';

const columns = sql`m.id, m.room_id as "roomId", m.author_id as "authorId", a.user_id as "userId",
  m.client_id as "clientId", m.seq, m.state, m.text, m.nickname, m.vip_level as "vipLevel", m.reply_to as "replyId",
  r.nickname as "replyNickname", case when r.state = 'shown' then r.text end as "replyText", m.holds,
  m.decided_by as "decidedBy", m.decided_at as "decidedMs", m.created_at as "createdMs"`;
const from = sql`from chat_messages m join chat_authors a on a.id = m.author_id left join chat_messages r on r.id = m.reply_to`;

export const messageById = (db: Queries, id: number): Promise<ChatMessage | undefined> =>
  db.maybe<ChatMessage>(sql`select ${columns} ${from} where m.id = ${id}`);

/** Locks a message until the transaction ends. */
export const lockMessage = (tx: Tx, id: number): Promise<ChatMessage | undefined> =>
  tx.maybe<ChatMessage>(sql`select ${columns} ${from} where m.id = ${id} for update of m`);

/** Returns the message that an author has sent with a client id. */
export const messageByClientId = (
  db: Queries,
  user: UserId,
  clientId: string,
): Promise<ChatMessage | undefined> =>
  db.maybe<ChatMessage>(
    sql`select ${columns} ${from} where a.user_id = ${user} and m.client_id = ${clientId}`,
  );

/** Returns messages by author and client id. */
export const messagesByClientIds = (
  db: Queries,
  sent: readonly { readonly user: UserId; readonly clientId: string }[],
): Promise<ChatMessage[]> =>
  db.rows<ChatMessage>(sql`
    select ${columns} ${from}
    join unnest(${sent.map(({ user }) => user)}::bigint[], ${sent.map(({ clientId }) => clientId)}::text[]) as s (user_id, client_id)
      on s.user_id = a.user_id and s.client_id = m.client_id`);

export const messagesByIds = async (db: Queries, ids: readonly number[]): Promise<ChatMessage[]> =>
  ids.length === 0
    ? []
    : db.rows<ChatMessage>(sql`select ${columns} ${from} where m.id = any(${[...ids]}::bigint[])`);

/** A message that is to be stored. */
export type NewMessage = Omit<ChatMessage, 'id' | 'roomId' | 'seq' | 'decidedBy' | 'decidedMs' | 'createdMs'>;

/**
 * Stores messages of a room in their order. Shown ones take the next numbers of the room, which stays locked until the commit,
 * so that readers never see a later number first.
 */
export async function insertMessages(
  tx: Tx,
  roomId: number,
  added: readonly NewMessage[],
  at: number,
): Promise<ChatMessage[]> {
  if (added.length === 0) return [];
  const isShown = ({ state }: NewMessage): boolean => state === 'shown';
  const places = added.map((message, index) =>
    isShown(message) ? added.slice(0, index + 1).filter((each) => isShown(each)).length : 0,
  );
  const count = Math.max(...places);
  const rows = await tx.rows<{ id: number; seq: number; authorId: number; clientId: string }>(sql`
    with numbered as (
      update chat_rooms set last_seq = last_seq + ${count}, last_at = to_timestamp(${at} / 1000.0)
      where id = ${roomId} and ${count > 0}::boolean returning last_seq)
    insert into chat_messages (room_id, author_id, client_id, seq, state, text, nickname, vip_level, reply_to, holds, created_at)
    select ${roomId}, author, client, case when place = 0 then 0 else (select last_seq from numbered) - ${count} + place end,
      state, text, nickname, vip, reply, coalesce(string_to_array(nullif(holds, ''), ','), '{}'), to_timestamp(${at} / 1000.0)
    from unnest(${added.map(({ authorId }) => authorId)}::bigint[], ${added.map(({ clientId }) => clientId)}::text[],
      ${places}::int[], ${added.map(({ state }) => state)}::text[], ${added.map(({ text }) => text)}::text[],
      ${added.map(({ nickname }) => nickname)}::text[], ${added.map(({ vipLevel }) => vipLevel)}::int[],
      ${added.map(({ replyId }) => replyId)}::bigint[], ${added.map(({ holds }) => holds.join(','))}::text[])
      with ordinality as n (author, client, place, state, text, nickname, vip, reply, holds, nth)
    order by nth
    returning id, seq, author_id as "authorId", client_id as "clientId"`);
  const stored = new Map(rows.map((row) => [`${row.authorId}:${row.clientId}`, row]));
  return added.map((message) => {
    const { id = 0, seq = 0 } = stored.get(`${message.authorId}:${message.clientId}`) ?? {};
    return { ...message, id, seq, roomId, decidedBy: null, decidedMs: null, createdMs: at };
  });
}

/** Stores the state of a message after a decision; `by` null: reports of readers. */
export const saveState = (
  tx: Tx,
  id: number,
  change: {
    readonly state: ChatMessageState;
    readonly seq: number;
    readonly holds: readonly ChatHold[];
    readonly by: string | null;
    readonly at: number;
  },
): Promise<number> =>
  tx.run(sql`
    update chat_messages set state = ${change.state}, seq = ${change.seq}, holds = ${[...change.holds]}::text[],
      decided_by = ${change.by},
      decided_at = case when ${change.by}::text is null then null else to_timestamp(${change.at} / 1000.0) end
    where id = ${id}`);

/** Hides the messages of authors that a reader has blocked. */
const notBlockedBy = (reader: UserId | undefined): Sql =>
  reader === undefined
    ? empty
    : sql`and not exists (select 1 from chat_blocks b where b.user_id = ${reader} and b.author_id = m.author_id)`;

export interface MessageWindow {
  readonly after: number | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

/** Returns messages of a room that have been shown: changed after a number, by number, else older ones, by id. */
export async function messagesOfRoom(
  db: Queries,
  room: number,
  reader: UserId | undefined,
  { after, before, limit }: MessageWindow,
): Promise<ChatMessage[]> {
  const where = sql`where m.room_id = ${room} and m.seq > 0 ${notBlockedBy(reader)}`;
  if (after !== undefined)
    return db.rows<ChatMessage>(
      sql`select ${columns} ${from} ${where} and m.seq > ${after} order by m.seq limit ${limit}`,
    );
  const rows = await db.rows<ChatMessage>(sql`
    select ${columns} ${from} ${where} ${before === undefined ? empty : sql`and m.id < ${before}`}
    order by m.id desc limit ${limit}`);
  return rows.toReversed();
}

/** Returns an author's messages that wait for a moderator in a room, newest first. */
export const heldMessagesOf = (
  db: Queries,
  user: UserId,
  room: number,
  limit: number,
): Promise<ChatMessage[]> =>
  db.rows<ChatMessage>(sql`
    select ${columns} ${from} where a.user_id = ${user} and m.room_id = ${room} and m.state = 'held'
    order by m.id desc limit ${limit}`);

/** Returns when an author last wrote to a room, unix ms. */
export const lastMessageMs = async (db: Queries, author: number, room: number): Promise<number | undefined> =>
  (
    await db.maybe<{ at: number }>(sql`
      select created_at as at from chat_messages where author_id = ${author} and room_id = ${room}
      order by created_at desc limit 1`)
  )?.at;

/** The same for many authors, by author. */
export const lastMessagesMs = async (
  db: Queries,
  authors: readonly number[],
  room: number,
): Promise<[number, number][]> => {
  const rows = await db.rows<{ author: number; at: number }>(sql`
    select a.id as author, m.created_at as at from unnest(${[...authors]}::bigint[]) as a (id)
    join lateral (select created_at from chat_messages where author_id = a.id and room_id = ${room}
      order by created_at desc limit 1) m on true`);
  return rows.map(({ author, at }) => [author, at]);
};

/** Stores a report; false if the reader has reported the message before. */
export const insertReport = async (
  tx: Tx,
  report: {
    readonly messageId: number;
    readonly user: UserId;
    readonly reason: ChatReportReason;
    readonly comment: string;
    readonly at: number;
  },
): Promise<boolean> =>
  (await tx.run(sql`
    insert into chat_reports (message_id, user_id, reason, comment, created_at)
    values (${report.messageId}, ${report.user}, ${report.reason}, ${report.comment}, to_timestamp(${report.at} / 1000.0))
    on conflict do nothing`)) > 0;

export const openReports = async (db: Queries, message: number): Promise<number> =>
  (
    await db.one<{ n: number }>(
      sql`select count(*) as n from chat_reports where message_id = ${message} and closed_at is null`,
    )
  ).n;

export const closeReports = (tx: Tx, message: number, at: number): Promise<number> =>
  tx.run(sql`
    update chat_reports set closed_at = to_timestamp(${at} / 1000.0) where message_id = ${message} and closed_at is null`);

export interface ReportRow {
  readonly messageId: number;
  readonly reason: ChatReportReason;
  readonly comment: string;
  readonly createdMs: number;
}

/** Returns the open reports of messages, oldest first. */
export const reportsOf = (db: Queries, messages: readonly number[]): Promise<ReportRow[]> =>
  db.rows<ReportRow>(sql`
    select message_id as "messageId", reason, comment, created_at as "createdMs" from chat_reports
    where message_id = any(${[...messages]}::bigint[]) and closed_at is null order by created_at`);

export interface ModerationFilter {
  readonly only: 'held' | 'reported' | 'removed' | 'all';
  readonly room: number | undefined;
  readonly author: number | undefined;
}

const matching = ({ only, room, author }: ModerationFilter): Sql => sql`
  where ${only === 'all' ? sql`true` : only === 'reported' ? sql`exists (select 1 from chat_reports p where p.message_id = m.id and p.closed_at is null)` : sql`m.state = ${only}`}
  ${room === undefined ? empty : sql`and m.room_id = ${room}`}
  ${author === undefined ? empty : sql`and m.author_id = ${author}`}`;

/** Returns messages for moderators, newest first, with the count of all matches. */
export async function messagesForModerators(
  db: Queries,
  filter: ModerationFilter,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: ChatMessage[]; readonly total: number }> {
  const rows = await db.rows<ChatMessage>(sql`
    select ${columns} ${from} ${matching(filter)} order by m.id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from chat_messages m ${matching(filter)}`,
  );
  return { rows, total };
}

import { wireTime } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { maskedEmail } from './rules.ts';
import type { Conversation, Reference, SupportMessage } from './types.ts';

type Calls = Contract['support'];
export type ConversationView = Reply<Calls['support/close']>;
export type MessageView = Reply<Calls['support/send']>['message'];
export type ConsoleConversation = Reply<Calls['console/support_take']>;

export const conversationView = (row: Conversation): ConversationView => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  subject: row.subject,
  operator: row.assigneeName,
  queue_position: row.queuePosition,
  last_seq: row.lastSeq,
  read_seq: row.readSeq,
  operator_read_seq: row.operatorReadSeq,
  unread: row.unread,
  rating: row.rating,
  created_at: wireTime(row.createdMs),
  created_ms: row.createdMs,
  last_ms: row.lastMs,
  closed_ms: row.closedMs,
});

export const referenceView = ({ createdMs, ...row }: Reference) => ({
  kind: row.kind,
  id: row.id,
  title: row.title,
  detail: row.detail,
  created_ms: createdMs,
});

/** A message for a side: only the sender's side sees its client id. */
export const messageView = (row: SupportMessage, side: 'customer' | 'operator'): MessageView => ({
  id: row.id,
  conversation_id: row.conversationId,
  seq: row.seq,
  author: row.author,
  client_id: row.author === side ? row.clientId : null,
  text: row.text,
  event: row.event,
  file: row.file,
  reference: row.reference && referenceView(row.reference),
  created_at: wireTime(row.createdMs),
  created_ms: row.createdMs,
});

/** A conversation as operators see it, with the nickname of its user. */
export const consoleView = (row: Conversation, nickname: string | undefined): ConsoleConversation => ({
  ...conversationView(row),
  uid: row.userId,
  name: row.visitorEmail === null ? (nickname ?? '') : maskedEmail(row.visitorEmail),
  visitor: row.visitorEmail !== null,
  lang: row.lang,
  assignee: row.assignee,
  unanswered: row.unanswered,
  waiting_since_ms: row.waitingSinceMs,
  last_text: row.lastText,
  rating_comment: row.ratingComment,
  merged_into: row.mergedInto,
});

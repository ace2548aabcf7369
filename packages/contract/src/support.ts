import * as z from 'zod';
import { get, post } from './call.ts';
import { code6, receiver } from './identity.ts';
import { contactCodeRefusals } from './refusal-groups.ts';
import { done, limit, oneOf, optional, pageOf, paging, rowId, text, timeMs } from './scalars.ts';
import {
  clientMessageId,
  messageList,
  messageWindow,
  reference,
  referenceKind,
  sentMessage,
  supportConversation,
  supportPicture,
  supportText,
} from './support-shapes.ts';

const messagesMax = limit(100, 50);
const stars = oneOf(1, 2, 3, 4, 5);
const rating = { stars, comment: optional(text(500)) };
const subject = text(120, 3);
/** What a user's message may carry beside its text. */
const attachments = {
  /** Address that the call `upload` returned to the same user. */
  file: optional(text(200, 1)),
  reference_kind: optional(referenceKind),
  reference_id: optional(rowId),
};
const attachmentRefusals = ['image_invalid', 'support_reference_unknown', 'support_empty'] as const;

const minuteOfDay = z.number();
const status = z.object({
  /** Whether a chat can begin now; otherwise the form of `support/ticket` is shown. */
  open: z.boolean(),
  time_zone: z.string(),
  /** Opening hours in that time zone; weekday 1 is Monday, minutes of the day, `to` up to 1440. */
  hours: z.array(z.object({ weekday: z.number(), from: minuteOfDay, to: minuteOfDay })),
  /** When it opens next; null while it is open or if it never opens. */
  opens_ms: timeMs.nullable(),
  /** Chats that wait for an operator. */
  waiting: z.number(),
  /** Unread answers in all conversations of the caller; 0 for a visitor. */
  unread: z.number(),
});

/** Conversations of users with customer service. Users see only their own. */
const ofUsers = {
  'support/conversation': get({
    who: 'user',
    effect: 'read',
    summary: 'The open chat of the caller, else the newest conversation; null if there is none.',
    input: z.object({}),
    reply: supportConversation.nullable(),
  }),
  'support/conversations': get({
    who: 'user',
    effect: 'read',
    summary: 'Own conversations and tickets, newest message first.',
    input: z.object({ ...paging }),
    reply: pageOf(supportConversation),
  }),
  'support/messages': get({
    who: 'user',
    effect: 'read',
    summary: 'Messages of an own conversation: after a number (resend), before one (history), or the newest.',
    input: z.object({ id: rowId, ...messageWindow, limit: messagesMax }),
    reply: messageList,
    refusals: ['support_unknown'],
  }),
  'support/send': post({
    who: 'user',
    effect: 'write',
    summary:
      'Sends a text, a picture of `upload`, or a reference to an own record. Without `id` it goes to the open chat or opens one. The same `client_id` is stored once and answers the first message.',
    perMinute: 40,
    input: z.object({
      id: optional(rowId),
      client_id: clientMessageId,
      text: optional(supportText),
      ...attachments,
    }),
    reply: sentMessage,
    refusals: ['support_unknown', 'support_closed', 'support_ended', ...attachmentRefusals],
  }),
  'support/ticket': post({
    who: 'user',
    effect: 'write',
    summary: 'Opens a ticket, at any hour. Answers arrive in the conversation and as a notification.',
    perMinute: 10,
    input: z.object({ client_id: clientMessageId, subject, text: supportText, ...attachments }),
    reply: sentMessage,
    refusals: ['support_too_many', ...attachmentRefusals],
  }),
  'support/picture': get({
    who: 'user',
    effect: 'read',
    summary: 'The picture of a message of an own conversation, of either side.',
    input: z.object({ id: rowId, message_id: rowId }),
    reply: supportPicture,
    replyKind: 'file',
    refusals: ['support_unknown'],
  }),
  'support/references': get({
    who: 'user',
    effect: 'read',
    summary: 'The newest own records of a kind, to refer to in a message.',
    input: z.object({ kind: referenceKind, limit: limit(50, 20) }),
    reply: z.array(reference),
  }),
  'support/read': post({
    who: 'user',
    effect: 'write',
    summary: 'Marks an own conversation as read up to a message number.',
    input: z.object({ id: rowId, seq: rowId }),
    reply: z.object({ unread: z.number() }),
    refusals: ['support_unknown'],
  }),
  'support/typing': post({
    who: 'user',
    effect: 'write',
    summary: 'Shows the operator for five seconds that the customer is typing.',
    perMinute: 40,
    input: z.object({ id: rowId }),
    reply: done,
    refusals: ['support_unknown'],
  }),
  'support/close': post({
    who: 'user',
    effect: 'write',
    summary: 'Closes an own conversation; it can be rated then.',
    input: z.object({ id: rowId }),
    reply: supportConversation,
    refusals: ['support_unknown'],
  }),
  'support/rate': post({
    who: 'user',
    effect: 'write',
    summary: 'Rates a closed own conversation, once.',
    input: z.object({ id: rowId, ...rating }),
    reply: supportConversation,
    refusals: ['support_unknown', 'support_not_closed', 'support_rated'],
  }),
  'support/transcript': post({
    who: 'user',
    effect: 'write',
    summary: 'Mails the messages of an own conversation to the e-mail of the account.',
    perMinute: 3,
    input: z.object({ id: rowId }),
    reply: done,
    refusals: ['support_unknown', 'support_no_email', 'support_transcript_limit'],
  }),
};

/** Secret of a visitor's conversation, from `support/visitor/start`. Polled: visitors have no private channel. */
const token = text(64, 20);

/** Visitors prove an e-mail address first. Nothing here depends on whether an account has that address. */
const ofVisitors = {
  'support/visitor/code': post({
    who: 'visitor',
    effect: 'write',
    summary:
      'Sends a six-digit code to an e-mail address; answers the same whether or not it has an account.',
    perMinute: 10,
    input: z.object({ email: receiver }),
    reply: done,
    refusals: ['receiver_invalid', 'too_many_attempts'],
  }),
  'support/visitor/start': post({
    who: 'visitor',
    effect: 'write',
    summary:
      'Opens a conversation with the code of the e-mail: a chat in opening hours, else a ticket. `token` is needed for all calls about it.',
    perMinute: 10,
    input: z.object({ email: receiver, code: code6, client_id: clientMessageId, subject, text: supportText }),
    reply: sentMessage.extend({ token: z.string() }),
    refusals: [...contactCodeRefusals, 'support_too_many'],
  }),
  'support/visitor/messages': post({
    who: 'visitor',
    effect: 'read',
    summary: 'Messages of the conversation of a token, as `support/messages`.',
    input: z.object({ token, ...messageWindow, limit: messagesMax }),
    reply: messageList,
    refusals: ['support_unknown'],
  }),
  'support/visitor/send': post({
    who: 'visitor',
    effect: 'write',
    summary:
      'Sends a text, or a picture of `support/visitor/upload`, to the conversation of a token. The same `client_id` is stored once.',
    perMinute: 20,
    input: z.object({
      token,
      client_id: clientMessageId,
      text: optional(supportText),
      file: attachments.file,
    }),
    reply: sentMessage,
    refusals: ['support_unknown', 'support_ended', 'image_invalid', 'support_empty'],
  }),
  'support/visitor/upload': post({
    who: 'visitor',
    effect: 'write',
    upload: 'file',
    summary:
      'Stores a picture for the conversation of a token and answers its address for `support/visitor/send`.',
    perMinute: 6,
    input: z.object({ token }),
    reply: z.string(),
    refusals: ['support_unknown', 'support_ended', 'image_invalid', 'too_many_requests'],
  }),
  'support/visitor/picture': post({
    who: 'visitor',
    effect: 'read',
    summary: 'The picture of a message in the conversation of a token, of either side.',
    input: z.object({ token, message_id: rowId }),
    reply: supportPicture,
    replyKind: 'file',
    refusals: ['support_unknown'],
  }),
  'support/visitor/read': post({
    who: 'visitor',
    effect: 'write',
    summary: 'Marks the conversation of a token as read up to a message number.',
    input: z.object({ token, seq: rowId }),
    reply: z.object({ unread: z.number() }),
    refusals: ['support_unknown'],
  }),
  'support/visitor/typing': post({
    who: 'visitor',
    effect: 'write',
    summary: 'Shows the operator for five seconds that the visitor is typing.',
    perMinute: 40,
    input: z.object({ token }),
    reply: done,
    refusals: ['support_unknown'],
  }),
  'support/visitor/close': post({
    who: 'visitor',
    effect: 'write',
    summary: 'Closes the conversation of a token, with or without a rating.',
    input: z.object({ token, stars: optional(stars), comment: rating.comment }),
    reply: supportConversation,
    refusals: ['support_unknown', 'support_rated'],
  }),
  'support/visitor/transcript': post({
    who: 'visitor',
    effect: 'write',
    summary: 'Mails the messages of the conversation of a token to its e-mail address.',
    perMinute: 3,
    input: z.object({ token }),
    reply: done,
    refusals: ['support_unknown', 'support_transcript_limit'],
  }),
};

/** Customer service. */
export const support = {
  'support/status': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Opening hours, whether a chat can begin now, chats in the queue, and own unread answers.',
    input: z.object({}),
    reply: status,
  }),
  'support/articles': get({
    who: 'visitor',
    effect: 'read',
    summary:
      'Articles that answer a question, best first, in the language of the caller; for use while typing.',
    perMinute: 60,
    input: z.object({ q: text(200), limit: limit(10, 5) }),
    reply: z.array(z.object({ id: z.number(), c_id: z.number(), title: z.string(), abstract: z.string() })),
  }),
  ...ofUsers,
  ...ofVisitors,
};

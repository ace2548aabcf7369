import { LANGS } from '@karat/i18n';
import * as z from 'zod';
import { get, post } from './call.ts';
import { done, flag, limit, optional, rowId, text, timeMs, timeText } from './scalars.ts';
import { clientMessageId, messageWindow } from './support-shapes.ts';

/** Rooms by language, and rooms of a market. */
export const CHAT_ROOM_KINDS = ['language', 'market'] as const;
export type ChatRoomKind = (typeof CHAT_ROOM_KINDS)[number];

/** `held` messages wait for a moderator and are visible to their author only; `removed` ones have no text. */
export const CHAT_MESSAGE_STATES = ['shown', 'held', 'removed'] as const;
export type ChatMessageState = (typeof CHAT_MESSAGE_STATES)[number];

export const CHAT_REPORT_REASONS = ['scam', 'insult', 'spam', 'private_data', 'other'] as const;
export type ChatReportReason = (typeof CHAT_REPORT_REASONS)[number];

export const CHAT_TEXT_MAX = 500;

/** Apps show messages in the order of their ids. Authors are known by nickname and VIP badge; `author_id` reveals nothing else and serves to block. */
export const chatMessage = z.object({
  id: z.number(),
  room_id: z.number(),
  /** Number of the last change of the message in its room; lists take it as `after`. Grows without gaps over a room. */
  seq: z.number(),
  state: z.enum(CHAT_MESSAGE_STATES),
  author_id: z.number(),
  nickname: z.string(),
  vip_level: z.number(),
  text: z.string(),
  /** The message that this one answers; null if none. */
  reply_to: z.object({ id: z.number(), nickname: z.string(), text: z.string() }).nullable(),
  created_at: timeText,
  created_ms: timeMs,
});

/** The same for its author. `seq` is 0 while it is held. */
const ownMessage = chatMessage.extend({ client_id: z.string() });

const room = z.object({
  id: z.number(),
  kind: z.enum(CHAT_ROOM_KINDS),
  /** Own name of the language, or symbol of the market. */
  name: z.string(),
  lang: z.enum(LANGS).nullable(),
  match_id: z.number().nullable(),
  /** Whether messages are accepted. */
  open: z.boolean(),
  /** Seconds between two messages of an author; 0: no slow mode. */
  slow_mode_s: z.number(),
  /** Number of the newest change. */
  last_seq: z.number(),
  last_ms: timeMs.nullable(),
});

/** The caller in a room. */
const standing = z.object({
  /** Null before the first message. */
  author_id: z.number().nullable(),
  nickname: z.string(),
  vip_level: z.number(),
  /** Until when a moderator has muted the caller; null if not muted. */
  muted_until_ms: timeMs.nullable(),
  /** When slow mode lets the caller write again; null: now. */
  next_ms: timeMs.nullable(),
});

/** Payload of the public channel `chat:<room_id>`: first a snapshot with the newest number, then changed messages. */
export interface ChatRoomFrame {
  readonly room_id: number;
  /** The newest number of the room: if it is ahead of the client's by more than `messages`, list with `after`. */
  readonly last_seq: number;
  /** By `seq`. A message with a known id replaces the earlier one. */
  readonly messages: readonly z.output<typeof chatMessage>[];
}

/** Frames of the private channel `chat` that concern rooms: decisions on own messages, and being muted. */
export type ChatOwnFrame =
  | { readonly type: 'room_message'; readonly message: z.output<typeof ownMessage> }
  | { readonly type: 'room_muted'; readonly room_id: number | null; readonly until_ms: number | null };

/** Public chat rooms. There are no direct messages. */
export const chat = {
  'chat/rooms': get({
    who: 'visitor',
    effect: 'read',
    summary: 'The rooms, those of languages first.',
    input: z.object({}),
    reply: z.array(room),
  }),
  'chat/messages': get({
    who: 'visitor',
    effect: 'read',
    summary:
      'Messages of a room: changed after the number `after` (resend), older than the id `before` (history), or the newest; by `seq` with `after`, else by id. Without authors that the caller has blocked; `own` has the held messages of the caller, newest first.',
    perMinute: 120,
    input: z.object({ room_id: rowId, ...messageWindow, limit: limit(100, 50) }),
    reply: z.object({
      room,
      data: z.array(chatMessage),
      own: z.array(ownMessage),
      /** Null for a visitor. */
      me: standing.nullable(),
    }),
    refusals: ['chat_room_unknown'],
  }),
  'chat/send': post({
    who: 'user',
    effect: 'write',
    summary:
      'Writes to a room. The same `client_id` is stored once and answers the first message. Wallet addresses, phone numbers and e-mail addresses hold it for a moderator; links are refused.',
    perMinute: 30,
    input: z.object({
      room_id: rowId,
      client_id: clientMessageId,
      text: text(CHAT_TEXT_MAX, 1),
      reply_to: optional(rowId),
    }),
    reply: ownMessage,
    refusals: [
      ...(['chat_room_unknown', 'chat_room_closed', 'chat_muted', 'chat_slow_mode'] as const),
      ...(['chat_link', 'chat_message_unknown', 'too_many_requests'] as const),
    ],
  }),
  'chat/report': post({
    who: 'user',
    effect: 'write',
    summary: 'Reports a message to the moderators, once per reader.',
    perMinute: 10,
    input: z.object({
      message_id: rowId,
      reason: z.enum(CHAT_REPORT_REASONS),
      comment: optional(text(300)),
    }),
    reply: done,
    refusals: ['chat_message_unknown', 'chat_own_message'],
  }),
  'chat/block': post({
    who: 'user',
    effect: 'write',
    summary: 'Hides an author from the caller, or shows the author again. The author does not learn of it.',
    perMinute: 30,
    input: z.object({ author_id: rowId, blocked: flag }),
    reply: done,
    refusals: ['chat_author_unknown', 'chat_block_limit'],
  }),
  'chat/blocked': get({
    who: 'user',
    effect: 'read',
    summary: 'Authors that the caller has blocked; apps hide their messages of the public channel.',
    input: z.object({}),
    reply: z.array(z.object({ author_id: z.number(), nickname: z.string(), blocked_ms: timeMs })),
  }),
};

import { LANGS } from '@karat/i18n';
import * as z from 'zod';
import { get, post } from './call.ts';
import { CHAT_MESSAGE_STATES, CHAT_REPORT_REASONS, CHAT_ROOM_KINDS } from './chat.ts';
import { desk } from './desks.ts';
import { done, flag, marketIdText, oneOf, optional, pageOf, paging, rowId, text, timeMs } from './scalars.ts';

/** Why a message is held. */
export const CHAT_HOLDS = ['wallet_address', 'phone', 'email', 'reported'] as const;
export type ChatHold = (typeof CHAT_HOLDS)[number];

/** `release` shows a held message, `remove` takes one away, `restore` shows a removed one, `keep` closes its reports. */
export const CHAT_DECISIONS = ['release', 'remove', 'restore', 'keep'] as const;
export type ChatDecision = (typeof CHAT_DECISIONS)[number];

/** Seconds between two messages of an author. */
export const CHAT_SLOW_MODES = [0, 5, 10, 30, 60, 300] as const;

const reason = text(300, 3);
/** Minutes of a mute: an hour, a day, a week, 30 days; 0 lifts it. */
export const CHAT_MUTE_MINUTES = [0, 60, 1_440, 10_080, 43_200] as const;

const room = z.object({
  id: z.number(),
  kind: z.enum(CHAT_ROOM_KINDS),
  name: z.string(),
  lang: z.enum(LANGS).nullable(),
  match_id: z.number().nullable(),
  open: z.boolean(),
  slow_mode_s: z.number(),
  position: z.number(),
  held: z.number(),
  messages_day: z.number(),
});

const message = z.object({
  id: z.number(),
  room_id: z.number(),
  room: z.string(),
  author_id: z.number(),
  uid: z.number(),
  nickname: z.string(),
  vip_level: z.number(),
  text: z.string(),
  state: z.enum(CHAT_MESSAGE_STATES),
  holds: z.array(z.enum(CHAT_HOLDS)),
  /** Open reports, oldest first. */
  reports: z.array(
    z.object({ reason: z.enum(CHAT_REPORT_REASONS), comment: z.string(), created_ms: timeMs }),
  ),
  decided_by: z.string().nullable(),
  decided_ms: timeMs.nullable(),
  /** Until when the author is muted in this room or all; null if not muted. */
  muted_until_ms: timeMs.nullable(),
  created_ms: timeMs,
});

/** Moderation of chat rooms. */
export const chatConsole = {
  'console/chat_rooms': get({
    who: desk.people,
    effect: 'read',
    summary: 'All rooms with held messages and messages of the last 24 hours.',
    input: z.object({}),
    reply: z.array(room),
  }),
  'console/chat_room_save': post({
    who: desk.people,
    effect: 'write',
    summary: 'Creates (id 0) or changes a room: of a language or a market, open or closed, slow mode.',
    input: z.object({
      id: z.union([rowId, z.literal(['0', 0]).transform(() => 0)]),
      lang: optional(z.enum(LANGS)),
      match_id: optional(marketIdText),
      open: flag,
      slow_mode_s: oneOf(...CHAT_SLOW_MODES),
      position: oneOf(...Array.from({ length: 100 }, (_, place) => place)),
    }),
    reply: room,
    refusals: ['chat_room_unknown', 'chat_room_taken', 'market_unknown', 'value_invalid'],
  }),
  'console/chat_messages': get({
    who: desk.people,
    effect: 'read',
    summary: 'Messages for moderators, newest first: held, reported, removed or all; of a room or an author.',
    input: z.object({
      filter: optional(z.enum(['held', 'reported', 'removed', 'all'])),
      room_id: optional(rowId),
      author_id: optional(rowId),
      ...paging,
    }),
    reply: pageOf(message),
  }),
  'console/chat_decide': post({
    who: desk.people,
    effect: 'write',
    summary: 'Releases, removes or restores a message, or keeps it and closes its reports. In the audit log.',
    input: z.object({ id: rowId, decision: z.enum(CHAT_DECISIONS), reason: optional(reason) }),
    reply: message,
    refusals: ['chat_message_unknown', 'chat_decided'],
  }),
  'console/chat_mute': post({
    who: desk.people,
    effect: 'write',
    summary: 'Mutes an author in a room, or in all without one; 0 minutes lifts it. In the audit log.',
    input: z.object({
      author_id: rowId,
      room_id: optional(rowId),
      minutes: oneOf(...CHAT_MUTE_MINUTES),
      reason,
    }),
    reply: done,
    refusals: ['chat_author_unknown', 'chat_room_unknown'],
  }),
};

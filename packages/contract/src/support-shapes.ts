import * as z from 'zod';
import { optional, rowId, text, timeMs, timeText } from './scalars.ts';

/** `chat` in opening hours, `ticket` for a form that is answered later. */
export const SUPPORT_KINDS = ['chat', 'ticket'] as const;
export type SupportKind = (typeof SUPPORT_KINDS)[number];

/** `waiting` for an operator, `active` with one, `closed`. */
export const SUPPORT_STATES = ['waiting', 'active', 'closed'] as const;
export type SupportState = (typeof SUPPORT_STATES)[number];

/** Authors of messages; `system` reports events (`SUPPORT_EVENTS`). */
export const SUPPORT_AUTHORS = ['customer', 'operator', 'system'] as const;
export type SupportAuthor = (typeof SUPPORT_AUTHORS)[number];

/** Events in the message list. The apps translate them. */
export const SUPPORT_EVENTS = [
  'joined',
  'left',
  'closed_by_customer',
  'closed_by_operator',
  'merged',
] as const;
export type SupportEvent = (typeof SUPPORT_EVENTS)[number];

/** Kinds of own records that a message can refer to. */
export const SUPPORT_REFERENCES = [
  'spot_order',
  'contract',
  'option',
  'deposit',
  'withdrawal',
  'fiat_order',
] as const;
export type SupportReferenceKind = (typeof SUPPORT_REFERENCES)[number];

export const SUPPORT_TEXT_MAX = 2_000;
export const SUPPORT_STARS_MAX = 5;

/** Unique per author: a repeated request with the same id stores and returns one message. */
export const clientMessageId = text(64, 8).refine((value) => /^[A-Za-z0-9_-]+$/.test(value));
export const supportText = text(SUPPORT_TEXT_MAX, 1);
export const referenceKind = z.enum(SUPPORT_REFERENCES);

/** A record that a message refers to, as it was when the message was sent. */
export const reference = z.object({
  kind: referenceKind,
  id: z.number(),
  /** Language-neutral: `BTC/USDT`, `0.5 BTC`. */
  title: z.string(),
  /** Language-neutral details, `buy 0.5 at 30000`. */
  detail: z.string(),
  created_ms: timeMs,
});

export const supportMessage = z.object({
  id: z.number(),
  conversation_id: z.number(),
  /** Position in the conversation from 1, without gaps: list calls take it as `after` and `before`. */
  seq: z.number(),
  author: z.enum(SUPPORT_AUTHORS),
  /** The id that the sender gave; null for messages of the other side. */
  client_id: z.string().nullable(),
  /** Empty for an event, and for a picture or reference without a text. */
  text: z.string(),
  /** Set for `system` messages. */
  event: z.enum(SUPPORT_EVENTS).nullable(),
  /** Address of a picture, `/files/<id>`, for operators; customers read it by `support/picture`. */
  file: z.string().nullable(),
  reference: reference.nullable(),
  created_at: timeText,
  created_ms: timeMs,
});

/** A picture of a message as a download. */
export const supportPicture = z.object({ name: z.string(), type: z.string(), body: z.unknown() });

export const supportConversation = z.object({
  id: z.number(),
  kind: z.enum(SUPPORT_KINDS),
  state: z.enum(SUPPORT_STATES),
  subject: z.string(),
  /** Public name of the operator; null while nobody has taken the conversation. */
  operator: z.string().nullable(),
  /** Place in the queue from 1; null unless `waiting`. */
  queue_position: z.number().nullable(),
  /** Number of the newest message. */
  last_seq: z.number(),
  /** The customer has read up to here. */
  read_seq: z.number(),
  /** Operators have read up to here. */
  operator_read_seq: z.number(),
  /** Messages of operators after `read_seq`. */
  unread: z.number(),
  /** Stars from 1 to 5; null until it is rated. */
  rating: z.number().nullable(),
  created_at: timeText,
  created_ms: timeMs,
  last_ms: timeMs,
  closed_ms: timeMs.nullable(),
});

/** Window of a message list: messages after a `seq`, oldest first, or the newest before one; default: the newest. */
export const messageWindow = {
  after: optional(z.union([rowId, z.literal(['0', 0]).transform(() => 0)])),
  before: optional(rowId),
};

export const messageList = z.object({
  conversation: supportConversation,
  /** By `seq`, oldest first. */
  data: z.array(supportMessage),
  /** Whether the other side wrote in the last seconds. */
  typing: z.boolean(),
});

export const sentMessage = z.object({ conversation: supportConversation, message: supportMessage });

/** Frames of the private channel `chat`. A gap in `seq` of messages, or a reconnect: list again with `after`. */
export type SupportFrame =
  | { readonly type: 'message'; readonly message: z.output<typeof supportMessage> }
  | { readonly type: 'conversation'; readonly conversation: z.output<typeof supportConversation> }
  | { readonly type: 'typing'; readonly conversation_id: number };

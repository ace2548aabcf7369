import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import {
  decimalText,
  done,
  flag,
  limit,
  momentText,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  userIdText,
} from './scalars.ts';
import {
  SUPPORT_KINDS,
  SUPPORT_STATES,
  clientMessageId,
  messageWindow,
  supportConversation,
  supportMessage,
  supportText,
} from './support-shapes.ts';

const lang = z.enum(LANGS);

/** Parts of an operator's text that customers must never be asked for or sent. */
export const SENSITIVE_PARTS = ['credential_request', 'wallet_address'] as const;
export type SensitivePart = (typeof SENSITIVE_PARTS)[number];

/** A conversation as operators see it. */
const row = supportConversation.extend({
  /** Null for a visitor. */
  uid: z.number().nullable(),
  /** Nickname of the user, or masked e-mail of the visitor. */
  name: z.string(),
  visitor: z.boolean(),
  lang,
  /** Login of the operator. */
  assignee: z.string().nullable(),
  /** Messages of the customer that operators have not read. */
  unanswered: z.number(),
  /** Since when the customer has been waiting for an answer; null if the last word is the operator's. */
  waiting_since_ms: timeMs.nullable(),
  last_text: z.string(),
  rating_comment: z.string(),
  /** The conversation that took over the messages; null unless merged. */
  merged_into: z.number().nullable(),
});

const note = z.object({ id: z.number(), author: z.string(), text: z.string(), created_ms: timeMs });

const canned = z.object({
  id: z.number(),
  /** Typed after `/` in the answer field. */
  shortcut: z.string(),
  /** In `lang` of the request, else the nearest language that has it: `hk` and `zh` for each other, then English. */
  text: z.string(),
  text_lang: lang,
  /** Every language; empty where it has no text. */
  texts: z.record(lang, z.string()),
  updated_ms: timeMs,
});

const cannedTexts = z.object(
  Object.fromEntries(LANGS.map((code) => [code, text(2_000)])) as Record<Lang, ReturnType<typeof text>>,
);

/** Side panel; each read is in the audit log. */
const customer = z.object({
  uid: z.number(),
  nickname: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: z.enum(['active', 'frozen']),
  /** 0 none, 1 in review, 2 verified, 3 rejected, as in `user/info`. */
  real_state: z.number(),
  vip_level: z.number(),
  lang,
  created_ms: timeMs,
  /** Accounts with money, the currency as its code. */
  balances: z.array(
    z.object({ account: z.string(), currency: z.string(), available: decimalText, held: decimalText }),
  ),
  /** The newest records of every kind that a message can refer to, newest first. */
  records: z.array(
    z.object({ kind: z.string(), id: z.number(), title: z.string(), detail: z.string(), created_ms: timeMs }),
  ),
  devices: z.array(
    z.object({ device: z.string(), address: z.string(), created_ms: timeMs, seen_ms: timeMs }),
  ),
  conversations: z.number(),
});

const durations = {
  /** Median and 90th percentile in ms; null without data. */
  first_answer_ms: z.number().nullable(),
  first_answer_p90_ms: z.number().nullable(),
  resolution_ms: z.number().nullable(),
  resolution_p90_ms: z.number().nullable(),
  /** Average stars with two decimals; null without ratings. */
  rating: decimalText.nullable(),
  ratings: z.number(),
};

const ended = ['support_unknown', 'support_ended'] as const;

/** Customer service in the console. */
export const supportConsole = {
  'console/support_inbox': get({
    who: desk.people,
    effect: 'read',
    summary:
      'Conversations, the longest waiting first; filters by state, kind, assignment, language, user and text of the subject. Poll it.',
    input: z.object({
      state: optional(z.enum([...SUPPORT_STATES, 'open'])),
      kind: optional(z.enum(SUPPORT_KINDS)),
      assigned: optional(z.enum(['me', 'nobody', 'others'])),
      lang: optional(lang),
      uid: optional(userIdText),
      keyword: optional(text(60)),
      ...paging,
    }),
    reply: pageOf(row).extend({
      counts: z.object({ waiting: z.number(), active: z.number(), mine: z.number() }),
    }),
  }),
  'console/support_messages': get({
    who: desk.people,
    effect: 'read',
    summary: 'A conversation with its internal notes; messages after a number, before one, or the newest.',
    input: z.object({ id: rowId, ...messageWindow, limit: limit(100, 50) }),
    reply: z.object({
      conversation: row,
      data: z.array(supportMessage),
      typing: z.boolean(),
      notes: z.array(note),
    }),
    refusals: ['support_unknown'],
  }),
  'console/support_take': post({
    who: desk.people,
    effect: 'write',
    summary: 'Assigns a conversation to the caller; refused if another operator has it.',
    input: z.object({ id: rowId }),
    reply: row,
    refusals: [...ended, 'support_assigned'],
  }),
  'console/support_assign': post({
    who: desk.people,
    effect: 'write',
    summary: 'Hands a conversation to another operator by login, or back to the queue without one.',
    input: z.object({ id: rowId, login: optional(text(64, 1)) }),
    reply: row,
    refusals: [...ended, 'support_operator_unknown'],
  }),
  'console/support_operators': get({
    who: desk.people,
    effect: 'read',
    summary: 'Operators who can take conversations, with their open ones.',
    input: z.object({}),
    reply: z.array(z.object({ login: z.string(), name: z.string(), open: z.number() })),
  }),
  'console/support_answer': post({
    who: desk.people,
    effect: 'write',
    summary:
      'Answers a conversation that the caller has; a waiting one is taken. A text that asks for a code or password or contains a wallet address is refused (`support_sensitive`, `data.part`) unless `confirmed`, which is in the audit log.',
    perMinute: 120,
    input: z.object({
      id: rowId,
      client_id: clientMessageId,
      text: optional(supportText),
      /** Address of a picture of `console/support_upload`. */
      file: optional(text(200, 1)),
      confirmed: optional(flag),
    }),
    reply: z.object({ conversation: row, message: supportMessage }),
    refusals: [...ended, 'support_assigned', 'support_sensitive', 'support_empty', 'image_invalid'],
  }),
  'console/support_upload': post({
    who: desk.people,
    effect: 'write',
    upload: 'file',
    summary: 'Stores a picture for a conversation and answers its address for `console/support_answer`.',
    input: z.object({ id: rowId }),
    reply: z.string(),
    refusals: [...ended, 'image_invalid', 'too_many_requests'],
  }),
  'console/support_read': post({
    who: desk.people,
    effect: 'write',
    summary: 'Marks a conversation as read by operators up to a message number.',
    input: z.object({ id: rowId, seq: rowId }),
    reply: done,
    refusals: ['support_unknown'],
  }),
  'console/support_typing': post({
    who: desk.people,
    effect: 'write',
    summary: 'Shows the customer for five seconds that the operator is typing.',
    input: z.object({ id: rowId }),
    reply: done,
    refusals: ['support_unknown'],
  }),
  'console/support_note': post({
    who: desk.people,
    effect: 'write',
    summary: 'Adds an internal note; the customer never sees it.',
    input: z.object({ id: rowId, text: supportText }),
    reply: note,
    refusals: ['support_unknown'],
  }),
  'console/support_merge': post({
    who: desk.people,
    effect: 'write',
    summary:
      'Moves the messages of a conversation to the end of another one of the same customer and closes it.',
    input: z.object({ id: rowId, into: rowId }),
    reply: row,
    refusals: [...ended, 'support_merge'],
  }),
  'console/support_close': post({
    who: desk.people,
    effect: 'write',
    summary: 'Closes a conversation. With `last_seq`, only if no newer message has arrived.',
    input: z.object({ id: rowId, last_seq: optional(rowId) }),
    reply: row,
    refusals: [...ended, 'support_newer'],
  }),
  'console/support_customer': get({
    who: desk.people,
    effect: 'read',
    summary:
      'The user of a conversation: verification, balances, newest records, devices. Each read is in the audit log.',
    input: z.object({ id: rowId }),
    reply: customer,
    refusals: ['support_unknown', 'support_no_account'],
  }),
  'console/support_canned': get({
    who: desk.people,
    effect: 'read',
    summary: 'Canned answers by shortcut, in a language with fallback.',
    input: z.object({ lang: optional(lang), keyword: optional(text(60)), ...paging }),
    reply: pageOf(canned),
  }),
  'console/support_canned_save': post({
    who: desk.editors,
    effect: 'write',
    summary:
      'Creates (id 0) or changes a canned answer; the English text is needed, the others are optional.',
    input: z.object({
      id: z.union([rowId, z.literal(['0', 0]).transform(() => 0)]),
      shortcut: text(24, 2).refine((value) => /^[a-z0-9-]+$/.test(value)),
      /** Nested, so this call takes JSON only. */
      texts: cannedTexts,
    }),
    reply: z.object({ id: z.number() }),
    refusals: ['not_found', 'value_invalid', 'support_shortcut_taken'],
  }),
  'console/support_canned_delete': post({
    who: desk.editors,
    effect: 'write',
    summary: 'Deletes a canned answer.',
    input: z.object({ id: rowId }),
    reply: done,
    refusals: ['not_found'],
  }),
  'console/support_statistics': get({
    who: desk.people,
    effect: 'read',
    summary: 'Conversations begun in a period: time to first answer and to resolution, ratings, by operator.',
    input: z.object({ from_ms: momentText, to_ms: momentText }),
    reply: z.object({
      conversations: z.number(),
      tickets: z.number(),
      closed: z.number(),
      messages: z.number(),
      ...durations,
      operators: z.array(
        z.object({ login: z.string(), conversations: z.number(), closed: z.number(), ...durations }),
      ),
    }),
  }),
};

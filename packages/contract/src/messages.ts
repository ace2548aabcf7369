import { FLAG } from './enums.ts';
import * as z from 'zod';
import { get, post } from './call.ts';
import { NOTICE_GROUPS, NOTICE_KINDS, NOTICE_WAYS } from './kinds.ts';
import { done, flag, oneOf, optional, pageOf, paging, rowId, text, timeMs, timeText } from './scalars.ts';

const notice = z.object({
  id: z.number(),
  kind: z.enum(NOTICE_KINDS),
  group: z.enum(NOTICE_GROUPS),
  title: z.string(),
  content: z.string(),
  /** 0 unread, 1 read. */
  is_read: z.literal(Object.values(FLAG)),
  created_at: timeText,
  created_ms: timeMs,
});

const counts = z.object({ unread: z.number() });

const preference = z.object({
  group: z.enum(NOTICE_GROUPS),
  /** Whether notifications of the group are listed in the message centre. */
  in_app: z.boolean(),
  mail: z.boolean(),
  push: z.boolean(),
  /** Ways that are always on, for the security of the account. */
  fixed: z.array(z.enum(NOTICE_WAYS)),
});

/** One of the caller's notifications, or with 0 all of them. */
const oneOrAll = z.union([rowId, z.literal(['0', 0]).transform(() => 0)]);

/** Message centre: notifications of a user, the ways they take, and browsers that receive pushes. */
export const messages = {
  usermessage: get({
    who: 'user',
    effect: 'read',
    summary: 'How many notices are unread, and the newest of each group.',
    input: z.object({}),
    reply: counts.extend({ latest: z.array(notice) }),
  }),
  'mailMessage/getList': get({
    who: 'user',
    effect: 'read',
    summary:
      "The own notices in the caller's language, newest first; of one group or only unread ones if asked.",
    input: z.object({
      group: optional(z.enum(NOTICE_GROUPS)),
      is_read: optional(oneOf(0, 1)),
      ...paging,
    }),
    reply: pageOf(notice),
  }),
  'mailMessage/read': post({
    who: 'user',
    effect: 'write',
    summary: 'Marks one of the own notices as read, or with id 0 all of them; answers how many are unread.',
    input: z.object({ id: oneOrAll }),
    reply: counts,
    refusals: ['notice_unknown'],
  }),
  'mailMessage/delete': post({
    who: 'user',
    effect: 'write',
    summary: 'Removes one of the own notices, or with id 0 all that are read; answers how many are unread.',
    input: z.object({ id: oneOrAll }),
    reply: counts,
    refusals: ['notice_unknown'],
  }),
  'mailMessage/preferences': get({
    who: 'user',
    effect: 'read',
    summary: 'Which ways notices of each group take: in the app, by mail, as pushes.',
    input: z.object({}),
    reply: z.array(preference),
  }),
  'mailMessage/setPreference': post({
    who: 'user',
    effect: 'write',
    summary: 'Turns a way of a group of notices on or off; security stays on in the app and by mail.',
    input: z.object({ group: z.enum(NOTICE_GROUPS), way: z.enum(NOTICE_WAYS), on: flag }),
    reply: z.array(preference),
    refusals: ['notice_group_fixed'],
  }),
  'push/config': get({
    who: 'user',
    effect: 'read',
    summary: 'The public key that a browser binds its push subscription to; null if nothing is pushed.',
    input: z.object({}),
    reply: z.object({ public_key: z.string().nullable() }),
  }),
  'push/subscribe': post({
    who: 'user',
    effect: 'write',
    summary:
      'Registers the push subscription of this browser for the present session; it ends with the session.',
    input: z.object({ endpoint: text(1_000, 1), p256dh: text(100, 1), auth: text(40, 1) }),
    reply: done,
    refusals: ['push_endpoint'],
  }),
  'push/unsubscribe': post({
    who: 'user',
    effect: 'write',
    summary: 'Removes the push subscription of a browser of the caller.',
    input: z.object({ endpoint: text(1_000, 1) }),
    reply: done,
  }),
};

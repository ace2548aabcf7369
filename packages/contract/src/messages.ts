import { FLAG } from './enums.ts';
import * as z from 'zod';
import { get, post } from './call.ts';
import { NOTICE_GROUPS, NOTICE_KINDS } from './kinds.ts';
import { flag, oneOf, optional, pageOf, paging, rowId, timeMs, timeText } from './scalars.ts';

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
  /** Is true if notifications of the group are mailed as well. */
  mail: z.boolean(),
  /** Always on: security of the account. */
  fixed: z.boolean(),
});

/** One of the caller's notifications, or with 0 all of them. */
const oneOrAll = z.union([rowId, z.literal(['0', 0]).transform(() => 0)]);

/** Message centre: notifications of a user, and mail settings. */
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
    summary: 'Which groups of notices are mailed as well.',
    input: z.object({}),
    reply: z.array(preference),
  }),
  'mailMessage/setPreference': post({
    who: 'user',
    effect: 'write',
    summary: 'Turns mails of a group of notices on or off; those of security stay on.',
    input: z.object({ group: z.enum(NOTICE_GROUPS), mail: flag }),
    reply: z.array(preference),
    refusals: ['notice_group_fixed'],
  }),
};

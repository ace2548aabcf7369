import { LANGS } from '@karat/i18n';
import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { CATEGORY_IDS } from './categories.ts';
import { translations } from './content.ts';
import { desk } from './desks.ts';
import { done, flag, momentText, oneOf, optional, pageOf, paging, rowId, text, timeMs } from './scalars.ts';

/** A version as an editor saved it; it never changes. */
const version = z.object({
  id: z.number(),
  article_id: z.number(),
  c_id: oneOf(...CATEGORY_IDS),
  number: z.number(),
  thumbnail: z.string().nullable(),
  link: z.string().nullable(),
  position: z.number(),
  /** Null: shipped with the program. */
  saved_by: z.string().nullable(),
  saved_ms: timeMs,
});

const texts = z.record(
  z.enum(LANGS),
  z.object({ title: z.string(), abstract: z.string(), content: z.string() }),
);

/** Articles and banners, in all languages. */
export const contentConsole = {
  'console/articles': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Articles and banners of a category with their last versions in all translations.',
    input: z.object({ c_id: oneOf(...CATEGORY_IDS), ...paging }),
    reply: pageOf(
      version.extend({
        texts,
        /** Number of the version that is shown now. */
        shown: z.number().nullable(),
        /** When it ends, if an end is set. */
        ends_ms: timeMs.nullable(),
        /** When the next approved version is shown. */
        next_ms: timeMs.nullable(),
        /** Whether a version was ever approved; then the article is withdrawn, not deleted. */
        approved: z.boolean(),
      }),
    ),
  }),
  'console/article_version': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'One version of an article with all its translations.',
    input: z.object({ id: rowId }),
    reply: version.extend({ texts }),
    refusals: ['article_unknown'],
  }),
  'console/article_versions': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'The versions of an article, newest first, with the times at which each was shown.',
    input: z.object({ id: rowId, ...paging }),
    reply: pageOf(
      version.extend({
        publications: z.array(
          z.object({
            version_id: z.number(),
            starts_ms: timeMs,
            /** Its end, or the next publication or withdrawal. */
            until_ms: timeMs.nullable(),
            requested_by: z.string().nullable(),
            decided_by: z.string().nullable(),
            /** Withdrawn before it began. */
            cancelled_ms: timeMs.nullable(),
          }),
        ),
      }),
    ),
  }),
  'console/article_save': post({
    who: desk.editors,
    effect: 'write',
    summary: 'Saves a version of a new (id 0) or existing article or banner; readers see it once published.',
    input: z.object({
      id: z.union([rowId, z.literal(['0', 0]).transform(() => 0)]),
      c_id: oneOf(...CATEGORY_IDS),
      link: optional(text(200)),
      /** Path of a picture of this site; empty removes it, absent leaves it unchanged. */
      thumbnail: text(200).optional(),
      position: z
        .union([z.string(), z.number()])
        .transform(Number)
        .refine((n) => Number.isInteger(n) && n >= 0 && n < 1_000_000),
      /** Nested, so this call takes JSON only. */
      texts: translations,
    }),
    reply: z.object({ id: z.number(), version: z.number() }),
    refusals: ['article_unknown', 'value_invalid'],
  }),
  'console/article_picture': post({
    who: desk.editors,
    effect: 'write',
    summary:
      'Keeps a public picture for an article or banner (JPEG, PNG or WebP, re-encoded) and answers its address.',
    upload: 'file',
    perMinute: 30,
    input: z.object({}),
    reply: z.string(),
    refusals: ['image_invalid', 'image_too_large'],
  }),
  'console/article_publish': post({
    who: desk.editors,
    effect: 'write',
    summary:
      'Asks to publish a version, which needs a title in all nine languages, from and until a moment; a second operator approves.',
    input: z.object({
      version: rowId,
      /** Absent: at the approval. */
      starts_ms: optional(momentText),
      /** Absent: until it is withdrawn. */
      ends_ms: optional(momentText),
      /** Notifies all users, once for each article; for news only. */
      announce: optional(flag),
      reason: text(500, 3),
    }),
    reply: approval,
    refusals: ['article_unknown', 'value_invalid', 'no_change', 'reason_required'],
  }),
  'console/article_withdraw': post({
    who: desk.editors,
    effect: 'write',
    summary: 'Takes an article out of the app at once and cancels its planned publications.',
    input: z.object({ id: rowId, reason: text(500, 3) }),
    reply: done,
    refusals: ['article_unknown', 'no_change', 'reason_required'],
  }),
  'console/article_delete': post({
    who: desk.editors,
    effect: 'write',
    summary: 'Deletes a draft; what was ever published is withdrawn instead.',
    input: z.object({ id: rowId }),
    reply: done,
    refusals: ['article_unknown', 'article_published'],
  }),
};

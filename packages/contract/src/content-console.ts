import { LANGS } from '@karat/i18n';
import * as z from 'zod';
import { get, post } from './call.ts';
import { CATEGORY_IDS, translations } from './content.ts';
import { desk } from './desks.ts';
import { done, flag, oneOf, optional, pageOf, paging, rowId, text, timeMs } from './scalars.ts';

/** Articles and banners, in all languages. */
export const contentConsole = {
  'console/articles': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Articles and banners of a category with all their translations.',
    input: z.object({ c_id: oneOf(...CATEGORY_IDS), ...paging }),
    reply: pageOf(
      z.object({
        id: z.number(),
        c_id: z.number(),
        published: z.boolean(),
        thumbnail: z.string().nullable(),
        link: z.string().nullable(),
        position: z.number(),
        updated_ms: timeMs,
        texts: z.record(
          z.enum(LANGS),
          z.object({ title: z.string(), abstract: z.string(), content: z.string() }),
        ),
      }),
    ),
  }),
  'console/article_save': post({
    who: desk.editors,
    effect: 'write',
    summary:
      'Creates (id 0) or changes an article or banner; publishing needs a title in all nine languages.',
    input: z.object({
      id: z.union([rowId, z.literal(['0', 0]).transform(() => 0)]),
      c_id: oneOf(...CATEGORY_IDS),
      published: flag,
      /** Notifies all users, once for each article; for published news only. */
      announce: optional(flag),
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
    reply: z.object({ id: z.number() }),
    refusals: ['article_unknown', 'value_invalid'],
  }),
  'console/article_delete': post({
    who: desk.editors,
    effect: 'write',
    summary: 'Removes an article.',
    input: z.object({ id: rowId }),
    reply: done,
    refusals: ['article_unknown'],
  }),
};

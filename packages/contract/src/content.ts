import { LANGS } from '@karat/i18n';
import * as z from 'zod';
import { get, post } from './call.ts';
import { CATEGORY_IDS } from './categories.ts';
import { oneOf, pageOf, paging, rowId, text, timeMs, timeText } from './scalars.ts';

const summary = z.object({
  id: z.number(),
  c_id: z.number(),
  title: z.string(),
  abstract: z.string(),
  thumbnail: z.string().nullable(),
  /** Path of a banner's target in the app, or null. */
  link: z.string().nullable(),
  created_at: timeText,
  created_ms: timeMs,
});
/** Content is plain paragraphs with `## ` headings and `- ` list items; never HTML. */
const article = summary.extend({ content: z.string() });

const articles = (what: string) =>
  get({ who: 'visitor', effect: 'read', summary: what, input: z.object({}), reply: z.array(article) });

/** Settings that a visitor may read. */
export const PUBLIC_SETTINGS = [
  'version',
  'ui_version',
  'demo',
  'default_lang',
  'default_area_code',
  'fiat_default',
  'simulated_prices',
] as const;

export const content = {
  getSetting: get({
    who: 'visitor',
    effect: 'read',
    summary: 'One public setting by its key.',
    input: z.object({ keyword: z.enum(PUBLIC_SETTINGS) }),
    reply: z.string(),
  }),
  getSiteConfig: get({
    who: 'visitor',
    effect: 'read',
    summary: 'Name and logo of the site, and whether this is a demonstration with demo money.',
    input: z.object({}),
    reply: z.object({
      tk_radio: z.string(),
      site_logo: z.string(),
      site_name: z.string(),
      down_logo: z.string(),
      demo: z.boolean(),
      simulated_prices: z.boolean(),
      /** Hosts of other sites that the app may offer to open. */
      web_hosts: z.array(z.string()),
    }),
  }),
  getLines: get({
    who: 'visitor',
    effect: 'read',
    summary: 'Origins under which the app may reach this service, besides the one that it was loaded from.',
    input: z.object({}),
    reply: z.array(z.string()),
  }),
  'news/index_pop': get({
    who: 'visitor',
    effect: 'read',
    summary: 'The notice to show at the start, if there is one.',
    input: z.object({}),
    reply: article.nullable(),
  }),
  'news/list': post({
    who: 'visitor',
    effect: 'read',
    summary: 'Articles of a category, newest first.',
    input: z.object({ c_id: oneOf(...CATEGORY_IDS), ...paging }),
    reply: pageOf(summary),
  }),
  'news/detail': post({
    who: 'visitor',
    effect: 'read',
    summary: 'One article.',
    input: z.object({ id: rowId }),
    reply: article,
    refusals: ['article_unknown'],
  }),
  menu: get({
    who: 'visitor',
    effect: 'read',
    summary: 'Tiles of the home screen in their order.',
    input: z.object({}),
    reply: z.array(z.object({ key: z.string(), path: z.string() })),
  }),
  faq: articles('Frequent questions.'),
  contactus: articles('How to reach us.'),
  aboutus: articles('About us.'),
  operational_compliance: articles('Operation and compliance.'),
};

export const translations = z.object(
  Object.fromEntries(
    LANGS.map((lang) => [lang, z.object({ title: text(200), abstract: text(500), content: text(20_000) })]),
  ) as Record<
    (typeof LANGS)[number],
    z.ZodObject<{
      title: ReturnType<typeof text>;
      abstract: ReturnType<typeof text>;
      content: ReturnType<typeof text>;
    }>
  >,
);

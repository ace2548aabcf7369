import { CATEGORIES, pageReply, refuse, wireTime } from '@karat/contract';
import type { CategoryId, Contract } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Context } from '@karat/platform/context';
import type { Handlers } from '@karat/platform/http';
import { menu } from './menu.ts';
import type { SiteSettings } from './settings.ts';
import { settingValue } from './settings.ts';
import * as store from './store.ts';
import type { ArticleRow } from './store.ts';

/** A category has few articles; a list without pages returns at most this many. */
const ALL = 100;

const summaryOf = ({ content: _, ...row }: ArticleRow) => ({ ...row, created_at: wireTime(row.created_ms) });
const articleOf = (row: ArticleRow) => ({ ...row, created_at: wireTime(row.created_ms) });

export function contentHandlers(ctx: Context, settings: SiteSettings): Handlers<Contract['content']> {
  const all = async (category: CategoryId, lang: Lang) =>
    (await store.published(ctx.db, ctx.clock.now(), category, lang, ALL, 0)).map(articleOf);
  return {
    getSetting: ({ input }) => settingValue(settings, input.keyword),
    getSiteConfig: async () => ({
      tk_radio: '1',
      site_logo: '/favicon.svg',
      site_name: settings.name,
      down_logo: '/favicon.svg',
      demo: settings.demo,
      simulated_prices: settings.simulatedPrices,
      web_hosts: [...(await settings.webHosts())],
    }),
    getLines: () => [...settings.lines],
    'news/index_pop': async ({ lang }) => (await all(CATEGORIES.popup, lang))[0] ?? null,
    'news/list': async ({ input, lang }) => {
      const { c_id, page, limit } = input;
      const now = ctx.clock.now();
      const rows = await store.published(ctx.db, now, c_id, lang, limit, (page - 1) * limit);
      return pageReply(rows.map(summaryOf), await store.countPublished(ctx.db, now, c_id), page, limit);
    },
    'news/detail': async ({ input, lang }) =>
      articleOf(
        (await store.publishedById(ctx.db, ctx.clock.now(), input.id, lang)) ?? refuse('article_unknown'),
      ),
    menu: () => [...menu],
    faq: ({ lang }) => all(CATEGORIES.faq, lang),
    contactus: ({ lang }) => all(CATEGORIES.contact, lang),
    aboutus: ({ lang }) => all(CATEGORIES.about, lang),
    operational_compliance: ({ lang }) => all(CATEGORIES.compliance, lang),
  };
}

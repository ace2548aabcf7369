import { CATEGORY_IDS, pageReply, refuse } from '@karat/contract';
import type { CategoryId, Page } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import type { Queries, Tx } from '@karat/platform/db';
import type { Context } from '@karat/platform/context';
import * as store from './store.ts';
import type { ArticleInput, ArticleText, EditorRow } from './store.ts';

export type EditableArticle = EditorRow & { readonly texts: Record<Lang, ArticleText> };

const NOTHING: ArticleText = { title: '', abstract: '', content: '' };

/** A link must be an absolute path inside the app. */
const isInnerPath = (link: string): boolean =>
  /^\/[A-Za-z0-9/_?=&%.-]*$/.test(link) && !link.startsWith('//');

/** A page of articles with every translation, for the console. */
export async function editable(
  q: Queries,
  category: CategoryId,
  page: number,
  limit: number,
): Promise<Page<EditableArticle>> {
  const rows = await store.forEditing(q, category, limit, (page - 1) * limit);
  const texts = await store.textsOf(
    q,
    rows.map((row) => row.id),
  );
  const articles = rows.map((row) => {
    const own = new Map(texts.filter((text) => text.article_id === row.id).map((text) => [text.lang, text]));
    const inLang = (lang: Lang): ArticleText => {
      const { title, abstract, content } = own.get(lang) ?? NOTHING;
      return { title, abstract, content };
    };
    return {
      ...row,
      texts: Object.fromEntries(LANGS.map((lang) => [lang, inLang(lang)])) as Record<Lang, ArticleText>,
    };
  });
  return pageReply(articles, await store.countForEditing(q, category), page, limit);
}

/**
 * Creates (id 0) or changes an article and returns its id. Refuses `value_invalid` if a link leads outside the app or
 * a published article has no title in some language, `article_unknown` if it does not exist.
 */
export async function save(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  id: number,
  input: ArticleInput,
): Promise<number> {
  if (!CATEGORY_IDS.includes(input.category)) refuse('value_invalid', { field: 'c_id' });
  if (input.link !== undefined && !isInnerPath(input.link)) refuse('value_invalid', { field: 'link' });
  if (typeof input.thumbnail === 'string' && !isInnerPath(input.thumbnail))
    refuse('value_invalid', { field: 'thumbnail' });
  const untitled = LANGS.find((lang) => input.texts[lang].title === '');
  if (input.published && untitled) refuse('value_invalid', { field: `title (${untitled})` });
  const at = ctx.clock.now();
  if (id === 0) return store.insertArticle(tx, input, null, at);
  if (!(await store.updateArticle(tx, id, input, at))) refuse('article_unknown');
  return id;
}

/** Deletes an article. */
export async function remove(tx: Tx, id: number): Promise<void> {
  if (!(await store.deleteArticle(tx, id))) refuse('article_unknown');
}

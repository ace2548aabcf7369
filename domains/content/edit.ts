import { CATEGORY_IDS, pageReply, refuse } from '@karat/contract';
import type { CategoryId, Page } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import type { Queries, Tx } from '@karat/platform/db';
import type { ArticleText } from './store.ts';
import * as store from './version-store.ts';
import type { EditorRow, PublicationRow, VersionInput, VersionRow } from './version-store.ts';

type Texts = Record<Lang, ArticleText>;

/** A version with every translation. */
export type Version = VersionRow & { readonly texts: Texts };
export type EditableArticle = EditorRow & { readonly texts: Texts };

/** An article as an editor writes it. */
export interface ArticleInput extends VersionInput {
  readonly category: CategoryId;
}

const NOTHING: ArticleText = { title: '', abstract: '', content: '' };

/** A link must be an absolute path inside the app. */
const isInnerPath = (link: string): boolean =>
  /^\/[A-Za-z0-9/_?=&%.-]*$/.test(link) && !link.startsWith('//');

async function withTexts<Row extends { readonly id: number }>(
  q: Queries,
  rows: readonly Row[],
): Promise<(Row & { readonly texts: Texts })[]> {
  const texts = await store.textsOf(
    q,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const own = new Map(texts.filter((text) => text.version_id === row.id).map((text) => [text.lang, text]));
    const inLang = (lang: Lang): ArticleText => {
      const { title, abstract, content } = own.get(lang) ?? NOTHING;
      return { title, abstract, content };
    };
    return { ...row, texts: Object.fromEntries(LANGS.map((lang) => [lang, inLang(lang)])) as Texts };
  });
}

/** A page of articles with their last versions in every translation, for the console. */
export async function editable(
  q: Queries,
  at: number,
  category: CategoryId,
  page: number,
  limit: number,
): Promise<Page<EditableArticle>> {
  const rows = await withTexts(q, await store.forEditing(q, at, category, limit, (page - 1) * limit));
  return pageReply(rows, await store.countForEditing(q, category), page, limit);
}

/** Returns a version with its texts; undefined if it does not exist. */
export async function versionOf(q: Queries, id: number): Promise<Version | undefined> {
  const row = await store.versionById(q, id);
  return row && (await withTexts(q, [row]))[0];
}

/** A page of the versions of an article, newest first, each with its publications. */
export async function history(
  q: Queries,
  article: number,
  page: number,
  limit: number,
): Promise<Page<VersionRow & { readonly publications: readonly PublicationRow[] }>> {
  const rows = await store.versionsOf(q, article, limit, (page - 1) * limit);
  const publications = await store.publicationsOf(
    q,
    article,
    rows.map(({ id }) => id),
  );
  const views = rows.map((row) => ({
    ...row,
    publications: publications.filter(({ version_id: version }) => version === row.id),
  }));
  return pageReply(views, await store.countVersions(q, article), page, limit);
}

/** Refuses `value_invalid` if a version has no title in some language. */
export function checkTitles({ texts }: Pick<Version, 'texts'>): void {
  const untitled = LANGS.find((lang) => texts[lang].title === '');
  if (untitled) refuse('value_invalid', { field: `title (${untitled})` });
}

/**
 * Saves a version of a new (id 0) or existing article and returns both ids. Readers see it when its publication is
 * approved. Refuses `value_invalid` if a link leads outside the app, `article_unknown` if no such article is in the
 * category.
 */
export async function save(
  tx: Tx,
  id: number,
  input: ArticleInput,
  { by, at }: { readonly by: string; readonly at: number },
): Promise<{ id: number; version: number }> {
  if (!CATEGORY_IDS.includes(input.category)) refuse('value_invalid', { field: 'c_id' });
  if (input.link !== undefined && !isInnerPath(input.link)) refuse('value_invalid', { field: 'link' });
  if (typeof input.thumbnail === 'string' && !isInnerPath(input.thumbnail))
    refuse('value_invalid', { field: 'thumbnail' });
  if (id !== 0 && (await store.lockArticle(tx, id)) !== input.category) refuse('article_unknown');
  const article = id === 0 ? await store.insertArticle(tx, input.category, null, at) : id;
  return { id: article, version: await store.insertVersion(tx, article, input, by, at) };
}

/** Deletes a draft. Refuses `article_published` if one of its versions was ever approved: its history stays. */
export async function remove(tx: Tx, id: number): Promise<void> {
  if ((await store.lockArticle(tx, id)) === undefined) refuse('article_unknown');
  if (await store.wasApproved(tx, id)) refuse('article_published');
  await store.deleteArticle(tx, id);
}

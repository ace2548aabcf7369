import type { CategoryId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { join, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export interface ArticleRow {
  readonly id: number;
  readonly c_id: number;
  readonly title: string;
  readonly abstract: string;
  readonly content: string;
  readonly thumbnail: string | null;
  readonly link: string | null;
  readonly created_ms: number;
}

export interface ArticleText {
  readonly title: string;
  readonly abstract: string;
  readonly content: string;
}

export interface EditorRow {
  readonly id: number;
  readonly c_id: number;
  readonly published: boolean;
  readonly thumbnail: string | null;
  readonly link: string | null;
  readonly position: number;
  readonly updated_ms: number;
}

export interface ArticleInput {
  readonly category: CategoryId;
  readonly published: boolean;
  readonly link: string | undefined;
  /** Undefined: unchanged; null: none. */
  readonly thumbnail: string | null | undefined;
  readonly position: number;
  readonly texts: Readonly<Record<Lang, ArticleText>>;
}

const columns = sql`a.id, a.category as c_id, t.title, t.abstract, t.body as content, a.thumbnail, a.link, a.created_at as created_ms`;

/** Returns published articles of a category in a language, in their order. */
export const published = (
  q: Queries,
  category: CategoryId,
  lang: Lang,
  limit: number,
  offset: number,
): Promise<ArticleRow[]> =>
  q.rows<ArticleRow>(sql`
    select ${columns}
    from content_articles a join content_texts t on t.article_id = a.id and t.lang = ${lang}
    where a.category = ${category} and a.published
    order by a.position, a.id desc limit ${limit} offset ${offset}`);

export const countPublished = async (q: Queries, category: CategoryId): Promise<number> =>
  (
    await q.one<{ n: number }>(
      sql`select count(*) as n from content_articles where category = ${category} and published`,
    )
  ).n;

export const publishedById = (q: Queries, id: number, lang: Lang): Promise<ArticleRow | undefined> =>
  q.maybe<ArticleRow>(sql`
    select ${columns}
    from content_articles a join content_texts t on t.article_id = a.id and t.lang = ${lang}
    where a.id = ${id} and a.published`);

/** Returns articles of a category for editing, unpublished ones included. */
export const forEditing = (
  q: Queries,
  category: CategoryId,
  limit: number,
  offset: number,
): Promise<EditorRow[]> =>
  q.rows<EditorRow>(sql`
    select id, category as c_id, published, thumbnail, link, position, updated_at as updated_ms
    from content_articles where category = ${category}
    order by position, id desc limit ${limit} offset ${offset}`);

export const countForEditing = async (q: Queries, category: CategoryId): Promise<number> =>
  (await q.one<{ n: number }>(sql`select count(*) as n from content_articles where category = ${category}`))
    .n;

export const textsOf = (
  q: Queries,
  ids: readonly number[],
): Promise<{ article_id: number; lang: Lang; title: string; abstract: string; content: string }[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : q.rows(
        sql`select article_id, lang, title, abstract, body as content from content_texts where article_id in (${join([...ids])})`,
      );

export async function insertArticle(
  tx: Tx,
  input: ArticleInput,
  slug: string | null,
  at: number,
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into content_articles (category, slug, published, link, thumbnail, position, created_at, updated_at)
    values (${input.category}, ${slug}, ${input.published}, ${input.link ?? null}, ${input.thumbnail ?? null}, ${input.position},
            to_timestamp(${at} / 1000.0), to_timestamp(${at} / 1000.0))
    returning id`);
  await writeTexts(tx, id, input.texts);
  return id;
}

/** Returns true if the article existed. */
export async function updateArticle(tx: Tx, id: number, input: ArticleInput, at: number): Promise<boolean> {
  const changed = await tx.run(sql`
    update content_articles
    set category = ${input.category}, published = ${input.published}, link = ${input.link ?? null},
        thumbnail = case when ${input.thumbnail === undefined} then thumbnail else ${input.thumbnail ?? null} end,
        position = ${input.position}, updated_at = to_timestamp(${at} / 1000.0)
    where id = ${id}`);
  if (changed === 0) return false;
  await writeTexts(tx, id, input.texts);
  return true;
}

async function writeTexts(tx: Tx, id: number, texts: ArticleInput['texts']): Promise<void> {
  const all = Object.values(texts);
  await tx.run(sql`
    insert into content_texts (article_id, lang, title, abstract, body)
    select ${id}, * from unnest(${Object.keys(texts)}::text[], ${all.map(({ title }) => title)}::text[],
      ${all.map(({ abstract }) => abstract)}::text[], ${all.map(({ content }) => content)}::text[])
    on conflict (article_id, lang) do update
    set title = excluded.title, abstract = excluded.abstract, body = excluded.body`);
}

export const deleteArticle = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.run(sql`delete from content_articles where id = ${id}`)) > 0;

export const slugExists = async (q: Queries, slug: string): Promise<boolean> =>
  (await q.maybe(sql`select 1 from content_articles where slug = ${slug}`)) !== undefined;

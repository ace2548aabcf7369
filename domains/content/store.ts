import type { CategoryId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

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

/** The version of an article `a` that is shown at a moment, and its end: one row, or none. */
export const shownVersion = (at: number) => sql`(
  select p.version_id, p.ends_at from (
    select * from content_publications
    where article_id = a.id and cancelled_at is null and starts_at <= to_timestamp(${at} / 1000.0)
    order by starts_at desc, id desc limit 1
  ) p where p.version_id is not null and (p.ends_at is null or p.ends_at > to_timestamp(${at} / 1000.0)))`;

/** Joins what is shown of an article `a` at a moment: its version as `v`. */
const shownAt = (at: number) => sql`
  cross join lateral ${shownVersion(at)} s join content_versions v on v.id = s.version_id`;

/** The date of an article is that of its first publication; a correction does not renew it. */
const columns = sql`
  a.id, a.category as c_id, t.title, t.abstract, t.body as content, v.thumbnail, v.link,
  (select min(f.starts_at) from content_publications f where f.article_id = a.id and f.cancelled_at is null
    and f.version_id is not null) as created_ms`;

/** Returns the articles of a category that are published at a moment, in a language and in their order. */
export const published = (
  q: Queries,
  at: number,
  category: CategoryId,
  lang: Lang,
  limit: number,
  offset: number,
): Promise<ArticleRow[]> =>
  q.rows<ArticleRow>(sql`
    select ${columns}
    from content_articles a ${shownAt(at)}
    join content_version_texts t on t.version_id = v.id and t.lang = ${lang}
    where a.category = ${category}
    order by v.position, a.id desc limit ${limit} offset ${offset}`);

export const countPublished = async (q: Queries, at: number, category: CategoryId): Promise<number> =>
  (
    await q.one<{ n: number }>(
      sql`select count(*) as n from content_articles a ${shownAt(at)} where a.category = ${category}`,
    )
  ).n;

export const publishedById = (
  q: Queries,
  at: number,
  id: number,
  lang: Lang,
): Promise<ArticleRow | undefined> =>
  q.maybe<ArticleRow>(sql`
    select ${columns}
    from content_articles a ${shownAt(at)}
    join content_version_texts t on t.version_id = v.id and t.lang = ${lang}
    where a.id = ${id}`);

/** Returns the version of an article that is published at a moment, if one is. */
export const publishedVersion = async (q: Queries, at: number, id: number): Promise<number | undefined> =>
  (await q.maybe<{ id: number }>(sql`select v.id from content_articles a ${shownAt(at)} where a.id = ${id}`))
    ?.id;

export const slugExists = async (q: Queries, slug: string): Promise<boolean> =>
  (await q.maybe(sql`select 1 from content_articles where slug = ${slug}`)) !== undefined;

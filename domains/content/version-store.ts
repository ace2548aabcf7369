import type { CategoryId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { join, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { shownVersion } from './store.ts';
import type { ArticleText } from './store.ts';

/** A version as an editor writes it. */
export interface VersionInput {
  readonly link: string | undefined;
  /** Undefined: as in the version before; null: none. */
  readonly thumbnail: string | null | undefined;
  readonly position: number;
  readonly texts: Readonly<Record<Lang, ArticleText>>;
}

/** A saved version. */
export interface VersionRow {
  readonly id: number;
  readonly article_id: number;
  readonly c_id: CategoryId;
  readonly number: number;
  readonly thumbnail: string | null;
  readonly link: string | null;
  readonly position: number;
  readonly saved_by: string | null;
  readonly saved_ms: number;
}

/** An article in the editors' list, with its last version. */
export interface EditorRow extends VersionRow {
  /** Number of the version that is shown. */
  readonly shown: number | null;
  /** Moment at which it ends, if one is set. */
  readonly ends_ms: number | null;
  /** Moment of the next publication. */
  readonly next_ms: number | null;
  /** Whether any version was ever approved. */
  readonly approved: boolean;
}

/** A decision to show a version. */
export interface PublicationRow {
  readonly version_id: number;
  readonly starts_ms: number;
  /** Moment of its own end or of the next publication or withdrawal, whichever is earlier. */
  readonly until_ms: number | null;
  readonly requested_by: string | null;
  readonly decided_by: string | null;
  readonly cancelled_ms: number | null;
}

const columns = sql`
  v.id, v.article_id, a.category as c_id, v.number, v.thumbnail, v.link, v.position, v.saved_by, v.saved_at as saved_ms`;

/** Returns articles of a category with their last versions, unpublished ones included. */
export const forEditing = (
  q: Queries,
  at: number,
  category: CategoryId,
  limit: number,
  offset: number,
): Promise<EditorRow[]> =>
  q.rows<EditorRow>(sql`
    select ${columns}, w.number as shown, s.ends_at as ends_ms,
      (select min(n.starts_at) from content_publications n where n.article_id = a.id and n.cancelled_at is null
        and n.starts_at > to_timestamp(${at} / 1000.0)) as next_ms,
      exists (select 1 from content_publications e where e.article_id = a.id) as approved
    from content_articles a
    join lateral (select * from content_versions l where l.article_id = a.id order by l.number desc limit 1) v on true
    left join lateral ${shownVersion(at)} s on true
    left join content_versions w on w.id = s.version_id
    where a.category = ${category}
    order by v.position, a.id desc limit ${limit} offset ${offset}`);

export const countForEditing = async (q: Queries, category: CategoryId): Promise<number> =>
  (await q.one<{ n: number }>(sql`select count(*) as n from content_articles where category = ${category}`))
    .n;

export const textsOf = (
  q: Queries,
  versions: readonly number[],
): Promise<{ version_id: number; lang: Lang; title: string; abstract: string; content: string }[]> =>
  versions.length === 0
    ? Promise.resolve([])
    : q.rows(
        sql`select version_id, lang, title, abstract, body as content from content_version_texts where version_id in (${join([...versions])})`,
      );

export const versionById = (q: Queries, id: number): Promise<VersionRow | undefined> =>
  q.maybe<VersionRow>(sql`
    select ${columns} from content_versions v join content_articles a on a.id = v.article_id where v.id = ${id}`);

/** Returns the versions of an article, newest first. */
export const versionsOf = (
  q: Queries,
  article: number,
  limit: number,
  offset: number,
): Promise<VersionRow[]> =>
  q.rows<VersionRow>(sql`
    select ${columns} from content_versions v join content_articles a on a.id = v.article_id
    where v.article_id = ${article} order by v.number desc limit ${limit} offset ${offset}`);

export const countVersions = async (q: Queries, article: number): Promise<number> =>
  (await q.one<{ n: number }>(sql`select count(*) as n from content_versions where article_id = ${article}`))
    .n;

/** Returns the publications of some versions of an article, in their order. */
export const publicationsOf = (
  q: Queries,
  article: number,
  versions: readonly number[],
): Promise<PublicationRow[]> =>
  q.rows<PublicationRow>(sql`
    select version_id, starts_at as starts_ms, requested_by, decided_by, cancelled_at as cancelled_ms,
      least(ends_at, until) as until_ms
    from (
      select *, case when cancelled_at is null then lead(starts_at) over (
        partition by cancelled_at is null order by starts_at, id) end as until
      from content_publications where article_id = ${article}
    ) p
    where version_id = any(${[...versions]}::bigint[]) order by starts_at, id`);

/** Creates an article without a version. */
export const insertArticle = async (
  tx: Tx,
  category: CategoryId,
  slug: string | null,
  at: number,
): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into content_articles (category, slug, created_at, updated_at)
      values (${category}, ${slug}, to_timestamp(${at} / 1000.0), to_timestamp(${at} / 1000.0)) returning id`)
  ).id;

/** Locks an article until the end of the transaction and returns its category, or undefined. */
export const lockArticle = async (tx: Tx, id: number): Promise<CategoryId | undefined> =>
  (
    await tx.maybe<{ category: CategoryId }>(
      sql`select category from content_articles where id = ${id} for update`,
    )
  )?.category;

/** Adds a version to a locked article. */
export async function insertVersion(
  tx: Tx,
  article: number,
  input: VersionInput,
  by: string | null,
  at: number,
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into content_versions (article_id, number, link, thumbnail, position, saved_by, saved_at)
    select ${article}::bigint, coalesce(max(number), 0) + 1, ${input.link ?? null}::text,
      case when ${input.thumbnail === undefined} then (array_agg(thumbnail order by number desc))[1]
        else ${input.thumbnail ?? null}::text end,
      ${input.position}::int, ${by}::text, to_timestamp(${at} / 1000.0)
    from content_versions where article_id = ${article} returning id`);
  const all = Object.values(input.texts);
  await tx.run(sql`
    insert into content_version_texts (version_id, lang, title, abstract, body)
    select ${id}::bigint, * from unnest(${Object.keys(input.texts)}::text[], ${all.map(({ title }) => title)}::text[],
      ${all.map(({ abstract }) => abstract)}::text[], ${all.map(({ content }) => content)}::text[])`);
  return id;
}

/** What a publication shows, from when until when, and who decided it. */
export interface NewPublication {
  readonly article: number;
  /** Null: nothing is shown. */
  readonly version: number | null;
  readonly startsMs: number;
  readonly endsMs: number | null;
  readonly requestedBy: string | null;
  readonly decidedBy: string | null;
}

export const insertPublication = (tx: Tx, publication: NewPublication, at: number): Promise<number> =>
  tx.run(sql`
    insert into content_publications (article_id, version_id, starts_at, ends_at, decided_at, requested_by, decided_by)
    values (${publication.article}, ${publication.version}, to_timestamp(${publication.startsMs} / 1000.0),
      to_timestamp(${publication.endsMs}::float8 / 1000.0), to_timestamp(${at} / 1000.0), ${publication.requestedBy},
      ${publication.decidedBy})`);

/** Cancels the publications of an article that have not begun; returns their count. */
export const cancelPublications = (tx: Tx, article: number, at: number): Promise<number> =>
  tx.run(sql`
    update content_publications set cancelled_at = to_timestamp(${at} / 1000.0)
    where article_id = ${article} and cancelled_at is null and starts_at > to_timestamp(${at} / 1000.0)`);

/** Returns whether a version of an article was ever approved. */
export const wasApproved = async (q: Queries, article: number): Promise<boolean> =>
  (await q.maybe(sql`select 1 from content_publications where article_id = ${article} limit 1`)) !==
  undefined;

export const deleteArticle = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`delete from content_articles where id = ${id}`);

import { CATEGORIES, refuse } from '@karat/contract';
import type { Queries, Tx } from '@karat/platform/db';
import { announce, cancelAnnouncement } from './announce.ts';
import { checkTitles, versionOf } from './edit.ts';
import type { Version } from './edit.ts';
import { publishedVersion } from './store.ts';
import * as store from './version-store.ts';

/** The publication of a version. */
export interface Publication {
  readonly version: number;
  /** Unix ms; null: at the approval. */
  readonly startsMs: number | null;
  /** Unix ms; null: until it is withdrawn or another version is published. */
  readonly endsMs: number | null;
  /** Notifies all users of news when it is published. */
  readonly announces: boolean;
}

/**
 * Returns the version that a publication shows. Refuses `article_unknown`, and `value_invalid` if a title is missing, the
 * end is not after the beginning and now, or something else than news is announced.
 */
export async function publishable(q: Queries, publication: Publication, now: number): Promise<Version> {
  const version = (await versionOf(q, publication.version)) ?? refuse('article_unknown');
  checkTitles(version);
  const { startsMs, endsMs, announces } = publication;
  if (endsMs !== null && endsMs <= Math.max(now, startsMs ?? now))
    refuse('value_invalid', { field: 'ends_ms' });
  if (announces && version.c_id !== CATEGORIES.news) refuse('value_invalid', { field: 'announce' });
  return version;
}

/** Who asked for a publication and who approved it. */
export interface Deciders {
  readonly requestedBy: string;
  readonly decidedBy: string;
}

/** Publishes a version from its moment on, at the earliest now. Refuses as `publishable`. */
export async function publish(
  tx: Tx,
  publication: Publication,
  deciders: Deciders,
  now: number,
): Promise<void> {
  const { article_id: article } = await publishable(tx, publication, now);
  // In order with withdrawals: what one of them cancels is complete.
  await store.lockArticle(tx, article);
  const startsMs = Math.max(now, publication.startsMs ?? now);
  const { version, endsMs } = publication;
  await store.insertPublication(tx, { article, version, startsMs, endsMs, ...deciders }, now);
  if (publication.announces) await announce(tx, article, startsMs);
}

/**
 * Takes an article out of the app at once and cancels its planned publications. Refuses `article_unknown`, and
 * `no_change` if nothing is shown or planned.
 */
export async function withdraw(tx: Tx, article: number, by: string, now: number): Promise<void> {
  if ((await store.lockArticle(tx, article)) === undefined) refuse('article_unknown');
  const isShown = (await publishedVersion(tx, now, article)) !== undefined;
  const cancelled = await store.cancelPublications(tx, article, now);
  await cancelAnnouncement(tx, article);
  if (!isShown && cancelled === 0) refuse('no_change');
  if (!isShown) return;
  const end = { article, version: null, startsMs: now, endsMs: null, requestedBy: null, decidedBy: by };
  await store.insertPublication(tx, end, now);
}

import { CATEGORIES } from '@karat/contract';
import type { CategoryId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Queries } from '@karat/platform/db';
import { rankArticles } from './search.ts';
import { published } from './store.ts';

/** Categories that answer questions. */
const ANSWERING: readonly CategoryId[] = [CATEGORIES.faq, CATEGORIES.contact, CATEGORIES.rebate];
/** A category has few articles. */
const ALL = 100;

/** Returns articles published at a moment that answer a question in a language, best first. */
export async function findArticles(
  db: Queries,
  at: number,
  lang: Lang,
  question: string,
  limit: number,
): Promise<{ id: number; c_id: number; title: string; abstract: string }[]> {
  const all = [];
  for (const category of ANSWERING) all.push(...(await published(db, at, category, lang, ALL, 0)));
  return rankArticles(question, all, limit).map(({ id, c_id, title, abstract }) => ({
    id,
    c_id,
    title,
    abstract,
  }));
}

import { CATEGORIES, refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Messages } from '@karat/domains/messages';
import type { Lang } from '@karat/i18n';
import type { Queries, Tx } from '@karat/platform/db';
import { schedule } from '@karat/platform/work';
import type { WorkHandlers } from '@karat/platform/work';
import type { ArticleInput } from './store.ts';
import { publishedById } from './store.ts';

const KIND = 'content:announce';
/** Users that one transaction notifies. */
const BATCH = 500;

export interface Reader {
  readonly id: UserId;
  readonly lang: Lang;
}

export interface AnnounceDeps {
  readonly messages: Pick<Messages, 'notifyAll'>;
  /** Returns users after an id, in order. */
  readonly readersAfter: (db: Queries, after: number, limit: number) => Promise<readonly Reader[]>;
}

/** Schedules the notification of all users about published news. Refuses `value_invalid` for another article. */
export async function announce(tx: Tx, id: number, article: ArticleInput, at: number): Promise<void> {
  if (!article.published || article.category !== CATEGORIES.news)
    refuse('value_invalid', { field: 'announce' });
  await schedule(tx, { kind: KIND, subject: `${id}:0`, dueAt: at });
}

/** Due work that notifies users of an announcement, a batch of users at a time, each user once for each article. */
export const announceWork = ({ messages, readersAfter }: AnnounceDeps): WorkHandlers => ({
  async [KIND](tx, { subject, dueAt }) {
    const [id = 0, after = 0] = subject.split(':').map(Number);
    const readers = await readersAfter(tx, after, BATCH);
    const last = readers.at(-1);
    if (!last) return;
    const texts = new Map<Lang, { readonly title: string; readonly abstract: string }>();
    for (const lang of new Set(readers.map((reader) => reader.lang))) {
      const article = await publishedById(tx, id, lang);
      // Withdrawn meanwhile.
      if (!article) return;
      texts.set(lang, { title: article.title, abstract: article.abstract });
    }
    await messages.notifyAll(
      tx,
      readers.map(({ id: user, lang }) => ({
        user,
        kind: 'content:announced',
        values: { id, title: '', abstract: '', ...texts.get(lang) },
        key: `content:${id}:announced:${user}`,
      })),
    );
    if (readers.length === BATCH) await schedule(tx, { kind: KIND, subject: `${id}:${last.id}`, dueAt });
  },
});

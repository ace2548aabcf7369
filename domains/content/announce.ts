import type { UserId } from '@karat/contract';
import type { Messages } from '@karat/domains/messages';
import type { Lang } from '@karat/i18n';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import { schedule, unschedule } from '@karat/platform/work';
import type { WorkHandlers } from '@karat/platform/work';
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

/** Schedules the notification of all users about news that are published at a moment. */
export const announce = (tx: Tx, id: number, at: number): Promise<number> =>
  schedule(tx, { kind: KIND, subject: `${id}:0`, dueAt: at });

/** Cancels the notifications of an article that have not begun. */
export const cancelAnnouncement = (tx: Tx, id: number): Promise<number> =>
  unschedule(tx, { kind: KIND, subject: `${id}:0` });

/** Due work that notifies users of an announcement, a batch of users at a time, each user once for each article. */
export const announceWork = (
  { clock }: Pick<Context, 'clock'>,
  { messages, readersAfter }: AnnounceDeps,
): WorkHandlers => ({
  async [KIND](tx, { subject, dueAt }) {
    const [id = 0, after = 0] = subject.split(':').map(Number);
    const readers = await readersAfter(tx, after, BATCH);
    const last = readers.at(-1);
    if (!last) return;
    const texts = new Map<Lang, { readonly title: string; readonly abstract: string }>();
    for (const lang of new Set(readers.map((reader) => reader.lang))) {
      const article = await publishedById(tx, clock.now(), id, lang);
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

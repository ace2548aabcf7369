import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { virtualClock } from '@karat/platform/clock';
import { createBus } from '@karat/platform/bus';
import type { Context } from '@karat/platform/context';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createWorker } from '@karat/platform/work';
import { userId } from '@karat/contract';
import type { Notification } from '@karat/domains/messages';
import { announce, announceWork } from './announce.ts';
import { editable, save } from './edit.ts';
import type { ArticleInput, ArticleText } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const clock = virtualClock();
const texts = Object.fromEntries(
  LANGS.map((lang) => [lang, { title: `Title ${lang}`, abstract: '', content: '' }]),
) as Record<Lang, ArticleText>;
const article = (thumbnail: ArticleInput['thumbnail']): ArticleInput => ({
  category: 4,
  published: true,
  link: undefined,
  thumbnail,
  position: 1,
  texts,
});
const write = (id: number, thumbnail: ArticleInput['thumbnail']): Promise<number> =>
  database.db.transact((tx) => save(tx, { clock }, id, article(thumbnail)));
const thumbnailOf = async (id: number): Promise<string | null | undefined> =>
  (await editable(database.db, 4, 1, 100)).data.find((row) => row.id === id)?.thumbnail;

test('a thumbnail is saved, stays if it is not sent, is removed if it is empty, and must be of this site', async () => {
  const id = await write(0, '/files/a.png');
  expect(await thumbnailOf(id)).toBe('/files/a.png');
  await write(id, undefined);
  expect(await thumbnailOf(id)).toBe('/files/a.png');
  await write(id, '/files/b.png');
  expect(await thumbnailOf(id)).toBe('/files/b.png');
  await write(id, null);
  expect(await thumbnailOf(id)).toBeNull();
  for (const foreign of ['https://evil.example/a.png', '//evil.example/a.png', 'javascript:alert(1)'])
    await expect(write(id, foreign), foreign).rejects.toMatchObject({ code: 'value_invalid' });
});

test('published news is announced to every user once, in the language of each; other articles are not', async () => {
  const ctx: Context = {
    ...{ db: database.db, clock, random: seededRandom('content'), log: silentLog, demo: true },
    bus: createBus(() => undefined),
  };
  const readers = Array.from({ length: 501 }, (_, index) => ({
    id: userId(100_000 + index),
    lang: index === 500 ? ('th' as const) : ('en' as const),
  }));
  const sent: Notification[] = [];
  const worker = createWorker(
    ctx,
    announceWork({
      messages: { notifyAll: async (_, notices) => void sent.push(...notices) },
      readersAfter: async (_, after, limit) => readers.filter(({ id }) => id > after).slice(0, limit),
    }),
  );
  const id = await write(0, undefined);
  await database.db.transact((tx) => announce(tx, id, article(undefined), clock.now()));
  await worker.runDue();
  expect(new Set(sent.map(({ key }) => key)).size).toBe(501);
  expect(sent.at(-1)).toMatchObject({ user: 100_500, values: { title: 'Title th' } });
  for (const other of [{ published: false }, { category: 5 as const }]) {
    const refused = database.db.transact((tx) =>
      announce(tx, id, { ...article(undefined), ...other }, clock.now()),
    );
    await expect(refused).rejects.toMatchObject({ code: 'value_invalid' });
  }
});

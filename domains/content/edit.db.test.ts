import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { virtualClock } from '@karat/platform/clock';
import { createBus } from '@karat/platform/bus';
import { sql } from '@karat/platform/db';
import type { Context } from '@karat/platform/context';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createWorker } from '@karat/platform/work';
import { userId } from '@karat/contract';
import type { Notification } from '@karat/domains/messages';
import { announceWork } from './announce.ts';
import { editable, history, remove, save } from './edit.ts';
import type { ArticleInput } from './edit.ts';
import { publish, withdraw } from './publish.ts';
import type { Publication } from './publish.ts';
import { publishedById } from './store.ts';
import type { ArticleText } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const clock = virtualClock();
const textsOf = (title: string) =>
  Object.fromEntries(
    LANGS.map((lang) => [lang, { title: `${title} ${lang}`, abstract: '', content: '' }]),
  ) as Record<Lang, ArticleText>;
const article = (thumbnail: ArticleInput['thumbnail'], more: Partial<ArticleInput> = {}): ArticleInput => ({
  category: 4,
  link: undefined,
  thumbnail,
  position: 1,
  texts: textsOf('Title'),
  ...more,
});
const write = (id: number, input: ArticleInput): Promise<{ id: number; version: number }> =>
  database.db.transact((tx) => save(tx, id, input, { by: 'support', at: clock.now() }));
const show = (publication: Partial<Publication> & Pick<Publication, 'version'>): Promise<void> =>
  database.db.transact((tx) =>
    publish(
      tx,
      { startsMs: null, endsMs: null, announces: false, ...publication },
      { requestedBy: 'support', decidedBy: 'risk' },
      clock.now(),
    ),
  );
const titleAt = async (id: number, at = clock.now()): Promise<string | undefined> =>
  (await publishedById(database.db, at, id, 'en'))?.title;
const rowOf = async (id: number, at = clock.now()) =>
  (await editable(database.db, at, 4, 1, 100)).data.find((row) => row.article_id === id);
const HOUR = 3_600_000;

test('a thumbnail is saved, stays if it is not sent, is removed if it is empty, and must be of this site', async () => {
  const { id } = await write(0, article('/files/a.png'));
  const thumbnailAfter = async (thumbnail: ArticleInput['thumbnail']) => {
    await write(id, article(thumbnail));
    return (await rowOf(id))?.thumbnail;
  };
  expect(await thumbnailAfter(undefined)).toBe('/files/a.png');
  expect(await thumbnailAfter('/files/b.png')).toBe('/files/b.png');
  expect(await thumbnailAfter(null)).toBeNull();
  expect(await thumbnailAfter(undefined)).toBeNull();
  for (const foreign of ['https://evil.example/a.png', '//evil.example/a.png', 'javascript:alert(1)'])
    await expect(write(id, article(foreign)), foreign).rejects.toMatchObject({ code: 'value_invalid' });
});

test('a saved version is not shown; a published one is from its moment to its end, to the millisecond', async () => {
  const first = await write(0, article(null, { texts: textsOf('First') }));
  expect(await titleAt(first.id)).toBeUndefined();
  const starts = clock.now() + HOUR;
  await show({ version: first.version, startsMs: starts, endsMs: starts + 3 * HOUR });
  expect(await titleAt(first.id, starts - 1)).toBeUndefined();
  expect(await titleAt(first.id, starts)).toBe('First en');
  expect(await titleAt(first.id, starts + 3 * HOUR - 1)).toBe('First en');
  expect(await titleAt(first.id, starts + 3 * HOUR)).toBeUndefined();

  const second = await write(first.id, article(null, { texts: textsOf('Second') }));
  expect(await titleAt(first.id, starts)).toBe('First en');
  await show({ version: second.version, startsMs: starts + HOUR });
  expect(await titleAt(first.id, starts + HOUR - 1)).toBe('First en');
  expect(await titleAt(first.id, starts + HOUR)).toBe('Second en');
  // The later version has no end of its own.
  expect(await titleAt(first.id, starts + 9 * HOUR)).toBe('Second en');
  expect((await publishedById(database.db, starts + 9 * HOUR, first.id, 'en'))?.created_ms).toBe(starts);

  expect(await rowOf(first.id)).toMatchObject({ number: 2, shown: null, next_ms: starts, approved: true });
  expect(await rowOf(first.id, starts)).toMatchObject({ shown: 1, next_ms: starts + HOUR });
  expect(await rowOf(first.id, starts + HOUR)).toMatchObject({ shown: 2, next_ms: null });
  const { data, total } = await history(database.db, first.id, 1, 10);
  expect(total).toBe(2);
  expect(data.map(({ number, publications }) => [number, publications])).toEqual([
    [2, [expect.objectContaining({ starts_ms: starts + HOUR, until_ms: null, decided_by: 'risk' })]],
    [1, [expect.objectContaining({ starts_ms: starts, until_ms: starts + HOUR, requested_by: 'support' })]],
  ]);
});

test('a withdrawn article disappears at once with what was planned; its history and texts stay', async () => {
  const { id, version } = await write(0, article(null));
  await show({ version });
  const next = await write(id, article(null, { texts: textsOf('Next') }));
  await show({ version: next.version, startsMs: clock.now() + HOUR });
  expect(await titleAt(id)).toBe('Title en');
  clock.advance(1000);
  await database.db.transact((tx) => withdraw(tx, id, 'support', clock.now()));
  expect(await titleAt(id)).toBeUndefined();
  expect(await titleAt(id, clock.now() + 2 * HOUR)).toBeUndefined();
  const { data } = await history(database.db, id, 1, 10);
  expect(data[0]?.publications).toEqual([expect.objectContaining({ cancelled_ms: clock.now() })]);
  expect(data[1]?.publications).toEqual([expect.objectContaining({ until_ms: clock.now() })]);
  await expect(database.db.transact((tx) => withdraw(tx, id, 'support', clock.now()))).rejects.toMatchObject({
    code: 'no_change',
  });
  await expect(database.db.transact((tx) => remove(tx, id))).rejects.toMatchObject({
    code: 'article_published',
  });
  await show({ version });
  expect(await titleAt(id)).toBe('Title en');
  for (const table of [sql`content_versions set link = '/x'`, sql`content_version_texts set title = 'x'`])
    await expect(database.db.transact((tx) => tx.run(sql`update ${table}`))).rejects.toThrow(
      /does not change/,
    );
});

test('a draft can be deleted, and a version that lacks a title or ends before it begins is not published', async () => {
  const draft = await write(0, article(null));
  await database.db.transact((tx) => remove(tx, draft.id));
  expect(await rowOf(draft.id)).toBeUndefined();
  const untitled = await write(
    0,
    article(null, { texts: { ...textsOf('A'), vn: { title: '', abstract: '', content: '' } } }),
  );
  const banner = await write(0, article(null, { category: 5 }));
  const { version } = await write(0, article(null));
  const now = clock.now();
  for (const wrong of [
    { version: untitled.version },
    { version, endsMs: now },
    { version, startsMs: now + HOUR, endsMs: now + HOUR },
    { version: banner.version, announces: true },
  ])
    await expect(show(wrong), JSON.stringify(wrong)).rejects.toMatchObject({ code: 'value_invalid' });
  await expect(show({ version: draft.version })).rejects.toMatchObject({ code: 'article_unknown' });
  await expect(write(banner.id, article(null))).rejects.toMatchObject({ code: 'article_unknown' });
});

test('a hundred versions that are saved at once have a hundred numbers', async () => {
  const { id } = await write(0, article(null));
  await Promise.all(Array.from({ length: 99 }, () => write(id, article(undefined))));
  const { data, total } = await history(database.db, id, 1, 100);
  expect([total, data[0]?.number, data.at(-1)?.number]).toEqual([100, 100, 1]);
});

test('news are announced once to every user when they are published, in the language of each', async () => {
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
    announceWork(ctx, {
      messages: { notifyAll: async (_, notices) => void sent.push(...notices) },
      readersAfter: async (_, after, limit) => readers.filter(({ id }) => id > after).slice(0, limit),
    }),
  );
  const { id, version } = await write(0, article(undefined));
  await show({ version, startsMs: clock.now() + HOUR, announces: true });
  const withdrawn = await write(0, article(undefined));
  await show({ version: withdrawn.version, startsMs: clock.now() + HOUR, announces: true });
  await database.db.transact((tx) => withdraw(tx, withdrawn.id, 'support', clock.now()));
  await worker.runDue();
  expect(sent).toEqual([]);
  clock.advance(HOUR);
  await worker.runDue();
  expect(new Set(sent.map(({ key }) => key)).size).toBe(501);
  expect(sent.every(({ values }) => values?.['id'] === id)).toBe(true);
  expect(sent.at(-1)).toMatchObject({ user: 100_500, values: { title: 'Title th' } });
});

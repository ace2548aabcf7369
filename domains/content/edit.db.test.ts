import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { virtualClock } from '@karat/platform/clock';
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

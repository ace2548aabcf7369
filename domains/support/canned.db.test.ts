import { Refusal } from '@karat/contract';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cannedAnswers } from './canned-store.ts';
import { saveCanned } from './canned.ts';
import { SupportFixture } from './testing/fixture.ts';

let database: TestDatabase;
let support: SupportFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  support = new SupportFixture(database.db);
});
beforeEach(() => database.db.run(sql`truncate support_canned`));
afterAll(() => database.drop());

const save = (shortcut: string, en: string, id = 0, more: object = {}) =>
  saveCanned(support, id, { shortcut, texts: { en, ...more }, by: 'support' });
const outcome = (saved: Promise<number>) =>
  saved.then(
    () => 'ok',
    (failure: unknown) => (failure instanceof Refusal ? failure.code : String(failure)),
  );
const found = async (keyword: string, page = 1, limit = 10) => {
  const { rows, total } = await cannedAnswers(database.db, keyword, { page, limit });
  return [rows.map(({ shortcut }) => shortcut), total];
};

test('are found by shortcut and by any of their texts, in any case, and listed by shortcut', async () => {
  await save('wait', 'One moment, please.', 0, { fra: 'Un instant' });
  await save('hours', 'We open at Nine.');
  await save('closing', 'Goodbye');
  expect(await found('')).toEqual([['closing', 'hours', 'wait'], 3]);
  expect(await found('', 2, 2)).toEqual([['wait'], 3]);
  expect(await found('nINE')).toEqual([['hours'], 1]);
  expect(await found('INSTANT')).toEqual([['wait'], 1]);
  expect(await found('HOUR')).toEqual([['hours'], 1]);
  // Signs that a pattern would read.
  expect(await found('%')).toEqual([[], 0]);
});

test('a shortcut belongs to one answer; a change keeps its own, and one of an unknown answer changes nothing', async () => {
  const [wait, hours] = [await save('wait', 'One moment'), await save('hours', 'From nine')];
  expect(await outcome(save('wait', 'Another'))).toBe('support_shortcut_taken');
  expect(await outcome(save('wait', 'Another', hours))).toBe('support_shortcut_taken');
  expect(await outcome(save('other', 'Another', hours + wait))).toBe('not_found');
  expect(await outcome(save('empty', ''))).toBe('value_invalid');
  support.clock.advance(60_000);
  expect(await save('wait', 'Two moments', wait)).toBe(wait);
  const { rows } = await cannedAnswers(database.db, '', { page: 1, limit: 10 });
  expect(rows.map(({ id, texts }) => [id, texts.en])).toEqual([
    [hours, 'From nine'],
    [wait, 'Two moments'],
  ]);
  expect(rows.map(({ updatedMs }) => support.clock.now() - updatedMs)).toEqual([60_000, 0]);
});

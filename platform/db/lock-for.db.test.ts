import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockFor } from './lock-for.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

const take = (kind: string, id: number | string) => () => own.db.transact((tx) => lockFor(tx, kind, id));

test('a lock waits for the same kind and id, and for no other', async () => {
  const first = take('uploads', 7);
  const wait = async (second: () => Promise<void>): Promise<boolean> =>
    (await overlap(own.db, (tx) => lockFor(tx, 'uploads', 7), second)).hasWaited;
  expect(await wait(first)).toBe(true);
  expect(await wait(take('uploads', '7'))).toBe(true);
  expect(await wait(take('uploads', 8))).toBe(false);
  expect(await wait(take('blocks', 7))).toBe(false);
});

test('a lock ends with its transaction, also with one that fails', async () => {
  await expect(
    own.db.transact(async (tx) => {
      await lockFor(tx, 'uploads', 7);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await take('uploads', 7)();
});

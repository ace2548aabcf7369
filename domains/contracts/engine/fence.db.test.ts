import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FenceLost, markBatch, raiseFence, takeFence } from './recovery/fence.ts';
import type { Fence } from './recovery/fence.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await database.db.run(sql`update contracts_engine set fence = 7, batch = 40, holder = 'before'`);
});
afterEach(() => database.drop());

const mark = (fence: Fence, batch: number) => database.db.transact((tx) => markBatch(tx, fence, batch));
const row = () =>
  database.db.one<{ fence: number; batch: number; holder: string }>(
    sql`select fence, batch, holder from contracts_engine`,
  );

test('a new engine continues the batches under the next fence, and the one before writes nothing more', async () => {
  const { db } = database;
  const old = await takeFence(db, 'old');
  expect(old).toEqual({ holder: 'old', fence: 8, batch: 40 });
  await mark(old, 41);
  expect(await takeFence(db, 'new')).toEqual({ holder: 'new', fence: 9, batch: 41 });
  await expect(mark(old, 42)).rejects.toThrow(FenceLost);
  await expect(raiseFence(db, old)).rejects.toThrow(FenceLost);
  expect(await row()).toEqual({ holder: 'new', fence: 9, batch: 41 });
});

test('after a failure the engine raises its own fence, and its broken session cannot commit any more', async () => {
  const { db } = database;
  const broken = await takeFence(db, 'own');
  await mark(broken, 41);
  const raised = await raiseFence(db, broken);
  expect(raised).toEqual({ holder: 'own', fence: 9, batch: 41 });
  await expect(mark(broken, 42)).rejects.toThrow(FenceLost);
  await mark(raised, 42);
  expect((await row()).batch).toBe(42);
});

test('an engine of another name has no right to the fence of the same number', async () => {
  const { fence } = await takeFence(database.db, 'own');
  await expect(mark({ holder: 'other', fence }, 41)).rejects.toThrow(FenceLost);
});

test('a batch follows the one before: neither again, nor with a gap', async () => {
  const own = await takeFence(database.db, 'own');
  for (const batch of [40, 42]) await expect(mark(own, batch), String(batch)).rejects.toThrow(FenceLost);
  await mark(own, 41);
  await expect(mark(own, 41)).rejects.toThrow(FenceLost);
});

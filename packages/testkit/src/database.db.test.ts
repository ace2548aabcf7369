import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, sql } from '@karat/platform/db';
import { createTestDatabase } from './index.ts';
import type { TestDatabase } from './index.ts';

let one: TestDatabase;
let two: TestDatabase;

beforeAll(async () => {
  [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});

afterAll(() => Promise.all([one.drop(), two.drop()]));

test('a fresh database has every migration', async () => {
  const rows = await one.db.rows<{ name: string }>(sql`select name from platform_migrations`);
  expect(rows).toBeInstanceOf(Array);
});

test("files do not see each other's rows", async () => {
  await one.db.run(sql`create table seen (value int)`);
  expect(await two.db.maybe(sql`select 1 from pg_tables where tablename = 'seen'`)).toBeUndefined();
  expect(await one.db.maybe(sql`select 1 from pg_tables where tablename = 'seen'`)).toBeDefined();
});

test('a drop closes connections that a test left open', async () => {
  const third = await createTestDatabase();
  const forgotten = openDatabase({ url: third.url, connections: 1 });
  await forgotten.one(sql`select 1`);
  await third.drop();
  await expect(forgotten.one(sql`select 1`)).rejects.toThrow();
  await forgotten.close();
});

test('a connected database has all connections of its pool open', async () => {
  await using cold = await createTestDatabase();
  await using warm = await createTestDatabase({ connections: 5, connected: true });
  expect(cold.db.usage()).toMatchObject({ total: 0 });
  expect(warm.db.usage()).toEqual({ total: 5, idle: 5, waiting: 0 });
});

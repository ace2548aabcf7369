import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, sql } from './index.ts';
import type { Database } from './index.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, connections: 2, guarded: true });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('a transaction that queries the pool, or opens another transaction on it, throws', async () => {
  for (const ask of [() => db.one(sql`select 1`), () => db.transact(async () => undefined)])
    await expect(db.transact(() => ask())).rejects.toThrow('a transaction asked the pool');
  const deeper = async (): Promise<unknown> => Promise.resolve().then(() => db.rows(sql`select 1`));
  await expect(db.transact(deeper)).rejects.toThrow('a transaction asked the pool');
});

test('its own connection, a separate one, and code after its commit are accepted', async () => {
  const after = new Promise<unknown>((resolve) => {
    void db.transact(async (tx) => {
      await tx.one(sql`select 1`);
      await db.apart((aside) => aside.one(sql`select 1`));
      tx.afterCommit(() => resolve(db.one(sql`select 2 as two`)));
    });
  });
  expect(await after).toEqual({ two: 2 });
});

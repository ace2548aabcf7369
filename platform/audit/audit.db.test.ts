import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { sql } from '@karat/platform/db';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { append, checkChain, listAudit } from './index.ts';

let own: TestDatabase;
const opened: TestDatabase[] = [];

beforeEach(async () => {
  own = await createTestDatabase();
  opened.push(own);
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.drop()));
});

const entry = (n: number) => ({
  actor: 'risk1',
  action: 'market:halt',
  subject: `market:${n}`,
  detail: { reason: `figure ${n}`, before: 'open' },
  at: 1_700_000_000_123 + n,
});

const write = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => own.db.transact((tx) => append(tx, entry(n)))));

/** Statements that the owner of the database can run, behind all triggers. */
const forge = (statement: string): Promise<unknown> =>
  own.db.transact(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql([statement]));
  });

test('entries appended concurrently form one unbroken chain', async () => {
  const ids = await write(40);
  expect([...ids].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  expect(await checkChain(own.db)).toMatchObject({ entries: 40, brokenAt: null });
});

test('an entry of a failed transaction leaves no trace and no gap', async () => {
  await write(2);
  await expect(
    own.db.transact(async (tx) => {
      await append(tx, entry(9));
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await write(1);
  expect(await checkChain(own.db)).toMatchObject({ entries: 3, brokenAt: null });
});

test.each([
  `update platform_audit set actor = 'nobody' where id = 1`,
  `delete from platform_audit where id = 1`,
  `truncate platform_audit`,
  `update platform_audit_head set id = 0`,
  `delete from platform_audit_head`,
  `truncate platform_audit_head`,
])('the database refuses: %s', async (statement) => {
  await write(2);
  await expect(own.db.run(sql([statement]))).rejects.toThrow('append-only');
  expect(await checkChain(own.db)).toMatchObject({ entries: 2, brokenAt: null });
});

test.each([
  [`update platform_audit set detail = '{}' where id = 3`, 3],
  [`update platform_audit set at = at + interval '1 second' where id = 2`, 2],
  [`delete from platform_audit where id = 4`, 4],
  [`delete from platform_audit where id > 4`, 5],
  [`update platform_audit set actor = 'risk', action = '1market:halt' where id = 1`, 1],
])('an entry rewritten behind the triggers is found: %s', async (statement, at) => {
  await write(5);
  await forge(statement);
  expect(await checkChain(own.db)).toMatchObject({ brokenAt: at });
});

test('cutting off the newest entry is found', async () => {
  await write(3);
  await forge('delete from platform_audit where id = 3');
  expect(await checkChain(own.db)).toMatchObject({ brokenAt: 3 });
});

test('an empty chain is valid', async () => {
  expect(await checkChain(own.db)).toEqual({ entries: 0, brokenAt: null, head: '00'.repeat(32) });
});

test('pages go from the newest entry to the oldest', async () => {
  await write(5);
  const first = await listAudit(own.db, { limit: 2 });
  expect(first.map((row) => row.id)).toEqual([5, 4]);
  const rest = await listAudit(own.db, { limit: 10, before: 4 });
  expect(rest.map((row) => row.id)).toEqual([3, 2, 1]);
  expect(JSON.parse(rest[0]?.detail ?? '')).toMatchObject({ before: 'open' });
});

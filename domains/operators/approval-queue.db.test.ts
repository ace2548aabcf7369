import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvalQueues, requestedSubjects } from './approval-queue.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
let own: TestDatabase;

const insert = (row: {
  kind: string;
  subject: string;
  state?: string;
  createdMs: number;
  expiresMs: number;
}) =>
  own.db.run(sql`
    insert into operators_approvals (kind, subject, payload, digest, reason, asked_by, state, created_at, expires_at)
    values (${row.kind}, ${row.subject}, '{}', 'd', 'r', 1, ${row.state ?? 'asked'}, to_timestamp(${row.createdMs} / 1000.0),
      to_timestamp(${row.expiresMs} / 1000.0))`);

beforeAll(async () => {
  own = await createTestDatabase();
  await own.db.run(sql`
    insert into operators_accounts (id, login, name, role, password_hash, totp_secret, created_at) overriding system value
    values (1, 'risk', 'Rika', 'risk', 'hash', 'secret', now())`);
  const asked = { kind: 'resume', expiresMs: NOW + 1 };
  await insert({ ...asked, subject: 'BTC', createdMs: NOW - 20 });
  await insert({ ...asked, subject: 'ETH', createdMs: NOW - 30 });
  await insert({ ...asked, subject: 'expired', createdMs: NOW - 90, expiresMs: NOW });
  await insert({ ...asked, subject: 'approved', createdMs: NOW - 80, state: 'refused' });
  await insert({ ...asked, kind: 'fees', subject: 'SOL', createdMs: NOW - 10 });
});
afterAll(() => own.drop());

test('a request waits until the moment at which it expires, then it is open no more', async () => {
  expect(await approvalQueues(own.db, NOW)).toEqual([
    { kind: 'fees', count: 1, oldestMs: NOW - 10 },
    { kind: 'resume', count: 2, oldestMs: NOW - 30 },
  ]);
  expect(await requestedSubjects(own.db, 'resume', NOW)).toEqual(new Set(['BTC', 'ETH']));
  expect((await requestedSubjects(own.db, 'resume', NOW - 1)).has('expired')).toBe(true);
  expect(await approvalQueues(own.db, NOW + 1)).toEqual([]);
});

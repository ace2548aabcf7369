import { userId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decidedBy, isRecordOf } from './compliance.ts';

const [ANNA, BEN] = [userId(100_001), userId(100_002)];
const KINDS = ['withdrawal', 'deposit', 'fiat_order', 'verification'] as const;
type Kind = (typeof KINDS)[number];

let database: TestDatabase;
const references = {} as Record<Kind, number>;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const added = async (kind: Kind, row: ReturnType<typeof sql>): Promise<void> => {
    references[kind] = (await db.one<{ id: number }>(row)).id;
  };
  await added(
    'withdrawal',
    sql`insert into withdrawals_requests (id, user_id, type, account, currency_id, number, fee, network, payee,
        payee_hash, hash_key, usdt, btc, approvals, digest, state, created_at) overriding system value
      values (11, ${ANNA}, 0, 'change', 3, 50, 4, 'ethereum', '0x52', ${Buffer.alloc(32, 1)}, '1', 50, 0.001, 1, 'd',
        'requested', now()) returning id`,
  );
  await added(
    'fiat_order',
    sql`insert into fiat_orders (id, user_id, reference, state, country, currency_id, currency, method, amount, price,
        received, payer, provider, payment, created_at, expires_at) overriding system value
      values (33, ${ANNA}, 'RF18', 'successful', 'DE', 21, 'EUR', 'card', 100, 0.9, 111, '{}', 'stripe', 'p1', now(), now())
      returning id`,
  );
  await added(
    'verification',
    sql`insert into verification_requests (id, user_id, level, state, front_pic, reverse_pic, provider, decided_by,
        created_at, decided_at) overriding system value
      values (44, ${ANNA}, 2, 'verified', 'f', 'r', 'manual', 'vera, victor', now(), now()) returning id`,
  );
  await db.run(sql`
    insert into fiat_steps (order_id, state, actor, at) values (33, 'successful', 'fiona', now())`);
  await db.run(sql`
    insert into withdrawals_steps (withdrawal_id, state, by, note, at) values (11, 'approved', 'walter, wanda', '', now())`);
});
afterAll(() => database.drop());

test('a case names records of its own user, each by its own kind', async () => {
  const { db } = database;
  for (const kind of ['withdrawal', 'fiat_order', 'verification'] as const) {
    const link = { kind, reference: references[kind] };
    expect(await isRecordOf(db, ANNA, link), kind).toBe(true);
    expect(await isRecordOf(db, BEN, link), kind).toBe(false);
    for (const other of KINDS)
      if (other !== kind) expect(await isRecordOf(db, ANNA, { ...link, kind: other }), other).toBe(false);
  }
});

test('who decided about a record is found by its kind', async () => {
  const deciders = (kind: Kind) => decidedBy(database.db, { kind, reference: references[kind] });
  expect(await deciders('withdrawal')).toEqual(['walter', 'wanda']);
  expect(await deciders('fiat_order')).toEqual(['fiona']);
  expect(await deciders('verification')).toEqual(['vera', 'victor']);
  expect(await decidedBy(database.db, { kind: 'deposit', reference: 11 })).toEqual([]);
});

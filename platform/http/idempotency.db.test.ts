import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { sql } from '@karat/platform/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstReply } from './idempotency.ts';
import { forgetOldReplies } from './index.ts';
import type { Http } from './index.ts';
import { ALICE, clock, inject, openShop } from '@karat/platform/testing';

let database: TestDatabase;
let http: Http;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.run(sql`create table shop_payments (uid bigint, amount text)`);
  http = await openShop(database.db);
});
afterAll(async () => {
  await http.close();
  await database.drop();
});

async function pay(key: string | undefined, body: string, token = 'alice'): Promise<Record<string, unknown>> {
  const response = await inject(http, {
    method: 'POST',
    url: '/api/shop/pay',
    headers: {
      authorization: token,
      'content-type': 'application/x-www-form-urlencoded',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    payload: body,
  });
  return response.json();
}
const payments = async (): Promise<number> =>
  (await database.db.one<{ n: number }>(sql`select count(*) as n from shop_payments`)).n;

test('the same key and body returns the first reply and has no second effect', async () => {
  const before = await payments();
  const first = await pay('k1', 'amount=5');
  expect(await pay('k1', 'amount=5&unknown=x')).toEqual(first);
  expect(await payments()).toBe(before + 1);
});

test('twenty concurrent requests with one key have one effect and one reply', async () => {
  const before = await payments();
  const replies = await Promise.all(Array.from({ length: 20 }, () => pay('k2', 'amount=5')));
  expect(await payments()).toBe(before + 1);
  expect(new Set(replies.map((reply) => JSON.stringify(reply['message']))).size).toBe(1);
});

test('the same key with another body is a conflict', async () => {
  await pay('k3', 'amount=5');
  expect(await pay('k3', 'amount=6')).toMatchObject({
    error: 'idempotency_conflict',
    type: 'error',
    code: 0,
  });
});

test('a repeated request may carry a new proof, and proofs are not stored', async () => {
  const before = await payments();
  const first = await pay('k8', 'amount=5&pay_password=274951');
  expect(await pay('k8', 'amount=5&pay_password=111111')).toMatchObject({ message: first['message'] });
  expect(await payments()).toBe(before + 1);
  await pay('k9', 'amount=5');
  const { hashes } = await database.db.one<{ hashes: number }>(sql`
    select count(distinct input_hash) as hashes from platform_idempotency where key in ('k8', 'k9')`);
  expect(hashes).toBe(1);
});

test('keys of different users are independent', async () => {
  const before = await payments();
  const hers = await pay('k4', 'amount=5', 'alice');
  const theirs = await pay('k4', 'amount=6', 'bea');
  expect(theirs).toMatchObject({ type: 'ok' });
  expect(await payments()).toBe(before + 2);
  // Repeated, each gets its own first reply.
  expect((await pay('k4', 'amount=6', 'bea'))['message']).toEqual(theirs['message']);
  expect((await pay('k4', 'amount=5', 'alice'))['message']).toEqual(hers['message']);
  expect(await payments()).toBe(before + 2);
});

test('keys of different calls are independent', async () => {
  const run = (path: string, reply: string) => {
    const request = { caller: 'user 1', path, key: 'k10', input: {}, now: clock.now() };
    return database.db.transact((tx) => firstReply(tx, request, async () => reply));
  };
  expect(await run('shop/pay', 'first')).toEqual({ ok: 'first' });
  expect(await run('shop/back', 'second')).toEqual({ ok: 'second' });
  expect(await run('shop/pay', 'third')).toEqual({ ok: 'first' });
  expect(await run('shop/back', 'third')).toEqual({ ok: 'second' });
});

test('a refusal is stored as first reply and leaves nothing behind', async () => {
  const before = await payments();
  const first = await pay('k5', 'amount=666');
  expect(first).toMatchObject({ error: 'insufficient_balance' });
  expect(await pay('k5', 'amount=666')).toMatchObject({
    error: 'insufficient_balance',
    message: first['message'],
  });
  expect(await payments()).toBe(before);
  const { reply } = await database.db.one<{ reply: object }>(
    sql`select reply from platform_idempotency where key = 'k5'`,
  );
  expect(reply).toEqual({ refused: 'insufficient_balance', values: { currency: 'USDT' } });
});

test('a server failure stores nothing, so that the same request may succeed later', async () => {
  const before = await payments();
  expect(await pay('k6', 'amount=500')).toMatchObject({ error: 'internal_error' });
  expect(await payments()).toBe(before);
  expect(await pay('k6', 'amount=7')).toMatchObject({ type: 'ok' });
});

test('a signed request without a key has one effect for each signature', async () => {
  const programs = {
    authenticate: async () => ALICE,
    recheck: async () => ALICE,
    takeOnce: async () => undefined,
  };
  const shop = await openShop(database.db, { programs });
  const before = await payments();
  const payBy = async (signature: string): Promise<unknown> => {
    const headers = { 'x-karat-key': 'k', 'x-karat-timestamp': '1', 'x-karat-signature': signature };
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const url = '/api/shop/pay';
    const request = { method: 'POST', url, headers: { ...headers, ...type }, payload: 'amount=5' } as const;
    return ((await inject(shop, request)).json() as Record<string, unknown>)['message'];
  };
  const first = await payBy('ab'.repeat(32));
  expect(await payBy('ab'.repeat(32))).toEqual(first);
  expect(await payments()).toBe(before + 1);
  await payBy('cd'.repeat(32));
  expect(await payments()).toBe(before + 2);
  await shop.close();
});

test('without a key every request has its effect, and a refused one none', async () => {
  const before = await payments();
  await pay(undefined, 'amount=5');
  await pay(undefined, 'amount=5');
  expect(await pay(undefined, 'amount=666')).toMatchObject({ error: 'insufficient_balance' });
  expect(await payments()).toBe(before + 2);
});

test('a key has at most 128 printable characters', async () => {
  expect(await pay('~'.repeat(128), 'amount=5')).toMatchObject({ type: 'ok' });
  for (const key of ['x'.repeat(129), 'a b', 'é']) {
    expect(await pay(key, 'amount=5'), key).toMatchObject({
      error: 'parameter_error',
      message: 'Parameter error: Idempotency-Key.',
    });
  }
});

test('replies are deleted after two days', async () => {
  const before = await payments();
  await pay('k7', 'amount=5');
  expect(await forgetOldReplies(database.db, clock.now() + 48 * 3_600_000)).toBe(0);
  expect(await forgetOldReplies(database.db, clock.now() + 48 * 3_600_000 + 1)).toBeGreaterThan(0);
  await pay('k7', 'amount=5');
  expect(await payments()).toBe(before + 2);
});

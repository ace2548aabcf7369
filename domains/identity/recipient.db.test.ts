import { userId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdentity } from './testing/harness.ts';
import type { IdentityHarness } from './testing/harness.ts';

let own: TestDatabase;
let harness: IdentityHarness;

const insert = (id: number, { email, demo = false }: { email?: string; demo?: boolean } = {}) =>
  own.db.run(sql`
    insert into identity_users (id, email, nickname, invite_code, password_hash, credential_changed_at, house_name, demo, lang, fiat,
      created_at)
    values (${id}, ${email ?? null}, ${`u${id}`}, ${`code${id}`}, ${email === undefined ? null : 'hash'}, now(),
      ${email === undefined ? `house ${id}` : null}, ${demo}, 'en', 'USD', now())`);

beforeAll(async () => {
  own = await createTestDatabase();
  harness = await openIdentity(own.db);
  await insert(7);
  await insert(100_050, { email: 'ann@example.com' });
  await insert(999_999_999_999_999, { email: 'longest@example.com' });
  await insert(200_002, { email: 'demo@example.com', demo: true });
});
afterAll(async () => {
  await harness.close();
  await own.drop();
});

const named = async (typed: string): Promise<number | undefined> =>
  (await harness.identity.accountNamed(own.db, typed))?.id;

test.each([
  ['100050', 100_050],
  [' 100050 ', 100_050],
  ['7', 7],
  ['999999999999999', 999_999_999_999_999],
  ['ann@example.com', 100_050],
  [' Ann@Example.com ', 100_050],
])('%j names an account by its UID or address', async (typed, id) => {
  expect(await named(typed)).toBe(userId(id));
});

test.each(['', '0', '0100050', '100051', '1000000000000000', '100050x', 'bob@example.com', 'ann@example'])(
  '%j names none',
  async (typed) => {
    expect(await named(typed)).toBeUndefined();
  },
);

test('users of a demonstration are found in a demonstration only', async () => {
  expect([await named('200002'), await named('demo@example.com')]).toEqual([200_002, 200_002]);
  const real = await openIdentity(own.db, { demo: false });
  try {
    const found = async (typed: string) => (await real.identity.accountNamed(own.db, typed))?.id;
    expect([await found('200002'), await found('demo@example.com')]).toEqual([undefined, undefined]);
    expect(await found('100050')).toBe(100_050);
  } finally {
    await real.close();
  }
});

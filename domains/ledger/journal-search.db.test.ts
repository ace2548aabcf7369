import { userId } from '@karat/contract';
import type { JournalKind, UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findByAmount } from './amount-search.ts';
import { BTC, USDT, createLedger, houseAccount, journals, userAccount } from './index.ts';
import type { JournalFilter } from './index.ts';

const START = 1_700_000_000_000;
const MINUTE = 60_000;
const COUNT = 60;
const PEOPLE = [userId(300_001), userId(300_002), userId(300_003)] as const;
let database: TestDatabase;
let first: number;

const ledger = createLedger({
  bus: createBus((error) => {
    throw error;
  }),
});

interface Facts {
  readonly user: UserId;
  readonly kind: JournalKind;
  readonly reference: string;
  readonly key: string;
  readonly amount: number;
  readonly isBitcoin: boolean;
  readonly at: number;
}

/** Journal n, counted from 0: a deposit or a grant of n + 1 units, a minute after the one before. */
const facts = (n: number): Facts => ({
  user: PEOPLE[n % 3] ?? PEOPLE[0],
  kind: n % 4 === 0 ? 'demo:grant' : 'deposit',
  reference: `deposit:${n % 7}`,
  key: `search:${n}`,
  amount: n + 1,
  isBitcoin: n % 5 === 0,
  at: START + n * MINUTE,
});

beforeAll(async () => {
  database = await createTestDatabase();
  for (let n = 0; n < COUNT; n++) {
    const { user, kind, reference, key, at, amount: units, isBitcoin } = facts(n);
    const currency = isBitcoin ? BTC : USDT;
    await database.db.transact((tx) =>
      ledger.post(tx, {
        key,
        kind,
        reference,
        at,
        entries: [
          { account: houseAccount('external'), currency, available: amount(`-${units}`) },
          { account: userAccount(user, 'change'), currency, available: amount(String(units)) },
        ],
      }),
    );
  }
  const { rows } = await journals(database.db, { reference: 'search:0', limit: 1 });
  first = rows[0]?.id ?? expect.fail('no first journal');
});
afterAll(() => database.drop());

/** Returns the numbers of all journals of a filter, read in small pages. */
async function found(filter: Omit<JournalFilter, 'limit' | 'before'>): Promise<number[]> {
  const numbers: number[] = [];
  let before: number | undefined;
  for (;;) {
    const { rows, next } = await journals(database.db, { ...filter, before, limit: 4 });
    numbers.push(...rows.map(({ id }) => id - first));
    if (next === null) return numbers;
    before = next;
  }
}
const expected = (matches: (each: Facts) => boolean): number[] =>
  Array.from({ length: COUNT }, (_, index) => COUNT - 1 - index).filter((n) => matches(facts(n)));

test.each<[string, Omit<JournalFilter, 'limit' | 'before'>, (each: Facts) => boolean]>([
  ['nothing', {}, () => true],
  ['kind', { kind: 'demo:grant' }, ({ kind }) => kind === 'demo:grant'],
  ['reference', { reference: 'deposit:3' }, ({ reference }) => reference === 'deposit:3'],
  ['key', { reference: 'search:33' }, ({ key }) => key === 'search:33'],
  [
    'kind and reference',
    { kind: 'deposit', reference: 'deposit:3' },
    ({ kind, reference }) => kind === 'deposit' && reference === 'deposit:3',
  ],
  ['user', { user: PEOPLE[1] }, ({ user }) => user === PEOPLE[1]],
  [
    'user and kind',
    { user: PEOPLE[1], kind: 'demo:grant' },
    ({ user, kind }) => user === PEOPLE[1] && kind === 'demo:grant',
  ],
  [
    'user and reference',
    { user: PEOPLE[2], reference: 'deposit:3' },
    ({ user, reference }) => user === PEOPLE[2] && reference === 'deposit:3',
  ],
  [
    'amount, both ends included',
    { min: amount('20'), max: amount('30') },
    (each) => each.amount >= 20 && each.amount <= 30,
  ],
  ['currency', { currency: BTC }, ({ isBitcoin }) => isBitcoin],
  [
    'user, amount and currency',
    { user: PEOPLE[0], min: amount('20'), currency: BTC },
    (each) => each.user === PEOPLE[0] && each.amount >= 20 && each.isBitcoin,
  ],
  [
    'times, from included, to excluded',
    { from: START + 20 * MINUTE, to: START + 30 * MINUTE },
    ({ at }) => at >= START + 20 * MINUTE && at < START + 30 * MINUTE,
  ],
  [
    'user and times',
    { user: PEOPLE[0], from: START + 20 * MINUTE, to: START + 40 * MINUTE },
    ({ user, at }) => user === PEOPLE[0] && at >= START + 20 * MINUTE && at < START + 40 * MINUTE,
  ],
  [
    'kind, amount and times',
    { kind: 'deposit', max: amount('30'), from: START + 20 * MINUTE },
    (each) => each.kind === 'deposit' && each.amount <= 30 && each.at >= START + 20 * MINUTE,
  ],
  [
    'reference and amount',
    { reference: 'deposit:3', min: amount('20') },
    ({ reference, amount: units }) => reference === 'deposit:3' && units >= 20,
  ],
  ['more than was ever moved', { min: amount('1000') }, () => false],
  ['an unknown reference', { reference: 'nothing' }, () => false],
])('a search by %s finds its journals newest first, page by page', async (_, filter, matches) => {
  expect(await found(filter)).toEqual(expected(matches));
});

test.each([1, 7, 20_000])(
  'a search by amount finds the same from the index and from the newest journals (%i entries)',
  async (entriesMax) => {
    const range = { from: 1, before: first + 10_000 };
    const filters: Omit<JournalFilter, 'limit'>[] = [
      { min: amount('20'), max: amount('30') },
      { min: amount('3'), kind: 'demo:grant' },
      { currency: BTC, from: START + 20 * MINUTE },
      { max: amount('9'), currency: BTC, kind: 'deposit' },
    ];
    for (const filter of filters) {
      const { rows } = await findByAmount(database.db, { ...filter, limit: 100 }, range, entriesMax);
      expect(rows.map(({ id }) => id - first)).toEqual(
        expected(
          (each) =>
            each.amount >= Number(filter.min ? format(filter.min) : 0) &&
            each.amount <= Number(filter.max ? format(filter.max) : COUNT) &&
            (filter.kind === undefined || each.kind === filter.kind) &&
            (filter.currency === undefined || each.isBitcoin) &&
            each.at >= (filter.from ?? 0),
        ),
      );
    }
  },
);

test('an amount finds the movement of an order only with its kind, and what its batch took without it', async () => {
  const { id } = await database.db.one<{ id: number }>(sql`
    insert into ledger_journals (key, kind, reference, at)
    values ('spot:batch:search', 'spot:batch', 'search', to_timestamp(${START / 1000})) returning id`);
  await database.db.run(sql`
    insert into ledger_postings
      (journal_id, account_id, at, currency_id, available, held, available_after, held_after, kind, reference)
    select ${id}, account, to_timestamp(${START / 1000}), ${USDT}, units, 0, 0, 0, kind, 'order'
    from (values (800010::bigint, -777.5, 'spot:trade'), (800018, 777, 'spot:trade'), (17, 0.5, null))
      as moved (account, units, kind)`);
  const idsOf = async (filter: Omit<JournalFilter, 'limit'>) =>
    (await journals(database.db, { ...filter, limit: 10 })).rows.map((row) => row.id);
  const much = { min: amount('700'), max: amount('800') };
  expect(await idsOf(much)).toEqual([]);
  expect(await idsOf({ ...much, kind: 'spot:trade' })).toEqual([id]);
  expect(await idsOf({ ...much, kind: 'spot:hold' })).toEqual([]);
  expect(await idsOf({ ...much, kind: 'spot:batch' })).toEqual([id]);
  expect(await idsOf({ min: amount('0.5'), max: amount('0.5') })).toEqual([id]);
  expect(await idsOf({ ...much, user: userId(100_001) })).toEqual([id]);
});

test('the movements of a page are read in their order, each journal up to its limit', async () => {
  const { rows } = await journals(database.db, { reference: 'deposit:3', limit: 5 }, 1);
  expect(rows.map(({ postings }) => postings.length)).toEqual([1, 1, 1, 1, 1]);
  const whole = await journals(database.db, { reference: 'deposit:3', limit: 5 });
  expect(whole.rows.map(({ postings }) => postings.map(({ available }) => available < 0n))).toEqual(
    Array.from({ length: 5 }, () => [true, false]),
  );
});

import { userId } from '@karat/contract';
import type { JournalKind, UserId } from '@karat/contract';
import { amount } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  ['an unknown reference', { reference: 'nothing' }, () => false],
])('a search by %s finds its journals newest first, page by page', async (_, filter, matches) => {
  expect(await found(filter)).toEqual(expected(matches));
});

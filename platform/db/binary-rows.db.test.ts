import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { binaryRows, sql } from './index.ts';
import type { RowCells } from './index.ts';

interface Row {
  readonly small: number | null;
  readonly middle: number | null;
  readonly large: number | null;
  readonly sure: boolean;
  readonly name: string | null;
  readonly amount: bigint | null;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.run(sql`
    create type a_cell as (small int2, middle int4, large int8, sure boolean, name text, amount numeric(38, 10))`);
});
afterAll(() => database.drop());

const cells = (row: Row, to: RowCells): void => {
  to.int2(row.small);
  to.int4(row.middle);
  to.int8(row.large);
  to.bool(row.sure);
  to.text(row.name);
  to.decimal(row.amount);
};

const READ = `
select small, middle, large, sure, name, (amount * 10000000000)::numeric(38, 0)::text as amount from unnest($1::a_cell[])`;

async function echo(rows: readonly Row[]): Promise<Row[]> {
  const read = await database.db.prepared<Omit<Row, 'amount'> & { amount: string | null }>('echo', READ, [
    binaryRows('a_cell', rows, cells),
  ]);
  return read.map((row) => ({ ...row, amount: row.amount === null ? null : BigInt(row.amount) }));
}

const LARGEST = 10n ** 38n - 1n;
const LARGE_INTEGER = Number.MAX_SAFE_INTEGER;
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value);
const anAmount = fc.oneof(
  fc.bigInt({ min: -LARGEST, max: LARGEST }),
  fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
  // Around powers of ten, where digits begin and end.
  fc
    .record({ power: fc.integer({ min: 0, max: 37 }), beside: fc.integer({ min: -1, max: 1 }) })
    .map(({ power, beside }) => 10n ** BigInt(power) + BigInt(beside)),
);
const aRow = fc.record({
  small: maybe(fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 })),
  middle: maybe(fc.integer()),
  large: maybe(fc.integer({ min: -LARGE_INTEGER, max: LARGE_INTEGER })),
  sure: fc.boolean(),
  name: maybe(fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\0', ''))),
  amount: maybe(anAmount),
});

test('rows of any values arrive unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aRow, { maxLength: 200 }), async (rows) => {
      expect(await echo(rows)).toEqual(rows);
    }),
    { numRuns: 60 },
  );
});

test('amounts around the largest safe integer arrive exactly', async () => {
  const plain = { small: 1, middle: 1, large: 1, sure: true, name: '' };
  const edges = [
    0n,
    1n,
    99n,
    100n,
    10n ** 10n,
    2n ** 53n - 1n,
    2n ** 53n,
    2n ** 53n + 1n,
    2n ** 63n,
    LARGEST,
  ];
  const rows = edges.flatMap((edge) => [edge, -edge]).map((amount) => ({ ...plain, amount }));
  expect(await echo(rows)).toEqual(rows);
});

test('texts longer than the buffer and thousands of rows arrive', async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => ({
    small: null,
    middle: index,
    large: null,
    sure: index % 2 === 0,
    name: 'ü'.repeat(index % 500),
    amount: null,
  }));
  const long = {
    ...rows[0],
    small: 1,
    middle: 2,
    large: 3,
    sure: true,
    name: 'x€'.repeat(200_000),
    amount: 1n,
  };
  expect(await echo([...rows, long])).toEqual([...rows, long]);
});

test('a number that is not a safe integer is refused', () => {
  const row = { small: null, middle: null, large: 2 ** 53, sure: true, name: null, amount: null };
  expect(() => binaryRows('a_cell', [row], cells)).toThrow(RangeError);
  expect(() => binaryRows('a_cell', [{ ...row, large: 0.5 }], cells)).toThrow(RangeError);
});

test('a type that the database does not have is named', async () => {
  const rows = binaryRows('no_such_type', [], cells);
  await expect(database.db.prepared('none', READ, [rows])).rejects.toThrow('no_such_type');
});

test('a session and a transaction know the types', async () => {
  const row = { small: 1, middle: -2, large: 3, sure: true, name: 'a', amount: -5n };
  const rows = binaryRows('a_cell', [row], cells);
  const expected = [{ ...row, amount: '-5' }];
  const session = await database.db.session();
  try {
    expect(await session.prepared('echo', READ, [rows])).toEqual(expected);
    expect(await session.transact((tx) => tx.prepared('echo', READ, [rows]))).toEqual(expected);
  } finally {
    session.release();
  }
  expect(await database.db.transact((tx) => tx.prepared('echo', READ, [rows]))).toEqual(expected);
});

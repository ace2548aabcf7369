import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cell, decimalCell, plainArray, rowArray, sql, textArray, textCell } from './index.ts';

const ODD = [
  '',
  ' ',
  'NULL',
  'null',
  '"',
  '\\',
  '\\"',
  '{}',
  '(,)',
  "'",
  'a,b',
  'a b',
  '\n',
  'ünï𝄞',
  '"\\,{(',
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.run(
    sql`create type a_row as (id bigint, amount numeric(38,10), name text, sure boolean)`,
  );
});
afterAll(() => database.drop());

test('texts of any content arrive unchanged', async () => {
  const values = [...ODD, null];
  const { read } = await database.db.one<{ read: unknown }>(sql`select ${textArray(values)}::text[] as read`);
  expect(read).toEqual(values);
});

test('numbers and nulls arrive unchanged', async () => {
  const { read } = await database.db.one<{ read: unknown }>(
    sql`select ${plainArray([1, -2n, null, '3'])}::int[] as read`,
  );
  expect(read).toEqual([1, -2, null, 3]);
});

test('rows arrive with every cell, including special characters and counts of 1e-10', async () => {
  const items = ODD.map((name, id) => ({ id, name, amount: BigInt(id) * 10n - 5n }));
  const rows = rowArray([...items, { id: null, name: null, amount: null }], ({ id, name, amount }) =>
    [cell(id), decimalCell(amount), textCell(name), cell(true)].join(','),
  );
  const read = await database.db.rows(sql`
    select id, (amount * 10000000000)::bigint as amount, name, sure from unnest(${rows}::a_row[])`);
  expect(read).toEqual([
    ...items.map((item) => ({ ...item, amount: Number(item.amount), sure: true })),
    { id: null, name: null, amount: null, sure: true },
  ]);
});

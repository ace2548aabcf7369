import { currencyId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import { expect, test } from 'vitest';
import { createCurrencyReader } from './currencies.ts';
import type { Currency } from './currency.ts';

const currency = (id: number, code: string, title = code): Currency => ({
  ...{ id: currencyId(id), code, title, kind: 'coin', decimals: 6, enabled: true },
});

/** Queries that answer when the test lets them. */
function slowRows(rows: readonly Currency[]) {
  const { promise, resolve } = Promise.withResolvers<readonly Currency[]>();
  const queries = { rows: () => promise } as unknown as Queries;
  return { queries, answer: () => resolve(rows) };
}
const answered = (rows: readonly Currency[]): Queries => {
  const { queries, answer } = slowRows(rows);
  answer();
  return queries;
};

test('a read that began before a commit of this process does not take its currency back', async () => {
  const reader = createCurrencyReader();
  await reader.read(answered([currency(1, 'BTC')]));
  const { queries, answer } = slowRows([currency(1, 'BTC')]);
  const reading = reader.refresh(queries);
  reader.put(currency(1_001, 'NEWC'));
  reader.put(currency(1, 'BTC', 'Bitcoin core'));
  answer();
  await reading;
  const { list } = await reader.read(answered([]));
  expect(list.map(({ code, title }) => `${code} ${title}`)).toEqual(['BTC Bitcoin core', 'NEWC NEWC']);
  expect(reader.codeOf(currencyId(1_001))).toBe('NEWC');
});

test('a later read takes over what other processes committed', async () => {
  const reader = createCurrencyReader();
  await reader.read(answered([currency(1, 'BTC')]));
  await reader.refresh(answered([currency(1, 'BTC', 'Gold'), currency(1_002, 'MORE')]));
  const { list } = await reader.read(answered([]));
  expect(list.map(({ title }) => title)).toEqual(['Gold', 'MORE']);
  expect(reader.codeOf(currencyId(9))).toBe('9');
});

test('a currency of another process is found as soon as it is asked for, and the rows are read once for it', async () => {
  const reader = createCurrencyReader();
  await reader.read(answered([currency(1, 'BTC')]));
  const rows = answered([currency(1, 'BTC'), currency(1_003, 'LATE')]);
  expect((await reader.find(rows, currencyId(1_003)))?.code).toBe('LATE');
  expect((await reader.find(answered([]), currencyId(1_003)))?.code).toBe('LATE');
  expect(await reader.find(rows, currencyId(9))).toBeUndefined();
});

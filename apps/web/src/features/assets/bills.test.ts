import { expect, test } from 'vitest';
import { NO_FILTER, isFiltered, sentFilter } from './bills.ts';

test('what is not chosen is not sent', () => {
  expect(sentFilter(NO_FILTER)).toEqual({});
  expect(isFiltered(NO_FILTER)).toBe(false);
  expect(isFiltered({ ...NO_FILTER, kind: 'transfer' })).toBe(true);
});

test('the last day counts to its last millisecond', () => {
  const sent = sentFilter({ ...NO_FILTER, from: '2026-03-01', to: '2026-03-01' });
  expect(Number(sent.to) - Number(sent.from)).toBe(86_400_000 - 1);
});

import { DAY_MS, HOUR_MS } from '@karat/rules';
import { expect, test, vi } from 'vitest';
import { NO_FILTER, isFiltered, sentFilter } from './bills.ts';

test('filters without a choice are not sent', () => {
  expect(sentFilter(NO_FILTER)).toEqual({});
  expect(isFiltered(NO_FILTER)).toBe(false);
  expect(isFiltered({ ...NO_FILTER, kind: 'transfer' })).toBe(true);
});

test('the last day ends at its last millisecond', () => {
  const sent = sentFilter({ ...NO_FILTER, from: '2026-03-01', to: '2026-03-01' });
  expect(Number(sent.to) - Number(sent.from)).toBe(DAY_MS - 1);
});

test('a day of a clock change is included in full', () => {
  vi.stubEnv('TZ', 'Europe/Paris');
  const hours = (day: string): number => {
    const sent = sentFilter({ ...NO_FILTER, from: day, to: day });
    return (Number(sent.to) + 1 - Number(sent.from)) / HOUR_MS;
  };
  expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-10-26')]).toEqual([23, 25, 24]);
  vi.unstubAllEnvs();
});

test('each filter is sent under its own name', () => {
  const sent = sentFilter({ type: '2', currency: '3', kind: 'send', from: '', to: '' });
  expect(sent).toEqual({ type: '2', currency: '3', kind: 'send' });
  expect(sentFilter({ ...NO_FILTER, from: '2026-03-01' })).not.toHaveProperty('to');
  expect(new Date(Number(sentFilter({ ...NO_FILTER, to: '2026-02-28' }).to) + 1).getDate()).toBe(1);
});

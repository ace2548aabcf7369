import { expect, test } from 'vitest';
import { FILTER_ENTRIES, NO_FILTER, SORTS, countFilters, isWrongBound, sentFilter } from './trader-filter.ts';

test('a bound is empty or an amount, none below zero', () => {
  expect(['', ' ', '0', '12.5'].map(isWrongBound)).toEqual([false, false, false, false]);
  expect(['x', '1,5', '12%', '-3'].map(isWrongBound)).toEqual([true, true, true, true]);
});

test('every filter that is set counts once', () => {
  expect(countFilters(NO_FILTER)).toBe(0);
  expect(countFilters({ ...NO_FILTER, isFree: true })).toBe(1);
  expect(countFilters({ roiMin: '1', winRateMin: '2', aumMin: '3', riskMax: '4', isFree: false })).toBe(4);
});

test('what is typed is sent as it is; an amount of zero is none', () => {
  expect(sentFilter(NO_FILTER, '30', 'roi')).toEqual({
    days: '30',
    sort: 'roi',
    roi_min: '',
    win_rate_min: '',
    aum_min: '',
    risk_max: '',
    free: '',
  });
  const filter = { roiMin: '5', winRateMin: '60', aumMin: '1000', riskMax: '7', isFree: true };
  expect(sentFilter(filter, '7', 'aum')).toEqual({
    days: '7',
    sort: 'aum',
    roi_min: '5',
    win_rate_min: '60',
    aum_min: '1000',
    risk_max: '7',
    free: '1',
  });
  expect(sentFilter({ ...filter, aumMin: '0.00' }, '7', 'aum').aum_min).toBe('');
});

test('the list can be sorted and bounded by its figures', () => {
  expect(SORTS).toEqual(['roi', 'profit', 'win_rate', 'aum', 'followers', 'risk', 'drawdown']);
  expect(FILTER_ENTRIES).toEqual(['roiMin', 'winRateMin', 'aumMin']);
});

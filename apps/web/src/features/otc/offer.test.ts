import { expect, test } from 'vitest';
import { countdown, estimate, grouped, wholeAmount } from './offer.ts';

test('only whole amounts from the minimum are accepted', () => {
  expect(wholeAmount('20', '20')).toBe('20');
  for (const typed of ['19', '20.5', '020', '', '-20', '1e3', ' 20'])
    expect(wholeAmount(typed, '20')).toBeUndefined();
});

test("the estimate equals the server's, rounded down", () => {
  expect(estimate('1000', '0.943441')).toBe('1059.949694');
  expect(estimate('2000', '1')).toBe('2000');
});

test('the remaining time is in hours, minutes and seconds and ends at zero', () => {
  expect(countdown(90_061_000, 0)).toBe('25:01:01');
  expect(countdown(999, 0)).toBe('00:00:00');
  expect(countdown(0, 5_000)).toBe('00:00:00');
});

test('a reference is grouped by four', () => {
  expect(grouped('RF18KRT539007547')).toBe('RF18 KRT5 3900 7547');
});

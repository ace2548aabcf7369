import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { expect, test } from 'vitest';
import { holdingText } from './holding.ts';

test('a holding time is shown in its largest whole unit', () => {
  expect(holdingText(null, 'en')).toBe('–');
  expect(holdingText(20_000, 'en')).toBe('0 min');
  expect(holdingText(59 * MINUTE_MS, 'en')).toBe('59 min');
  expect(holdingText(HOUR_MS, 'en')).toBe('1 hr');
  expect(holdingText(1.5 * HOUR_MS, 'en')).toBe('1.5 hr');
  expect(holdingText(2 * DAY_MS, 'en')).toBe('2 days');
});

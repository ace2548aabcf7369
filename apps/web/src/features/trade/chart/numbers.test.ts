import { expect, test } from 'vitest';
import { numberText } from './numbers.ts';

test('the chart formats numbers by locale with their decimals', () => {
  expect(numberText('90421.80', 'en')).toBe('90,421.80');
  expect(numberText('90421.80', 'fr')).toBe('90\u202f421,80');
  expect(numberText('-1234567', 'vi')).toBe('-1.234.567');
});

test('text that is not a plain number stays unchanged', () => {
  expect(numberText('1.4K', 'fr')).toBe('1.4K');
  expect(numberText('n/a', 'fr')).toBe('n/a');
});

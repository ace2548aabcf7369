import { expect, test } from 'vitest';
import { numberText } from './numbers.ts';

test('the chart writes numbers as the language does, with the decimals they came with', () => {
  expect(numberText('90421.80', 'en')).toBe('90,421.80');
  expect(numberText('90421.80', 'fr')).toBe('90\u202f421,80');
  expect(numberText('-1234567', 'vi')).toBe('-1.234.567');
});

test('what is no plain number stays as it is', () => {
  expect(numberText('1.4K', 'fr')).toBe('1.4K');
  expect(numberText('n/a', 'fr')).toBe('n/a');
});

import { expect, test } from 'vitest';
import { parseDecimal } from './parse-decimal.ts';

test('a comma is the decimal point only where the language writes it so', () => {
  expect(parseDecimal('1,5', 'fr')).toBe('1.5');
  expect(parseDecimal(' 1,5', 'vi')).toBe('1.5');
  expect(parseDecimal('1,000', 'en')).toBe('1,000');
  expect(parseDecimal('1,000', 'zh-CN')).toBe('1,000');
});

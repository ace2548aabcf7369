import { expect, test } from 'vitest';
import { toPointDecimal } from './point-decimal.ts';

test('a decimal comma becomes a point, and points before it group', () => {
  expect(toPointDecimal('1,5', 'fr-FR')).toBe('1.5');
  expect(toPointDecimal('1.000,50', 'es-ES')).toBe('1000.50');
  expect(toPointDecimal('1.5', 'fr-FR')).toBe('1.5');
});

test('elsewhere commas group thousands', () => {
  expect(toPointDecimal('1,000.50', 'en-US')).toBe('1000.50');
  expect(toPointDecimal('12', 'th-TH')).toBe('12');
});

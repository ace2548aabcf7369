import { expect, test } from 'vitest';
import { typed } from './typed.ts';

test('a comma is the point only where the language writes it so', () => {
  expect(typed('1,5', 'fr')).toBe('1.5');
  expect(typed(' 1,5', 'vi')).toBe('1.5');
  expect(typed('1,000', 'en')).toBe('1,000');
  expect(typed('1,000', 'zh-CN')).toBe('1,000');
});

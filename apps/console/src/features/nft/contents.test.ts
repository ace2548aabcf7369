import { expect, test } from 'vitest';
import { boxesOf, contentsOf } from './contents.ts';

test('contents name each artwork with its number of boxes and leave out those without', () => {
  const counts = { 12: '5', 13: '20', 14: '', 15: undefined, 16: '0' };
  expect(contentsOf(counts)).toBe('12:5,13:20');
  expect(boxesOf(counts)).toBe(25);
});

test('a series without boxes has empty contents', () => {
  expect(contentsOf({})).toBe('');
  expect(boxesOf({ 12: '' })).toBe(0);
});

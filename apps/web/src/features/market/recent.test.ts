import { expect, test } from 'vitest';
import { withNewest } from './recent.ts';

test('the newest comes first, each market once, ten at most', () => {
  expect(withNewest([1, 2, 3], 3)).toEqual([3, 1, 2]);
  expect(withNewest([], 7)).toEqual([7]);
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  expect(withNewest(ten, 11)).toEqual([11, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

import { expect, test } from 'vitest';
import { raised } from './replacement-fee.ts';

test('a replacement pays the fee of the network, and at least a quarter and one unit more than before', () => {
  expect(raised(0n, 100n)).toBe(126n);
  expect(raised(126n, 100n)).toBe(126n);
  expect(raised(127n, 100n)).toBe(127n);
  expect(raised(5n, 0n)).toBe(5n);
  expect(raised(0n, 3n)).toBe(4n);
});

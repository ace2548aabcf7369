import { expect, test } from 'vitest';
import { nicknameFits, signatureFits } from './names.ts';

test('a nickname has two to ten letters and digits', () => {
  expect(['ab', 'Ann2026', '王小明', 'abcdefghij'].map(nicknameFits)).toEqual([true, true, true, true]);
  expect(['a', 'abcdefghijk', 'a b', 'a-b', '<b>', ''].map(nicknameFits)).toEqual(Array(6).fill(false));
});

test('a signature has two to thirty characters, without leading and trailing spaces', () => {
  expect(['ok', ' x ', 'é'.repeat(30), 'x'.repeat(31)].map(signatureFits)).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

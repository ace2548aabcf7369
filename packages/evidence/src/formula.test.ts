import { expect, test } from 'vitest';
import { integerFact, wholeFact } from './formula.ts';

test.each(['', '01', '-1', '1.5', '1e3', ' 1', '1 ', 'x1', '1x', '1'.repeat(62)])(
  'a fact %j is no whole number',
  (text) => {
    expect(() => wholeFact({ multiple: text }, 'multiple')).toThrow(
      `multiple is not a whole number: ${text}`,
    );
    expect(() => integerFact({ multiple: text }, 'multiple')).toThrow(
      `multiple is not a whole number: ${text}`,
    );
  },
);

test('whole numbers of the safe range and of any length are read, and a missing one is named', () => {
  expect([wholeFact({ n: '0' }, 'n'), wholeFact({ n: '90' }, 'n')]).toEqual([0, 90]);
  expect(integerFact({ n: '9'.repeat(61) }, 'n')).toBe(10n ** 61n - 1n);
  expect(() => wholeFact({}, 'n')).toThrow('the order does not say n');
});

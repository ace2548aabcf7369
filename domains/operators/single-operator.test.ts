import { amount } from '@karat/money';
import { expect, test } from 'vitest';
import { limitReached } from './single-operator.ts';

const sums = ([operator, user, day]: readonly [string, string, string]) => ({
  operator: amount(operator),
  user: amount(user),
  day: amount(day),
});
const max = sums(['300', '200', '1000']);

test.each([
  [['0', '0', '0'], '200', undefined],
  [['0', '0', '0'], '200.000001', 'user'],
  [['250', '0', '250'], '50', undefined],
  [['250', '0', '250'], '50.000001', 'operator'],
  [['0', '0', '950'], '50', undefined],
  [['0', '0', '950'], '50.000001', 'day'],
  [['300', '200', '1000'], '1', 'operator'],
] as const)('with %j, another %s exceeds the limit %s', (before, value, limit) => {
  expect(limitReached(sums(before), amount(value), max)).toBe(limit);
});

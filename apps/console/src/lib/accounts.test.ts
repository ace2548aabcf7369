import { expect, test } from 'vitest';
import { accountWords } from './accounts.ts';

test('user accounts have the names of the app, house accounts keep their own', () => {
  expect(accountWords('100001 change')).toBe('100001 Exchange');
  expect(accountWords('90001 lever')).toBe('90001 Futures');
  expect(accountWords('house fees 15')).toBe('house fees 15');
  expect(accountWords('100001 constructor')).toBe('100001 constructor');
});

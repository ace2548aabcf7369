import { expect, test } from 'vitest';
import { shortened } from './shorten.ts';

test('addresses keep both ends, words stay whole', () => {
  expect(shortened('0x52908400098527886E0F7030069857D2E4169EE7')).toBe('0x529084…169EE7');
  expect(shortened('Deutsche Kreditbank Aktiengesellschaft •••• 2051')).toBe(
    'Deutsche Kreditbank Aktiengesellschaft •••• 2051',
  );
  expect(shortened('123456789012345')).toBe('123456789012345');
  expect(shortened('1234567890123456')).toBe('12345678…123456');
  expect(shortened('a\tword of a name')).toBe('a\tword of a name');
});

import { expect, test } from 'vitest';
import { fill, toLang } from './index.ts';

test('slots are filled by name and unknown slots stay visible', () => {
  expect(fill('At least {min} {coin}', 'en', { min: '5' })).toBe('At least 5 {coin}');
});

test('plural forms follow the language', () => {
  const template = '{n|one:# order|other:# orders}';
  expect(fill(template, 'en', { n: 1 })).toBe('1 order');
  expect(fill(template, 'en', { n: 2 })).toBe('2 orders');
  expect(fill('{n|one:# ordre|other:# ordres}', 'fra', { n: 0 })).toBe('0 ordre');
});

test('an unknown language is English', () => {
  expect(toLang('de')).toBe('en');
  expect(toLang('kor')).toBe('kor');
  expect(toLang(['en'])).toBe('en');
});

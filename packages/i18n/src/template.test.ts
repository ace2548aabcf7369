import { expect, test } from 'vitest';
import { fill, toLang, withoutSlots } from './index.ts';

test('slots are filled by name and unknown slots stay visible', () => {
  expect(fill('At least {min} {coin}', 'en', { min: '5' })).toBe('At least 5 {coin}');
});

test('a slot may have digits in its name, and an unfilled one can be removed', () => {
  expect(fill('/{ipv4} or /{ipv6}', 'en', { ipv4: 24, ipv6: 56 })).toBe('/24 or /56');
  expect(withoutSlots('wait {time} for {n|one:# day|other:# days}')).toBe('wait … for …');
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

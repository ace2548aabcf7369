import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAreaCode, readContact } from './contact.ts';

const valueOf = (typed: string, area = '86'): string | undefined => readContact(typed, area)?.value;

describe('an e-mail address', () => {
  test.each([
    ['Ann.Lee@Example.COM', 'ann.lee@example.com'],
    ['  ann+karat@mail.example.co.uk ', 'ann+karat@mail.example.co.uk'],
    ['ann@münchen.example', 'ann@xn--mnchen-3ya.example'],
    ['1@2.co', '1@2.co'],
  ])('%s becomes %s', (typed, stored) => expect(valueOf(typed)).toBe(stored));
  test.each([
    'ann@',
    '@example.com',
    'ann@example',
    'ann@@example.com',
    'a b@example.com',
    '.ann@example.com',
    'ann.@example.com',
    'an..n@example.com',
    'ann@-example.com',
    'ann@example..com',
    'ann@127.0.0.1',
    'ann@[127.0.0.1]',
    '"ann"@example.com',
    'ann@example.com,bob@example.com',
    'ann@example.com\r\nBcc: bob@example.com',
    'änn@example.com',
    `${'a'.repeat(65)}@example.com`,
    `${'a'.repeat(12)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example`,
  ])('refuses %j', (typed) => expect(valueOf(typed)).toBeUndefined());
});

describe('a phone number', () => {
  test.each([
    ['5123 4567', '852', '+85251234567'],
    ['5123-4567', '+852', '+85251234567'],
    ['51234567', '00852', '+85251234567'],
    ['51234567', 'HK', '+85251234567'],
    ['+852 5123 4567', '86', '+85251234567'],
    ['13800138000', '86', '+8613800138000'],
    ['0151 23456789', '49', '+4915123456789'],
    ['(213) 373-4253', '1', '+12133734253'],
  ])('%s with %s becomes %s', (typed, area, stored) => expect(valueOf(typed, area)).toBe(stored));
  test.each([
    ['123', '852'],
    ['51234567', '999'],
    ['51234567', ''],
    ['51234567', 'abc'],
    ['1e10', '852'],
    ['-51234567', '852'],
    ['51234567;ext=1', '852'],
    ['５１２３４５６７', '852'],
    ['0'.repeat(24), '852'],
  ])('refuses %s with %j', (typed, area) => expect(valueOf(typed, area)).toBeUndefined());
  test('returns the dialling code of its country', () => {
    expect(readContact('+85251234567', '86')).toMatchObject({ kind: 'phone', areaCode: '852' });
    expect(readAreaCode('hk')).toBe('852');
  });
});

test('the stored form parses to itself, and no text makes the parser throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress(), fc.stringMatching(/^\+?[0-9 -]{4,20}$/)),
      fc.oneof(fc.constant('86'), fc.string({ maxLength: 6 })),
      (typed, area) => {
        const contact = readContact(typed, area);
        if (contact) expect(readContact(contact.value, '')).toEqual(contact);
      },
    ),
    { numRuns: 2_000 },
  );
});

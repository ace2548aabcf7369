import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical.ts';
import type { Canonical } from './canonical.ts';

test('keys are sorted by their code units and there is no white space between the tokens', () => {
  // The example of RFC 8785, section 3.2.3, without its key that is a lone carriage return.
  const value = {
    '\u20ac': 'Euro Sign',
    '1': 'One',
    '\ud83d\ude00': 'Smiley',
    '\u00f6': 'o',
    a: [1, true, null],
  };
  expect(canonicalJson(value)).toBe(
    '{"1":"One","a":[1,true,null],"\u00f6":"o","\u20ac":"Euro Sign","\ud83d\ude00":"Smiley"}',
  );
});

test('fractions, huge numbers and lone surrogates are refused', () => {
  for (const value of [0.1, 2 ** 60, Number.NaN, '\ud800', { a: ['\udc00'] }]) {
    expect(() => canonicalJson(value)).toThrow(RangeError);
  }
  expect(() => canonicalJson(0.1)).toThrow('0.1 is not a whole number');
  expect(() => canonicalJson('\ud800')).toThrow('a lone surrogate has no canonical form');
  expect(canonicalJson(-0)).toBe('0');
});

test('a parsed value has the same canonical text, whatever the order of its keys', () => {
  const value = fc.letrec<{ value: Canonical }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: 'grapheme' }),
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 5 }),
    ),
  })).value;
  const reversed = (one: Canonical): Canonical =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(
          Object.entries(one)
            .toReversed()
            .map(([k, v]) => [k, reversed(v)]),
        )
      : one;
  fc.assert(
    fc.property(value, (one) => {
      const text = canonicalJson(one);
      expect(canonicalJson(JSON.parse(text) as Canonical)).toBe(text);
      expect(canonicalJson(reversed(one))).toBe(text);
    }),
  );
});

import { LANGS, localeOf, writeDecimal } from './index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const locales = LANGS.map(localeOf);
const digits = (max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: 1, maxLength: max });
const decimalText = fc
  .tuple(fc.boolean(), fc.oneof(digits(4), digits(20)), fc.option(digits(14)))
  .map(([negative, whole, fraction]) => {
    const integer = whole.replace(/^0+(?=.)/, '');
    return `${negative ? '-' : ''}${integer}${fraction === null ? '' : `.${fraction}`}`;
  });

test('numbers are written as Intl writes them, to the last digit, in every locale of the app', () => {
  const places = fc
    .tuple(fc.nat(10), fc.nat(10))
    .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));
  fc.assert(
    fc.property(decimalText, places, fc.constantFrom(...locales), (text, { min, max }, locale) => {
      const intl = new Intl.NumberFormat(locale, { minimumFractionDigits: min, maximumFractionDigits: max });
      expect(writeDecimal(text, { min, max }, locale)).toBe(intl.format(text as Intl.StringNumericLiteral));
    }),
    {
      numRuns: 2_000,
      examples: [
        ['1234', { min: 0, max: 0 }, 'es'],
        ['12345.995', { min: 2, max: 2 }, 'es'],
        ['999.995', { min: 2, max: 2 }, 'en'],
        ['9.5', { min: 0, max: 0 }, 'fr'],
        ['-0.00001', { min: 4, max: 4 }, 'en'],
        ['1234567.125', { min: 0, max: 10 }, 'fr'],
      ],
    },
  );
});

import { describe, expect, test } from 'vitest';
import { decimalInputText, parseDecimal } from './parse-decimal.ts';

describe('typed amounts', () => {
  test.each([
    ['1,000', 'en', '1000'],
    ['1,234,567.89', 'en', '1234567.89'],
    ['1,000', 'zh-CN', '1000'],
    ['1,5', 'en', '1,5'],
    ['1,00', 'en', '1,00'],
    ['0,123', 'en', '0,123'],
    ['1 000.5', 'en', '1000.5'],
    ['1,5', 'fr', '1.5'],
    [' 1,5', 'vi', '1.5'],
    ['1 000,5', 'fr', '1000.5'],
    ['1 000,5', 'fr', '1000.5'],
    ['1.5', 'fr', '1.5'],
    ['1.000,50', 'es', '1000.50'],
    ['1.000', 'es', '1000'],
    ['1.000.000', 'vi', '1000000'],
    ['0.001', 'es', '0.001'],
    ['1.5', 'es', '1.5'],
    ['.5', 'en', '0.5'],
    ['5.', 'en', '5'],
    ['5,', 'fr', '5'],
    ['', 'en', ''],
    ['abc', 'en', 'abc'],
    ['1.2.3', 'en', '1.2.3'],
    ['-1', 'en', '-1'],
    ['1e5', 'en', '1e5'],
  ])('%j in %s is %j', (text, locale, plain) => {
    expect(parseDecimal(text, locale)).toBe(plain);
  });

  test.each([
    ['1234.5', 'en', '1234.5'],
    ['1234.567', 'es', '1234,567'],
    ['1000', 'fr', '1000'],
    ['', 'fr', ''],
  ])('%j is displayed in %s as %j and parsed back', (plain, locale, shown) => {
    expect(decimalInputText(plain, locale)).toBe(shown);
    expect(parseDecimal(shown, locale)).toBe(plain);
  });
});

import { describe, expect, test } from 'vitest';
import { formatAgo, formatNumber } from './format.ts';

const short = (text: string, locale = 'en'): string => formatNumber(text, { kind: 'short' }, locale);

describe('numbers in lists', () => {
  test('have four decimals up to a thousand', () => {
    expect([short('0'), short('0.12345'), short('999.99999'), short('1000')]).toEqual([
      '0.0000',
      '0.1235',
      '1,000.0000',
      '1,000.0000',
    ]);
  });

  test('use K above 1,000 and M above 1,000,000', () => {
    expect([
      short('1000.01'),
      short('65432.1'),
      short('1000000'),
      short('1000000.5'),
      short('1234567890'),
    ]).toEqual(['1.00K', '65.43K', '1,000.00K', '1.00M', '1,234.57M']);
  });

  test('keep their sign', () => {
    expect([short('-0.5'), short('-2500'), short('-3000000')]).toEqual(['-0.5000', '-2.50K', '-3.00M']);
  });

  test('follow the locale', () => {
    expect(short('65432.1', 'es')).toBe('65,43K');
  });
});

describe('exact amounts', () => {
  test('show every digit of amounts beyond binary precision', () => {
    expect(formatNumber('123456789012345678.0123456789', { kind: 'full' }, 'en')).toBe(
      '123,456,789,012,345,678.0123456789',
    );
  });

  test('are truncated, not rounded, to fixed decimals', () => {
    expect(formatNumber('0.99999', { kind: 'fixed', decimals: 4 }, 'en')).toBe('0.9999');
  });

  test('carry the symbol of a fiat currency', () => {
    expect(formatNumber('1234.5', { kind: 'fiat', currency: 'EUR' }, 'en')).toBe('€1,234.50');
  });

  test('reject text that is not decimal', () => {
    expect(() => formatNumber('1e5', { kind: 'full' }, 'en')).toThrow(RangeError);
  });
});

describe('rates', () => {
  test('keep every digit and take the percent sign of the language', () => {
    const shown = (locale: string) => formatNumber('0.05', { kind: 'rate' }, locale);
    expect(['en', 'es', 'fr', 'ja'].map(shown)).toEqual(['0.05%', '0,05%', '0,05\u202f%', '0.05%']);
    expect(formatNumber('5', { kind: 'percent' }, 'fr')).toBe('5,00\u202f%');
  });
});

describe('relative time', () => {
  const now = new Date(2026, 4, 20, 12, 0, 0).getTime();
  const ago = (ms: number): string => formatAgo(now - ms, now, 'en', 'just now');
  const minute = 60_000;
  const hour = 60 * minute;
  const day = 24 * hour;

  test('is "just now" under five minutes', () => {
    expect([ago(0), ago(5 * minute - 1)]).toEqual(['just now', 'just now']);
  });

  test('is in minutes, hours and days', () => {
    expect([ago(5 * minute), ago(hour - 1), ago(hour), ago(day - 1), ago(day), ago(30 * day - 1)]).toEqual([
      '5 minutes ago',
      '59 minutes ago',
      '1 hour ago',
      '23 hours ago',
      '1 day ago',
      '29 days ago',
    ]);
  });

  test('is a date from thirty days on', () => {
    expect(ago(30 * day)).toBe('2026-04-20');
  });
});

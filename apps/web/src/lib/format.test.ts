import { describe, expect, test } from 'vitest';
import {
  formatAgo,
  formatClock,
  formatDate,
  formatMinute,
  formatTimeOfDay,
  formatNumber,
  formatTime,
  percentSign,
  colonOf,
} from './format.ts';

/** Formats are kept by language, so a test that must make them has one of its own that shows all as English does. */
let languages = 0;
const english = (): string => `en-x-own${(languages += 1)}`;

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

  test('follow the locale, and each keeps its own', () => {
    expect([short('65432.1', 'es'), short('65432.1'), short('1.5', 'es')]).toEqual([
      '65,43K',
      '65.43K',
      '1,5000',
    ]);
  });
});

describe('numbers in narrow cells', () => {
  const brief = (text: string, locale = 'en'): string => formatNumber(text, { kind: 'brief' }, locale);

  test('have three digits at most before K or M, and one decimal below ten, two below one', () => {
    expect(
      [
        '0.04',
        '9.99',
        '10',
        '-12.5',
        '999.9',
        '1000',
        '-9999',
        '12345.6',
        '999999',
        '1000000',
        '-45600000',
      ].map((text) => brief(text)),
    ).toEqual(['0.04', '9.9', '10', '-12', '999', '1.0K', '-9.9K', '12K', '999K', '1.0M', '-45M']);
  });

  test('follow the locale', () => {
    expect(brief('1234', 'fr')).toBe('1,2K');
  });
});

describe('exact amounts', () => {
  test('show every digit of amounts beyond binary precision', () => {
    expect(formatNumber('123456789012345678.0123456789', { kind: 'full' }, 'en')).toBe(
      '123,456,789,012,345,678.0123456789',
    );
  });

  test('are truncated, not rounded, to fixed decimals', () => {
    const fixed = (text: string, decimals: number) => formatNumber(text, { kind: 'fixed', decimals }, 'en');
    expect([fixed('0.99999', 4), fixed('1234.5', 2), fixed('1.99', 0)]).toEqual(['0.9999', '1,234.50', '1']);
  });

  test('of what is paid are rounded up, those of a result down, whatever its sign', () => {
    const cost = (text: string, decimals = 2) => formatNumber(text, { kind: 'cost', decimals }, 'en');
    expect([cost('180.8757'), cost('180.88'), cost('0'), cost('999.991'), cost('0.00001', 4)]).toEqual([
      '180.88',
      '180.88',
      '0.00',
      '1,000.00',
      '0.0001',
    ]);
    const result = (text: string) => formatNumber(text, { kind: 'result', decimals: 2 }, 'en');
    expect([result('1.239'), result('-1.231'), result('-1.23'), result('-0.001'), result('0.001')]).toEqual([
      '1.23',
      '-1.24',
      '-1.23',
      '-0.01',
      '0.00',
    ]);
  });

  test('of a price of a market are those of the market, rounded half away from zero', () => {
    const tick = (text: string, decimals: number) => formatNumber(text, { kind: 'tick', decimals }, 'en');
    expect([tick('89950.823', 1), tick('89950.85', 1), tick('89950.8', 2), tick('0.99', 0)]).toEqual([
      '89,950.8',
      '89,950.9',
      '89,950.80',
      '1',
    ]);
  });

  test('of a computed price have two decimals, and six below 1', () => {
    const price = (text: string, locale = 'en') => formatNumber(text, { kind: 'price' }, locale);
    expect([price('93957.7312345678'), price('1'), price('0.1234567'), price('93957.73', 'es')]).toEqual([
      '93,957.73',
      '1.00',
      '0.123456',
      '93.957,73',
    ]);
  });

  test('of a coin have two decimals at least, one or none where the coin has no more', () => {
    const coin = (text: string, decimals: number) => formatNumber(text, { kind: 'coin', decimals }, 'en');
    expect([coin('5', 8), coin('1.25', 8), coin('0.0000000001', 10)]).toEqual([
      '5.00',
      '1.25',
      '0.0000000001',
    ]);
    expect([coin('1500', 0), coin('1500', 1), coin('1234567.125', 6)]).toEqual([
      '1,500',
      '1,500.0',
      '1,234,567.125',
    ]);
  });

  test('show no zeros that they do not need, and each form its own decimals', () => {
    const full = (text: string) => formatNumber(text, { kind: 'full' }, 'en');
    expect([full('5.0'), full('0.10'), full('0.0000000001')]).toEqual(['5', '0.1', '0.0000000001']);
  });

  test('carry the symbol of a fiat currency, truncated to its decimals', () => {
    const fiat = (currency: string, text = '1234.5') => formatNumber(text, { kind: 'fiat', currency }, 'en');
    expect([fiat('EUR'), fiat('HKD'), fiat('JPY')]).toEqual(['€1,234.50', '$1,234.50', '¥1,234']);
    expect([fiat('USD', '16068.019'), fiat('USD', '-0.019')]).toEqual(['$16,068.01', '-$0.01']);
    expect(formatNumber('1234.5', { kind: 'fiat', currency: 'USD' }, english())).toBe('$1,234.50');
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
    expect(formatNumber('-1.5', { kind: 'percent' }, 'en')).toBe('-1.50%');
    expect(['fr-FR', 'zh-HK', 'ja', 'en'].map(colonOf)).toEqual(['\u202f: ', '：', '：', ': ']);
    expect(['fr-FR', 'fr', 'en', 'af'].map(percentSign)).toEqual(['\u202f%', '\u202f%', '%', '%']);
  });
});

describe('times', () => {
  const at = new Date(2026, 4, 2, 0, 7, 9).getTime();

  test('are to the second, in the language', () => {
    expect(formatTime(at, 'en-GB')).toBe('2 May 2026, 00:07:09');
    expect(formatDate(at, 'en-GB')).toBe('2 May 2026');
    expect(formatDate(at, 'de')).toBe('02.05.2026');
    const own = english();
    expect([formatDate(at, own), formatClock(at, own)]).toEqual(['May 2, 2026', '00:07:09']);
    expect(formatTimeOfDay(at, own)).toBe('00:07');
    expect([formatTime(at, own), formatMinute(at, own)].map((text) => text.replace('\u202f', ' '))).toEqual([
      'May 2, 2026, 00:07:09',
      'May 2, 2026, 00:07',
    ]);
  });

  test('have two digits for the hour in every language', () => {
    const spaced = (text: string): string => text.replaceAll('\u202f', ' ');
    expect(['es', 'ja', 'ko'].map((locale) => spaced(formatTime(at + 7_200_000, locale)))).toEqual([
      '2 may 2026, 02:07:09',
      '2026/05/02 02:07:09',
      '2026. 5. 2. 02:07:09',
    ]);
    expect(spaced(formatMinute(at + 7_200_000, 'es'))).toBe('2 may 2026, 02:07');
  });

  test('of day have two digits each, and midnight is 00', () => {
    expect([formatClock(at, 'en-US'), formatClock(at + 13 * 3_600_000, 'en-US')]).toEqual([
      '00:07:09',
      '13:07:09',
    ]);
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
    expect(formatAgo(new Date(2025, 0, 5).getTime(), now, 'en', 'just now')).toBe('2025-01-05');
  });

  test('is in the language of each', () => {
    expect(formatAgo(now - hour, now, 'es', 'ahora')).toBe('hace 1 hora');
    expect(formatAgo(now - hour, now, 'en', 'just now')).toBe('1 hour ago');
    expect(formatAgo(now, now, 'es', 'ahora')).toBe('ahora');
    expect(formatAgo(now - day, now, english(), 'just now')).toBe('1 day ago');
  });
});

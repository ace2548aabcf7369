import { expect, test } from 'vitest';
import * as z from 'zod';
import { pageReply } from './paging.ts';
import {
  amountOrZeroText,
  amountText,
  currencyIdText,
  decimalText,
  flag,
  limit,
  momentText,
  oneOf,
  optional,
  orderIdText,
  paging,
  priceText,
  text,
  timeText,
} from './scalars.ts';
import { wireTime } from './time.ts';

const reads = (type: z.ZodType, ...values: unknown[]): unknown[] =>
  values.map((value) => {
    const read = type.safeParse(value);
    return read.success ? read.data : 'refused';
  });

test('a text is trimmed and has its limits, both included', () => {
  expect(reads(text(3, 2), ' ab ', 'abc', 'a', 'abcd', '', 'a\u0000b', 'a\ud800', 7)).toEqual([
    'ab',
    'abc',
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
  ]);
  expect(reads(text(3), '', '   ', 'a\nb', 'a\u007fb')).toEqual(['', '', 'a\nb', 'refused']);
  expect(reads(text(3), `abc${' '.repeat(9)}`, `abc${' '.repeat(10)}`)).toEqual(['abc', 'refused']);
});

test('amounts have at most 18 digits before the point and ten after it; only some may be zero', () => {
  const digits = '9'.repeat(18);
  expect(reads(amountText, digits, `${digits}9`, '0.0000000001', '0.00000000001', '0')).toEqual([
    BigInt(`${digits}0000000000`),
    'refused',
    1n,
    'refused',
    'refused',
  ]);
  expect(reads(priceText, '0', '0.0000000001')).toEqual(['refused', 1n]);
  expect(reads(amountOrZeroText, '0', '-1', '0.0')).toEqual([0n, 'refused', 0n]);
});

test('ids are whole, positive and within their range', () => {
  expect(reads(currencyIdText, 0, 1, 2_147_483_647, 2_147_483_648)).toEqual([
    'refused',
    1,
    2_147_483_647,
    'refused',
  ]);
  expect(reads(orderIdText, '9007199254740991', '9007199254740992', '1.0', '+1')).toEqual([
    9_007_199_254_740_991,
    'refused',
    'refused',
    'refused',
  ]);
  expect(reads(momentText, 0, 253_402_300_799_999, 253_402_300_800_000)).toEqual([
    0,
    253_402_300_799_999,
    'refused',
  ]);
});

test('a choice is one of its numbers, a flag one of its six forms', () => {
  expect(reads(oneOf(0, 3), 0, '3', 1, '03', true)).toEqual([0, 3, 'refused', 'refused', 'refused']);
  expect(reads(flag, true, 'true', '1', 1, false, 'false', '0', 0, 'yes', 2, '')).toEqual([
    ...[true, true, true, true],
    ...[false, false, false, false],
    ...['refused', 'refused', 'refused'],
  ]);
});

test('an empty field is absent, a zero is not', () => {
  expect(reads(optional(amountOrZeroText), '', null, undefined, '0', 'x')).toEqual([
    undefined,
    undefined,
    undefined,
    0n,
    'refused',
  ]);
});

test('page and limit are clamped to their ends and have defaults', () => {
  const page = z.object(paging);
  const of = (input: object) => page.parse(input);
  expect(of({})).toEqual({ page: 1, limit: 10 });
  expect(of({ page: '', limit: 'x' })).toEqual({ page: 1, limit: 10 });
  expect(of({ page: 'x', limit: '' })).toEqual({ page: 1, limit: 10 });
  expect(of({ page: 0, limit: 0 })).toEqual({ page: 1, limit: 1 });
  expect(of({ page: '10000', limit: '100' })).toEqual({ page: 10_000, limit: 100 });
  expect(of({ page: 10_001, limit: 101 })).toEqual({ page: 10_000, limit: 100 });
  expect(of({ page: 2.9, limit: '7.9' })).toEqual({ page: 2, limit: 7 });
  expect([limit(50, 20).parse(undefined), limit(50, 20).parse(51), limit(50, 20).parse(-1)]).toEqual([
    20, 50, 1,
  ]);
});

test('the last page is full or not; an empty list has one page', () => {
  const last = (total: number) => pageReply([], total, 1, 10).last_page;
  expect([0, 1, 10, 11, 20].map(last)).toEqual([1, 1, 1, 2, 2]);
  expect(pageReply(['a'], 7, 3, 2)).toEqual({
    current_page: 3,
    data: ['a'],
    last_page: 4,
    per_page: 2,
    total: 7,
  });
});

test('times and decimals of replies have one form', () => {
  expect(wireTime(Date.UTC(2026, 0, 2, 3, 4, 5, 678))).toBe('2026-01-02 03:04:05');
  expect(reads(timeText, '2026-01-02 03:04:05', '2026-01-02T03:04:05', '2026-1-02 03:04:05')).toEqual([
    '2026-01-02 03:04:05',
    'refused',
    'refused',
  ]);
  const decimals = ['0', '-0.5', '10.00', '01', '.5', '1.', '1e3', '+1'];
  expect(reads(decimalText, ...decimals)).toEqual([
    '0',
    '-0.5',
    '10.00',
    ...Array<string>(5).fill('refused'),
  ]);
});

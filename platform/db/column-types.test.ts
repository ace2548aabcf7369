import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTimestamp } from './column-types.ts';

const FIRST = Date.parse('1900-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59Z');

test('a timestamp is read as written by a session in UTC, with as many decimals as it has', () => {
  fc.assert(
    fc.property(fc.integer({ min: FIRST, max: LAST }), fc.nat({ max: 999 }), (ms, micros) => {
      const [date = '', time = ''] = new Date(ms).toISOString().replace('Z', '').split('T');
      const decimals = `${time}${String(micros).padStart(3, '0')}`.replace(/0+$/, '').replace(/\.$/, '');
      expect(readTimestamp(`${date} ${decimals}+00`)).toBe(ms);
    }),
  );
});

test('other forms are read by the general parser', () => {
  expect(readTimestamp('2026-11-23 08:02:25.5+02')).toBe(Date.parse('2026-11-23T06:02:25.5Z'));
  expect(readTimestamp('2026-11-23 11:32:25+05:30')).toBe(Date.parse('2026-11-23T06:02:25Z'));
  expect(readTimestamp('infinity')).toBeNaN();
});

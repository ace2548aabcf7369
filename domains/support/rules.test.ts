import { expect, test } from 'vitest';
import {
  TRANSCRIPT_WAIT_MS,
  isOpenAt,
  maskedEmail,
  opensAfter,
  readOpenings,
  sensitivePart,
  textIn,
} from './rules.ts';

const hours = (text: string, zone = 'Asia/Hong_Kong') => ({ zone, openings: readOpenings(text) ?? [] });
const at = Date.parse;

test('opening hours are read by weekday; overlaps and malformed ones are refused', () => {
  expect(readOpenings('Mon-Tue 09:00-18:00, Sat 10:00-12:30')).toEqual([
    { weekday: 1, from: 540, to: 1080 },
    { weekday: 2, from: 540, to: 1080 },
    { weekday: 6, from: 600, to: 750 },
  ]);
  expect(readOpenings('Mon-Sun 00:00-24:00')).toHaveLength(7);
  for (const wrong of [
    ...['', 'Mon', 'Fri-Mon 09:00-18:00', 'Mon 18:00-09:00', 'Mon 09:00-25:00', 'Mon 09:00-09:00'],
    ...['Mon 09:00-18:000', 'xMon 09:00-18:00', 'Mon 09:00-24:30'],
  ])
    expect(readOpenings(wrong)).toBeUndefined();
  expect(readOpenings('Mon 09:00-12:00, Mon 11:00-13:00')).toBeUndefined();
  expect(readOpenings('Mon 11:00-13:00, Tue 09:00-10:00, Mon 09:00-12:00')).toBeUndefined();
});

test('a day has several openings, which may touch and are sorted', () => {
  expect(readOpenings('Tue 14:45-18:15, Mon-Tue 13:00-14:45, Mon 08:30-12:00')).toEqual([
    { weekday: 1, from: 510, to: 720 },
    { weekday: 1, from: 780, to: 885 },
    { weekday: 2, from: 780, to: 885 },
    { weekday: 2, from: 885, to: 1095 },
  ]);
});

test('it opens at the first minute and closes at the last, in its time zone', () => {
  const office = hours('Mon-Fri 09:00-18:00');
  expect(isOpenAt(office, at('2026-11-20T01:00:00Z'))).toBe(true);
  expect(isOpenAt(office, at('2026-11-20T00:59:59Z'))).toBe(false);
  expect(isOpenAt(office, at('2026-11-20T10:00:00Z'))).toBe(false);
  expect(opensAfter(office, at('2026-11-20T10:00:00Z'))).toBe(at('2026-11-23T01:00:00Z'));
  expect(opensAfter(office, at('2026-11-20T02:00:00Z'))).toBeNull();
  // A Saturday in office hours, and a week that has one day only.
  expect(isOpenAt(office, at('2026-11-21T02:00:00Z'))).toBe(false);
  expect(opensAfter(hours('Fri 09:00-18:00'), at('2026-11-20T10:00:00Z'))).toBe(at('2026-11-27T01:00:00Z'));
  expect(isOpenAt(hours('Mon-Sun 00:00-24:00'), at('2026-11-22T15:59:59Z'))).toBe(true);
  expect(opensAfter({ zone: 'UTC', openings: [] }, 0)).toBeNull();
});

test('the hours follow the change of the clocks', () => {
  const paris = hours('Sun 09:00-10:00', 'Europe/Paris');
  expect(opensAfter(paris, at('2026-10-24T12:00:00Z'))).toBe(at('2026-10-25T08:00:00Z'));
  expect(opensAfter(paris, at('2026-10-17T12:00:00Z'))).toBe(at('2026-10-18T07:00:00Z'));
});

test('a text for a customer must not name a secret or an address', () => {
  expect(sensitivePart('What is your verification code?')).toBe('credential_request');
  expect(sensitivePart('0x52908400098527886E0F7030069857D2E4169EE7')).toBe('wallet_address');
  expect(sensitivePart('Your deposit was credited.')).toBeUndefined();
});

test('a canned text falls back to the nearest language, then English', () => {
  const texts = { en: 'Hello', zh: '您好' };
  expect(textIn(texts, 'zh')).toEqual({ lang: 'zh', text: '您好' });
  expect(textIn(texts, 'hk')).toEqual({ lang: 'zh', text: '您好' });
  expect(textIn(texts, 'th')).toEqual({ lang: 'en', text: 'Hello' });
  expect(textIn({ en: 'Hello', hk: '您好' }, 'zh')).toEqual({ lang: 'hk', text: '您好' });
  expect(textIn({ en: 'Hello', th: '' }, 'th')).toEqual({ lang: 'en', text: 'Hello' });
  expect(textIn({ zh: '您好' }, 'th')).toEqual({ lang: 'en', text: '' });
});

test('an e-mail address is masked', () =>
  expect(maskedEmail('mia@people.example')).toBe('m***@people.example'));

test('a transcript can be sent once an hour', () => expect(TRANSCRIPT_WAIT_MS).toBe(3_600_000));

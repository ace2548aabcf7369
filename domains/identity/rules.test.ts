import { readFileSync } from 'node:fs';
import { Refusal } from '@karat/contract';
import { LANGS, fill } from '@karat/i18n';
import { DAY_MS } from '@karat/rules';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dialCodesIn } from './dial-codes.ts';
import { deviceText } from './device.ts';
import { emailFor } from './emails.ts';
import { identityMessages } from './messages.ts';
import {
  DEFAULT_LIMITS,
  checkNewPassword,
  newInviteCode,
  readInviteCode,
  readNickname,
  readSignature,
  countAttempt,
  waitAfter,
} from './rules.ts';
import type { Allowance, AttemptCount } from './rules.ts';

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'fine';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};
const password = (text: string, repeated = text, contact = 'ann.lee@example.com'): string =>
  codeOf(() => checkNewPassword(text, repeated, contact));

describe('a new password', () => {
  test('has at least seven characters, counted in graphemes', () => {
    expect(password('a!4$zQ')).toBe('password_too_short');
    expect(password('a!4$zQ7')).toBe('fine');
    expect(password('🦀🦞🦐🦑🐙🐚')).toBe('password_too_short');
    expect(password('🦀🦞🦐🦑🐙🐚🐠')).toBe('fine');
  });
  test('has at most 128', () => {
    expect(password('xK'.repeat(64))).toBe('fine');
    expect(password(`${'xK'.repeat(64)}!`)).toBe('password_too_long');
  });
  test('that is too short or too long is refused with the limit', () => {
    const valuesOf = (text: string): unknown => {
      try {
        return checkNewPassword(text, text, '');
      } catch (error) {
        return error instanceof Refusal && error.values;
      }
    };
    expect([valuesOf('a'), valuesOf('a'.repeat(129))]).toEqual([{ min: 7 }, { max: 128 }]);
  });
  test('matches its repetition', () => {
    expect(password('a!4$zQ7', 'a!4$zQ8')).toBe('passwords_differ');
    expect(fill(identityMessages.passwords_differ.en, 'en')).toBe('The two passwords are inconsistent.');
  });
  test.each([
    'password',
    'PassWord',
    'qwertyuiop',
    '1234567',
    '123456789',
    'iloveyou',
    'woaini1314',
    'zzzzzzz',
    ' Password1 ',
    'ｐａｓｓｗｏｒｄ１',
    '       ',
    '………………………',
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  ])('is not a common one: %s', (text) => expect(password(text)).toBe('password_common'));
  test.each([
    ['ann.lee@example.com', 'ann.lee@example.com'],
    ['Ann.Lee', 'ann.lee@example.com'],
    ['+85251234567', '+85251234567'],
    ['85251234567', '+85251234567'],
  ])('is not the own address or number: %s', (text, contact) => {
    expect(password(text, text, contact)).toBe('password_common');
  });
  test('is otherwise accepted', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 7, maxLength: 128, unit: 'grapheme' }), (text) => {
        const length = Array.from(text).length;
        const verdict = password(text);
        if (length > 128) expect(verdict).toBe('password_too_long');
        else expect(['fine', 'password_common']).toContain(verdict);
      }),
    );
  });
});

test('the list of common passwords has thousands of unique entries in lower case and of sufficient length', () => {
  const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.length).toBeGreaterThan(3_000);
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines.filter((line) => line !== line.toLowerCase() || Array.from(line).length < 7)).toEqual([]);
});

describe('a nickname', () => {
  test.each(['Al', 'K100001', 'ØrstedÅ', '小明', 'สวัสดี', 'さくら7', '김철수', 'Nguyễn', 'Ａｂ１', 'हिन्दी'])(
    'may have letters and digits of any script: %s',
    (name) => expect(readNickname(name)).toBe(name.normalize('NFC')),
  );
  test.each([
    '',
    'a',
    'a'.repeat(11),
    'a b',
    'a_b',
    'a-b',
    '<b>ob',
    "o'neil",
    'a\u0000b',
    'a\u200bb',
    'a\u202eb',
    'ab\ufe0f',
    '\u3164\u3164',
    'a\u{e0100}b',
    `a${'\u0301'.repeat(5)}b`,
    '\u0301ab',
    '½½',
    '😀😀',
    'a.b',
    '__proto__',
    '\ud800ab',
  ])('refuses %j', (name) => expect(codeOf(() => readNickname(name))).toBe('nickname_invalid'));
  test('is stored without the spaces around it, up to ten letters', () =>
    expect([readNickname(' Anna\n'), readNickname('abcdefghij')]).toEqual(['Anna', 'abcdefghij']));
  test('has 2 to 10 letters and digits for every accepted input', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 14, unit: 'binary' }), (typed) => {
        let stored: string;
        try {
          stored = readNickname(typed);
        } catch {
          return;
        }
        expect(stored).toMatch(/^[\p{L}\p{Nd}\p{M}]+$/u);
        const length = Array.from(stored.replace(/\p{M}/gu, '')).length;
        expect(length).toBeGreaterThanOrEqual(2);
        expect(length).toBeLessThanOrEqual(10);
        expect(readNickname(stored)).toBe(stored);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a signature', () => {
  test.each(['hi', 'Buy low, sell high!', '慢慢來,比較快 😀', 'x'.repeat(30)])('accepts %j', (text) =>
    expect(readSignature(text)).toBe(text),
  );
  test('is stored without the spaces around it', () => expect(readSignature(' Buy low ')).toBe('Buy low'));
  test.each([
    '',
    'x',
    'x'.repeat(31),
    'two\nlines',
    'a\u0000b',
    'a\u202eb',
    '\ud800\ud800',
    `a${'\u0301'.repeat(9)}b`,
  ])('refuses %j', (text) => expect(codeOf(() => readSignature(text))).toBe('signature_invalid'));
});

describe('attempts', () => {
  const allowance: Allowance = { free: 3, firstMs: 1_000, maxMs: 8_000, forgetMs: 100_000 };
  const run = (moments: readonly number[]): (AttemptCount | { readonly waitMs: number })[] => {
    let before: AttemptCount | undefined;
    return moments.map((now) => {
      const next = countAttempt(before, now, allowance);
      if (!('waitMs' in next)) before = next;
      return next;
    });
  };
  test('are free at first, then each doubles the wait, up to a maximum', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 50].map((count) => waitAfter(count, allowance))).toEqual([
      0, 0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000,
    ]);
  });
  test('during a wait count nothing and return the remaining time', () => {
    const [, , third, early, due] = run([0, 0, 0, 400, 1_000]);
    expect(third).toMatchObject({ count: 3, blockedUntil: 1_000 });
    expect(early).toEqual({ waitMs: 600 });
    expect(due).toMatchObject({ count: 4, blockedUntil: 3_000 });
  });
  test('expire', () => {
    const results = run([0, 0, 0, 100_000]);
    expect(results.at(-1)).toMatchObject({ count: 1, blockedUntil: 0 });
  });
  test('that are free never wait, whichever of them gets the lock first', () => {
    const [, second] = run([105, 104]);
    expect(second).toMatchObject({ count: 2, lastAt: 104 });
  });
  test('never exceed the limit for any timing', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 3_000 }), { maxLength: 200 }), (gaps) => {
        let now = 0;
        const moments = gaps.map((gap) => (now += gap));
        const allowed = run(moments).filter((one) => !('waitMs' in one)).length;
        const limit = allowance.free + 3 + Math.ceil(now / allowance.maxMs);
        expect(allowed).toBeLessThanOrEqual(limit);
      }),
    );
  });
  test('have the limits that the documents state', () => {
    const seconds = (allowance: Allowance) =>
      [allowance.firstMs, allowance.maxMs, allowance.forgetMs].map((ms) => ms / 1_000);
    const { login, password: confirmation, codesOfVisitors, codeFromAddress, codeToContact } = DEFAULT_LIMITS;
    for (const each of [login.device, login.accountAtNetwork, login.network])
      expect(seconds(each)).toEqual([30, 900, 86_400]);
    expect([login.device.free, login.accountAtNetwork.free, login.network.free]).toEqual([5, 5, 30]);
    expect([confirmation.free, ...seconds(confirmation)]).toEqual([5, 30, 3_600, 86_400]);
    expect([codeToContact.free, ...seconds(codeToContact)]).toEqual([3, 60, 21_600, 86_400]);
    expect([codesOfVisitors.free, ...seconds(codesOfVisitors)]).toEqual([10, 60, 3_600, 86_400]);
    expect([codeFromAddress.free, ...seconds(codeFromAddress)]).toEqual([100, 60, 3_600, 86_400]);
    expect(DEFAULT_LIMITS).toMatchObject({
      ...{ codeLifeMs: 600_000, contactWaitMs: 3 * DAY_MS, reportLinkMs: 7 * DAY_MS },
      ...{ sessionIdleMs: 30 * DAY_MS, sessionLifeMs: 180 * DAY_MS },
    });
  });
  test('of codes give a guesser less than one chance in ten thousand a day', () => {
    let before: AttemptCount | undefined;
    let sent = 0;
    for (let now = 0; now < DAY_MS; now += 30_000) {
      const next = countAttempt(before, now, DEFAULT_LIMITS.codeToContact);
      if ('waitMs' in next) continue;
      before = next;
      sent += 1;
    }
    expect(sent).toBeGreaterThan(3);
    expect((sent * DEFAULT_LIMITS.codeAttempts) / 1_000_000).toBeLessThan(1 / 10_000);
  });
});

test('invite codes ignore case and have no letters that look alike', () => {
  let n = 0;
  const code = newInviteCode((limit) => n++ % limit);
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
  expect(readInviteCode(` ${code.toLowerCase()} `)).toBe(code);
  expect(readInviteCode('ab2c')).toBe('AB2C');
});

test('devices have readable labels', () => {
  const chrome =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36';
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0';
  expect([chrome, safari, edge].map(deviceText)).toEqual([
    'Chrome · Android',
    'Safari · iPhone',
    'Edge · Windows',
  ]);
  expect(deviceText('curl/8.5.0')).toBe('curl/8.5.0');
  expect(deviceText('')).toBe('');
  expect(deviceText('x\u0000\u202e<script>'.repeat(50)).length).toBeLessThanOrEqual(40);
});

test('countries are named in the language of the caller, with dialling codes', () => {
  for (const lang of LANGS) {
    const areas = dialCodesIn(lang);
    expect(areas.length).toBeGreaterThan(200);
    expect(areas.find((area) => area.id === 'HK')?.area_code).toBe('852');
  }
  const nameOf = (lang: (typeof LANGS)[number], id: string) =>
    dialCodesIn(lang).find((area) => area.id === id)?.name;
  expect(nameOf('en', 'DE')).toBe('Germany');
  expect(nameOf('jp', 'DE')).toBe('ドイツ');
  expect(nameOf('fra', 'DE')).toBe('Allemagne');
  expect(nameOf('zh', 'JP')).toBe('日本');
});

test('every message and refusal fills its slots in every language', () => {
  for (const lang of LANGS) {
    for (const kind of ['register', 'forget', 'password', 'login', 'already'] as const) {
      const email = emailFor(kind, lang, { site: 'Karat', code: '481516', minutes: 10 });
      expect(`${email.subject}${email.body}`).not.toMatch(/[{}]/);
      expect(email.body.includes('481516')).toBe(kind !== 'already');
    }
    for (const texts of Object.values(identityMessages)) {
      expect(fill(texts[lang], lang, { seconds: 1, min: 7, max: 128, hours: 72 })).not.toMatch(/[{}]/);
    }
  }
});

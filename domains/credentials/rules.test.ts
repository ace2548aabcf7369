import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithin, readNetworks } from './networks.ts';
import {
  checkPayPassword,
  DEFAULT_LIMITS,
  holdsAfterFirst,
  isFirstGuess,
  newBackupCode,
  scoreOf,
} from './rules.ts';
import { isTimely } from './signed.ts';

test.each(['111111', '121212', '123456', '654321', '890123', '098765', '123123', '121121', 'abcabc'])(
  '%s is one of the first guesses',
  (guess) => {
    expect(isFirstGuess(guess)).toBe(true);
    expect(() => checkPayPassword(guess, guess)).toThrow('password_common');
  },
);

test.each(['274951', '836152', '918273', 'correct horse', '1234567x'])('%s is not', (password) => {
  expect(isFirstGuess(password)).toBe(false);
  expect(() => checkPayPassword(password, password)).not.toThrow();
});

test('a pay password has 6 to 64 characters, counted in graphemes', () => {
  expect(() => checkPayPassword('27495', '27495')).toThrow('password_too_short');
  expect(() => checkPayPassword('ab😀cd😀', 'ab😀cd😀')).not.toThrow();
  const long = 'a1'.repeat(32);
  expect(() => checkPayPassword(`${long}x`, `${long}x`)).toThrow('password_too_long');
  expect(() => checkPayPassword('274951', '274952')).toThrow('passwords_differ');
});

test('the score is 100 with everything and 20 with nothing but the login password', () => {
  const all = { payPassword: true, totp: true, passkey: true, bothReceivers: true, antiPhishing: true };
  expect(scoreOf(all)).toBe(100);
  const none = { payPassword: false, totp: false, passkey: false, bothReceivers: false, antiPhishing: false };
  expect(scoreOf(none)).toBe(20);
  expect(scoreOf({ ...none, totp: true })).toBe(45);
});

test('a backup code has ten letters that do not look alike', () => {
  let at = 0;
  expect(newBackupCode((limit) => at++ % limit)).toBe('23456-789AB');
  fc.assert(
    fc.property(fc.array(fc.nat(30), { minLength: 10, maxLength: 10 }), (drawn) => {
      let n = 0;
      expect(newBackupCode(() => drawn[n++] ?? 0)).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
    }),
  );
});

test('networks are parsed as typed, and invalid ones are named', () => {
  expect(readNetworks(' 203.0.113.7, 10.0.0.0/8\n2001:DB8::/32 10.0.0.0/8')).toEqual([
    '203.0.113.7',
    '10.0.0.0/8',
    '2001:db8::/32',
  ]);
  expect(readNetworks('')).toEqual([]);
  for (const odd of [
    '10.0.0.0/33',
    '10.0.0',
    '10.0.0.0/08',
    '::/129',
    'fe80::1%eth0',
    'example.com',
    '1.2.3.4/8/8',
  ]) {
    expect(() => readNetworks(`10.0.0.1,${odd}`)).toThrow('network_invalid');
  }
});

test('an address lies in its network only, and a mapped one is its IPv4 address', () => {
  expect(isWithin(['10.0.0.0/8'], '10.255.0.1')).toBe(true);
  expect(isWithin(['10.0.0.0/8'], '11.0.0.1')).toBe(false);
  expect(isWithin(['10.0.0.0/8'], '::ffff:10.1.2.3')).toBe(true);
  expect(isWithin(['2001:db8::/32'], '2001:db8:1::1')).toBe(true);
  expect(isWithin(['2001:db8::/32'], '10.0.0.1')).toBe(false);
  expect(isWithin([], '198.51.100.1')).toBe(true);
  expect(isWithin(['10.0.0.1'], '')).toBe(false);
});

test('a request is accepted within its window, and at most a second ahead', () => {
  expect(isTimely(10_000, 15_000, 5_000)).toBe(true);
  expect(isTimely(10_000, 15_001, 5_000)).toBe(false);
  expect(isTimely(10_999, 10_000, 5_000)).toBe(true);
  expect(isTimely(11_000, 10_000, 5_000)).toBe(false);
  expect(isTimely(Number.NaN, 10_000, 5_000)).toBe(false);
});

test('each protection has its own share of the score', () => {
  const none = { payPassword: false, totp: false, passkey: false, bothReceivers: false, antiPhishing: false };
  const shares = (['payPassword', 'totp', 'passkey', 'bothReceivers', 'antiPhishing'] as const).map(
    (name) => scoreOf({ ...none, [name]: true }) - scoreOf(none),
  );
  expect(shares).toEqual([25, 25, 10, 10, 10]);
});

test('64 and 6 characters are accepted; common passwords are refused in any case', () => {
  for (const password of ['a1'.repeat(31) + 'xy', '274951'])
    expect(() => checkPayPassword(password, password)).not.toThrow();
  expect(() => checkPayPassword('PASSWORD1', 'PASSWORD1')).toThrow('password_common');
  expect(() => checkPayPassword('135791', '135791')).not.toThrow();
});

test('a first lock holds withdrawals from the end of the first day of the account', () => {
  expect([holdsAfterFirst(5, 86_400_004, 86_400_000), holdsAfterFirst(5, 86_400_005, 86_400_000)]).toEqual([
    false,
    true,
  ]);
});

test('limits of confirmations, holds, challenges, passkeys and keys', () => {
  expect(DEFAULT_LIMITS).toEqual({
    confirm: { free: 5, firstMs: 60_000, maxMs: 6 * 3_600_000, forgetMs: 86_400_000 },
    holdMs: 86_400_000,
    pendingMs: 900_000,
    challengeMs: 300_000,
    passkeys: 10,
    apiKeys: 20,
  });
});

test('two characters in any order are guessed first; equal larger steps and a run that breaks off are not', () => {
  expect(['112122', '112122a', 'acegik', '56789x', '012340'].map(isFirstGuess)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('a refusal names the limit that was missed', () => {
  const valuesOf = (password: string): unknown => {
    try {
      checkPayPassword(password, password);
      return undefined;
    } catch (error) {
      return error instanceof Error && 'values' in error ? error.values : error;
    }
  };
  expect([valuesOf('27495'), valuesOf('a1'.repeat(33))]).toEqual([{ min: 6 }, { max: 64 }]);
});

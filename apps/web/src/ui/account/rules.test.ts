import { describe, expect, test } from 'vitest';
import {
  codeProblem,
  longEnough,
  passwordProblem,
  receiverProblem,
  repeatProblem,
  tidyReceiver,
} from './rules.ts';

describe('receivers of codes', () => {
  test('an e-mail has a name, an at sign and a domain', () => {
    expect(['a@b.co', ' a.b+c@d-e.org '].map((text) => receiverProblem('email', text))).toEqual([null, null]);
    expect(['', 'a', 'a@b', 'a b@c.de'].map((text) => receiverProblem('email', text))).toEqual(
      Array(4).fill('error_email'),
    );
  });

  test('a phone number may contain spaces and dashes', () => {
    expect(tidyReceiver('mobile', '(138) 0013-8000')).toBe('13800138000');
    expect(receiverProblem('mobile', '138 0013 8000')).toBeNull();
    expect(receiverProblem('mobile', '12ab')).toBe('error_phone');
  });
});

describe('codes and passwords', () => {
  test('a code has exactly six digits', () => {
    expect(['123456', '12345', '1234567', '12345a', ''].map(codeProblem)).toEqual([
      null,
      ...Array<string>(4).fill('error_code'),
    ]);
  });

  test('a password is longer than six characters', () => {
    expect(passwordProblem('123456')).toBe('error_length');
    expect(passwordProblem('1234567')).toBeNull();
  });

  test('characters outside of the basic plane count once', () => {
    expect(longEnough('😀😀😀😀')).toBe(false);
  });

  test('both entries must be equal', () => {
    expect([repeatProblem('abcdefg', 'abcdefg'), repeatProblem('abcdefg', 'abcdefh')]).toEqual([
      null,
      'error_match',
    ]);
  });
});

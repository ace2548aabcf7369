import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allowListHolds,
  checkAba,
  checkIban,
  checkInternational,
  checkName,
  checkNumber,
  checkSwift,
  maskCard,
  masked,
  passesLuhn,
} from './rules.ts';

const code = (code: string): unknown => expect.objectContaining({ code });

test('the Luhn check digit detects every wrong digit and nearly every swap', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\d{15}$/),
      fc.nat({ max: 15 }),
      fc.integer({ min: 1, max: 9 }),
      (body, at, by) => {
        const whole = '0123456789'
          .split('')
          .map((digit) => body + digit)
          .filter(passesLuhn);
        expect(whole).toHaveLength(1);
        const right = whole[0] ?? '';
        const wrong = right.slice(0, at) + String((Number(right[at]) + by) % 10) + right.slice(at + 1);
        expect(passesLuhn(wrong)).toBe(false);
      },
    ),
  );
  expect(passesLuhn('4539578763621486')).toBe(true);
});

describe('numbers of accounts and cards', () => {
  test('a card with a wrong digit is refused, an account of the same length is not', () => {
    expect(checkNumber('4539 5787 6362 1486')).toBe('4539578763621486');
    expect(() => checkNumber('4539 5787 6362 1487')).toThrow(code('card_number_invalid'));
    expect(checkNumber('1234567890123457')).toBe('1234567890123457');
  });
  test('an IBAN-like number must be a valid IBAN', () => {
    expect(checkNumber('de89 3704 0044 0532 0130 00')).toBe('DE89370400440532013000');
    expect(() => checkNumber('DE88370400440532013000')).toThrow(code('iban_invalid'));
    expect(checkIban('')).toBe('');
    expect(() => checkIban('XX00')).toThrow(code('iban_invalid'));
  });
  test.each(['12', '12_34', 'ab<c>12', 'x'.repeat(40)])('%s is no number', (text) => {
    expect(() => checkNumber(text)).toThrow(code('card_number_invalid'));
  });
});

test('bank codes must exist', () => {
  expect(checkAba('021000021')).toBe('021000021');
  expect(() => checkAba('021000022')).toThrow(code('aba_invalid'));
  expect(checkSwift('deutdeff')).toBe('DEUTDEFF');
  expect(checkSwift('CHASUS33XXX')).toBe('CHASUS33XXX');
  for (const text of ['DEUTZZFF', 'DEUT1EFF', 'DEUTDEF', 'DEUTDEFFXX', 'CHASUS33XXXX'])
    expect(() => checkSwift(text), text).toThrow(code('swift_invalid'));
});

test('names have letters of any language, never symbols', () => {
  for (const name of ['Ana María Pérez', '陳大文', "O'Neill", 'Nguyễn Văn A.', 'ธนาคาร', 'Wallet 2'])
    expect(checkName(name)).toBe(name);
  for (const name of ['<b>', 'a;b', '=1+1', '@me', 'x😀', '-x'])
    expect(() => checkName(name), name).toThrow(code('name_special'));
});

const card = {
  aba: '',
  real_name: 'Ana Perez',
  card_number: '4539578763621486',
  bank_name: 'Banco Uno',
  bank_address: 'Calle 1',
  swift: 'DEUTDEFF',
  phone: '+12125550100',
  cardholder_address: 'Calle 2',
};

test('an international card needs a bank code and a phone with its country', () => {
  expect(checkInternational(card)).toEqual(card);
  expect(() => checkInternational({ ...card, swift: '' })).toThrow(code('bank_code_missing'));
  expect(checkInternational({ ...card, swift: '', aba: '021000021' }).aba).toBe('021000021');
  expect(() => checkInternational({ ...card, phone: '5550100' })).toThrow(code('payee_phone_invalid'));
});

test('a masked card displays four digits only', () => {
  expect(masked('4539578763621486')).toBe('•••• 1486');
  expect(masked('123')).toBe('•••');
  const text = JSON.stringify(maskCard(card));
  expect(text).not.toContain('45395787');
  expect(text).not.toContain('2125550');
  expect(text).toContain('1486');
  expect(text).toContain('Ana Perez');
});

test('an allow-list that was switched off ends at its time, one that is on does not end', () => {
  expect(allowListHolds(undefined, 5)).toBe(false);
  expect(allowListHolds({ endsAt: null }, 5)).toBe(true);
  expect(allowListHolds({ endsAt: 6 }, 5)).toBe(true);
  expect(allowListHolds({ endsAt: 5 }, 5)).toBe(false);
});

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allowListHolds,
  checkAba,
  checkDomestic,
  checkIban,
  checkInternational,
  checkName,
  checkNumber,
  checkSwift,
  maskCard,
  masked,
  maskedName,
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
  expect([passesLuhn('4539578763621486'), passesLuhn('59'), passesLuhn('18'), passesLuhn('67')]).toEqual([
    ...[true, true, true, true],
  ]);
});

describe('numbers of accounts and cards', () => {
  test('a card with a wrong digit is refused, an account of the same length is not', () => {
    expect(checkNumber('4539 5787 6362 1486')).toBe('4539578763621486');
    expect(() => checkNumber('4539 5787 6362 1487')).toThrow(code('card_number_invalid'));
    expect(checkNumber('1234567890123457')).toBe('1234567890123457');
  });
  /** A number that starts so, without a right check digit. */
  const wrong = (start: string, length: number): string => {
    const body = start + '137'.repeat(7).slice(0, length - start.length - 1);
    return body + (passesLuhn(`${body}0`) ? '1' : '0');
  };
  test.each([
    [16, ['4', '51', '55', '2221', '2229', '2230', '2299', '2300', '2699', '2700', '2719', '2720']],
    [16, ['6011', '6500', '6599', '3528', '3529', '3530', '3589', '62']],
    [15, ['34', '37']],
    [19, ['4', '62']],
    [17, ['62']],
  ] as const)('of %i digits that start with %j needs its check digit', (length, starts) => {
    for (const start of starts)
      expect(() => checkNumber(wrong(start, length)), start).toThrow(code('card_number_invalid'));
  });
  test.each([
    [16, ['50', '56', '2220', '2721', '2800', '6010', '6400', '3527', '3590', '34', '37', '9']],
    [15, ['4', '51', '2221', '36', '6011', '3528', '62']],
    [17, ['4', '51', '2221', '6011', '3528']],
    [18, ['4']],
    [20, ['4', '62', '51']],
  ] as const)('of %i digits that start with %j may be an account', (length, starts) => {
    for (const start of starts) expect(checkNumber(wrong(start, length)), start).toBe(wrong(start, length));
  });
  test('a card number within a longer number is none; two letters and one digit are no IBAN', () => {
    expect(checkNumber('994539578763621487')).toBe('994539578763621487');
    expect(checkNumber('AB1X23')).toBe('AB1X23');
    expect(checkNumber('1AB2345')).toBe('1AB2345');
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

test('a phone is optional; a domestic card is checked field by field and keeps what has no rule', () => {
  expect(checkInternational({ ...card, phone: '' }).phone).toBe('');
  const domestic = {
    real_name: 'Ana Perez',
    bank_name: 'Banco Uno',
    bank_account: '0001 2345-6789',
    bank_branch: 'Calle 1; 2º',
    bank_code: 'ab-12',
    iban: 'de89 3704 0044 0532 0130 00',
    bank_address: 'Calle 1',
  };
  expect(checkDomestic(domestic)).toEqual({
    ...domestic,
    bank_account: '000123456789',
    bank_code: 'AB12',
    iban: 'DE89370400440532013000',
  });
  expect(() => checkDomestic({ ...domestic, real_name: '<b>' })).toThrow(code('name_special'));
  expect(() => checkDomestic({ ...domestic, bank_name: '<b>' })).toThrow(code('name_special'));
  expect(() => checkDomestic({ ...domestic, bank_account: '1' })).toThrow(code('card_number_invalid'));
  expect(() => checkDomestic({ ...domestic, iban: 'DE88' })).toThrow(code('iban_invalid'));
});

test('a nickname keeps its first and last letter, one of any script, and hides its length', () => {
  expect(['Alice', 'Al', 'A', '', '陳大文', '😀b😺'].map(maskedName)).toEqual([
    ...['A***e', 'A***l', 'A***', '***', '陳***文', '😀***😺'],
  ]);
});

test('a masked card displays four digits only', () => {
  expect(masked('4539578763621486')).toBe('•••• 1486');
  expect([masked('123'), masked('1234'), masked('12345')]).toEqual(['•••', '••••', '•••• 2345']);
  const numbers = ['bank_account', 'iban', 'card_number', 'phone', 'aba'];
  for (const name of numbers) expect(maskCard({ [name]: '12345678' })[name], name).toBe('•••• 5678');
  expect(maskCard({ bank_name: '12345678' })['bank_name']).toBe('12345678');
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

import { amount, price, rate } from '@karat/money';
import { fiatPurchasePrice, fiatPurchaseReceived } from '@karat/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REFERENCE_NUMBERS, findReference, isReference, referenceOf } from './reference.ts';
import { isWhole, mismatchOf, sameName, wrongDetail } from './rules.ts';
import type { Owed, Paid, Payer } from './rules.ts';

const number = fc.integer({ min: 0, max: REFERENCE_NUMBERS - 1 });

test('a reference has the check digits of ISO 11649', () => {
  // The standard's own arithmetic: KRT539007547RF00 with letters as numbers, 98 less the remainder of 97.
  const digits = BigInt('202729' + '539007547' + '271500');
  const check = String(98n - (digits % 97n)).padStart(2, '0');
  expect(referenceOf(539_007_547)).toBe(`RF${check}KRT539007547`);
});

test('every wrong digit and every swap of two neighbours is detected', () => {
  fc.assert(
    fc.property(number, fc.integer({ min: 0, max: 13 }), fc.integer({ min: 1, max: 9 }), (n, place, by) => {
      const right = referenceOf(n);
      expect(isReference(right)).toBe(true);
      const at = place < 2 ? 2 + place : 5 + place;
      const at2 = Math.min(at, 15);
      const digit = right[at2] ?? '';
      if (!/[0-9]/.test(digit)) return;
      const wrong = right.slice(0, at2) + String((Number(digit) + by) % 10) + right.slice(at2 + 1);
      expect(isReference(wrong)).toBe(false);
      const next = right[at2 + 1];
      if (next === undefined || next === digit || !/[0-9]/.test(next)) return;
      expect(isReference(right.slice(0, at2) + next + digit + right.slice(at2 + 2))).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test('a reference with a wrong digit does not hide the right one behind it', () => {
  const right = referenceOf(7);
  const wrong = referenceOf(8).replace(/8$/, '9');
  expect(findReference(`${wrong} ${right}`)).toBe(right);
  expect(findReference(wrong)).toBeUndefined();
});

test('a reference is found within any text and with any separators', () => {
  fc.assert(
    fc.property(
      number,
      fc.constantFrom('', ' ', '-', '/', '\n'),
      fc.constantFrom('', 'Invoice ', 'RF99KRT1 '),
      (n, gap, before) => {
        const right = referenceOf(n);
        expect(findReference(`${before}${right.split('').join(gap).toLowerCase()} thanks`)).toBe(right);
      },
    ),
  );
  expect(findReference('RF00KRT539007547')).toBeUndefined();
  expect(findReference('')).toBeUndefined();
});

test('a dollar is one USDT, and other currencies cost their rate and the spread', () => {
  expect(fiatPurchasePrice('USD', rate('1'), rate('0.01'))).toBe(price('1'));
  expect(fiatPurchasePrice('EUR', rate('0.9341'), rate('0.01'))).toBe(price('0.943441'));
  expect(fiatPurchaseReceived(amount('1000'), price('1'))).toBe(amount('1000'));
  expect(fiatPurchaseReceived(amount('1000'), price('0.943441'))).toBe(amount('1059.949694'));
});

test('the received amount never costs more than the payment, and is at most a smallest unit less', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      fc.bigInt({ min: 10n ** 6n, max: 10n ** 16n }),
      fc.bigInt({ min: 0n, max: 10n ** 9n }),
      (units, value, spread) => {
        const at = fiatPurchasePrice('EUR', rate(value), rate(spread));
        const paid = amount(units * 10n ** 10n);
        const received = fiatPurchaseReceived(paid, at);
        expect(received * at <= paid * 10n ** 10n).toBe(true);
        expect((received + 10n ** 4n) * at > paid * 10n ** 10n).toBe(true);
        // Never better than the rate without its spread.
        expect(at >= value).toBe(true);
      },
    ),
  );
  expect(isWhole(amount('10'))).toBe(true);
  expect(isWhole(amount('10.5'))).toBe(false);
});

const payer: Payer = {
  first_name: 'José',
  last_name: "O'Neil-Šmíd",
  full_name: 'José O’Neil-Šmíd',
  email: 'jo@mail.example',
  phone: '+34 600 11 22 33',
  tax_id: '',
};
test('details of a payer are validated one by one', () => {
  expect(wrongDetail(payer, false)).toBeUndefined();
  expect(wrongDetail(payer, true)).toBe('tax_id');
  expect(wrongDetail({ ...payer, tax_id: 'X-1234567' }, true)).toBeUndefined();
  expect(wrongDetail({ ...payer, first_name: '<b>' }, false)).toBe('first_name');
  expect(wrongDetail({ ...payer, last_name: 'R2D2' }, false)).toBe('last_name');
  expect(wrongDetail({ ...payer, email: 'jo@mail' }, false)).toBe('email');
  expect(wrongDetail({ ...payer, phone: 'call me' }, false)).toBe('phone');
  const refused = (detail: keyof Payer, values: readonly string[]): void => {
    for (const value of values) expect(wrongDetail({ ...payer, [detail]: value }, false), value).toBe(detail);
  };
  const accepted = (detail: keyof Payer, values: readonly string[]): void => {
    for (const value of values)
      expect(wrongDetail({ ...payer, [detail]: value }, false), value).toBeUndefined();
  };
  refused('full_name', ['', '-Jo', '.', '1 Jo', '<b>Jo', ' Jo']);
  refused('email', [
    '<jo@mail.example',
    'jo@mail.example>',
    'jo@mail.example, x',
    `${'j'.repeat(65)}@mail.example`,
  ]);
  accepted('email', ['jo.doe+1@a.b.mail.example']);
  refused('phone', ['x34600112233', '34600112233x', '++34600', '1234', '+346', '-34600112233', '(34)600112']);
  accepted('phone', ['34600112233', '0034 (600) 11.22-33']);
  refused('tax_id', ['<b>12', '12345<', '-12345', '12', 'x'.repeat(41)]);
  accepted('tax_id', ['123', 'x'.repeat(40)]);
});

test('names match in any order, with any accents and capitals', () => {
  expect(sameName('MUELLER JOSE', 'José Mueller')).toBe(true);
  expect(sameName('José Mueller', 'Josefa Mueller')).toBe(false);
  expect(sameName('', '--')).toBe(false);
  expect([sameName('Doe,  Jo', 'Jo Doe'), sameName('-Jo Doe-', 'jo doe')]).toEqual([true, true]);
  // The words count, not their letters together.
  expect([sameName('Jo Ann', 'Joann'), sameName('Doe Jo', 'Jo Doe Jo')]).toEqual([false, false]);
});

const order: Owed = {
  reference: referenceOf(1),
  state: 'proof_sent',
  method: 'swift',
  amount: amount('1500'),
  currency: 'EUR',
  bankAccount: 'DE02',
  payerName: 'Jo Doe',
  expiresAt: Date.parse('2026-03-02T10:00:00Z'),
};
const line: Paid = {
  reference: order.reference,
  amount: amount('1500'),
  currency: 'EUR',
  account: 'DE02',
  payer: 'Doe, Jo',
  bookedOn: '2026-03-02',
};
test('a line pays an order only if everything matches, and a mismatch is named', () => {
  expect(mismatchOf(order, line)).toBeUndefined();
  expect(mismatchOf(order, { ...line, reference: null })).toBeUndefined();
  expect(mismatchOf(order, { ...line, reference: null, payer: 'Someone' })).toBe('no_reference');
  expect(mismatchOf(order, { ...line, reference: referenceOf(2) })).toBe('unknown_reference');
  expect(mismatchOf(undefined, line)).toBe('unknown_reference');
  expect(mismatchOf(undefined, { ...line, reference: null })).toBe('no_reference');
  // A right reference is enough: a spouse or a company may pay.
  expect(mismatchOf(order, { ...line, payer: 'Someone' })).toBeUndefined();
  expect(mismatchOf({ ...order, state: 'to_be_paid' }, { ...line, bookedOn: '2026-03-09' })).toBeUndefined();
  expect(mismatchOf(order, { ...line, amount: amount('1499.99') })).toBe('amount');
  expect(mismatchOf(order, { ...line, currency: 'USD' })).toBe('currency');
  expect(mismatchOf(order, { ...line, account: 'DE03' })).toBe('account');
  expect(mismatchOf({ ...order, state: 'expired' }, line)).toBeUndefined();
  expect(mismatchOf({ ...order, state: 'expired' }, { ...line, bookedOn: '2026-03-03' })).toBe('state');
  for (const state of ['successful', 'rejected', 'cancelled', 'refunded'] as const)
    expect(mismatchOf({ ...order, state }, line)).toBe('state');
});

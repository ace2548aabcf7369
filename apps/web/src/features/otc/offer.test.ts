import { expect, test } from 'vitest';
import {
  countdown,
  estimate,
  grouped,
  isNeeded,
  namePartsOf,
  offerIn,
  verifiedOf,
  wholeAmount,
} from './offer.ts';
import type { Config, Method } from './offer.ts';

test('only whole amounts from the minimum are accepted', () => {
  expect(wholeAmount('20', '20')).toBe('20');
  for (const typed of ['19', '20.5', '020', '', '-20', '1e3', ' 20'])
    expect(wholeAmount(typed, '20')).toBeUndefined();
});

test("the estimate equals the server's, rounded down", () => {
  expect(estimate('1000', '0.943441')).toBe('1059.949694');
  expect(estimate('2000', '1')).toBe('2000');
});

test('the remaining time is in hours, minutes and seconds and ends at zero', () => {
  expect(countdown(90_061_000, 0)).toBe('25:01:01');
  expect(countdown(999, 0)).toBe('00:00:00');
  expect(countdown(0, 5_000)).toBe('00:00:00');
});

test('a reference is grouped by four', () => {
  expect(grouped('RF18KRT539007547')).toBe('RF18 KRT5 3900 7547');
});

test('first and last name follow from the full name', () => {
  expect(namePartsOf(' Ana  María Pérez ')).toEqual({ first_name: 'Ana María', last_name: 'Pérez' });
  expect(namePartsOf('Suharto')).toEqual({ first_name: 'Suharto', last_name: 'Suharto' });
  const long = namePartsOf(`${'a'.repeat(59)} b ${'c'.repeat(61)}`);
  expect([long.first_name, long.last_name]).toEqual(['a'.repeat(59), 'c'.repeat(60)]);
});

test('the verified name is that of a verified first level', () => {
  const state = (first: number, name: string | null) =>
    verifiedOf({
      level: 2,
      steps: [
        { level: 2, state: 2, name: 'Of Photos' },
        { level: 1, state: first, name },
      ],
    } as unknown as Parameters<typeof verifiedOf>[0]);
  expect(state(2, 'Ana Pérez')).toEqual({ level: 2, name: 'Ana Pérez' });
  expect(state(1, 'Ana Pérez').name).toBe('');
  expect(state(2, null).name).toBe('');
});

const method = (name: string, currencies: string[], tax: string[] = []) =>
  ({ method: name, currencies, tax_id: tax }) as unknown as Method;
const config = {
  countries: [
    { code: 'DE', currencies: ['EUR', 'USD'], supported: true },
    { code: 'XX', currencies: [], supported: false },
  ],
  currencies: [
    { code: 'EUR', price: '0.9' },
    { code: 'USD', price: '1' },
  ],
  methods: [method('sepa', ['EUR']), method('card', ['EUR', 'USD'], ['BR']), method('wire', ['USD'])],
} as unknown as Config;
const offer = (country: string, currency: string, wanted: string) => {
  const {
    codes,
    methods,
    method: chosen,
    sold,
    supported,
    ...rest
  } = offerIn(config, country, {
    currency,
    method: wanted,
  });
  return [
    rest.currency,
    sold?.code,
    methods.map((each) => each.method).join(),
    chosen?.method,
    supported,
    codes.length,
  ];
};

test('the wanted currency and method are offered where the country has them, else the first', () => {
  expect(offer('DE', 'USD', 'wire')).toEqual(['USD', 'USD', 'card,wire', 'wire', true, 2]);
  expect(offer('DE', 'EUR', 'wire')).toEqual(['EUR', 'EUR', 'sepa,card', 'sepa', true, 2]);
  expect(offer('DE', 'JPY', 'card')).toEqual(['EUR', 'EUR', 'sepa,card', 'card', true, 2]);
  expect(offer('XX', 'EUR', 'sepa')).toEqual(['', undefined, '', undefined, false, 0]);
  expect(offer('ZZ', 'EUR', 'sepa')).toEqual(['', undefined, '', undefined, false, 0]);
});

test('a currency without a current price is not the first choice, but may be chosen', () => {
  const currencies = config.currencies.map((sold) => (sold.code === 'EUR' ? { ...sold, price: null } : sold));
  const chosen = (currency: string) =>
    offerIn({ ...config, currencies }, 'DE', { currency, method: '' }).currency;
  expect([chosen(''), chosen('EUR')]).toEqual(['USD', 'EUR']);
});

test('only the tax number is optional, but for the countries of the method', () => {
  const card = config.methods[1];
  expect(isNeeded('email', undefined, 'DE')).toBe(true);
  expect([isNeeded('tax_id', card, 'BR'), isNeeded('tax_id', card, 'DE')]).toEqual([true, false]);
  expect(isNeeded('tax_id', undefined, 'BR')).toBe(false);
});

test('amounts have at most twelve digits; a minute is counted down to the second', () => {
  expect(wholeAmount('9'.repeat(12), '20')).toBe('9'.repeat(12));
  expect(wholeAmount('1'.repeat(13), '20')).toBeUndefined();
  expect([60_000, 59_999, 3_600_000].map((ms) => countdown(ms, 0))).toEqual([
    '00:01:00',
    '00:00:59',
    '01:00:00',
  ]);
  expect([grouped('ABCD'), grouped('ABCDE')]).toEqual(['ABCD', 'ABCD E']);
});

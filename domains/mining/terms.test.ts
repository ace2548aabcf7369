import { amount, rate } from '@karat/money';
import { DAY_MS } from '@karat/rules';
import { expect, test } from 'vitest';
import { termsOf } from './terms.ts';

const OPENS = Date.parse('2026-11-20T15:00:00Z');
const FIXED = {
  ...{ currency_id: 3, category: 'lockup', day: 5, interest_rate: '0.35', penalty_ratio: '0.4' },
  ...{ save_min: '10', save_max: '500', total: '9000', vip_only: true },
  ...{ opens_ms: OPENS, closes_ms: OPENS + DAY_MS },
};
const FLEXIBLE = { ...FIXED, category: 'flexible', day: 0, penalty_ratio: '0' };

test('approved terms are those of the payload, rates as shares of one', () => {
  const terms = {
    ...{ currencyId: 3, category: 'lockup', days: 5, rate: rate('0.0035'), penaltyRatio: rate('0.004') },
    ...{ reserveDays: 5, orderMin: amount('10'), userMax: amount('500'), totalMax: amount('9000') },
    ...{ vipOnly: true, opensMs: OPENS, closesMs: OPENS + DAY_MS },
  };
  expect(termsOf(FIXED, 6)).toEqual(terms);
  const { closes_ms: _, ...always } = { ...FLEXIBLE, vip_only: false };
  expect(termsOf(always, 6)).toEqual({
    ...{ ...terms, category: 'flexible', days: 0, penaltyRatio: 0n, reserveDays: 30 },
    ...{ vipOnly: false, closesMs: undefined },
  });
});

test.each([
  ['the highest rate', FIXED, { interest_rate: '10' }],
  ['the highest penalty', FIXED, { penalty_ratio: '100' }],
  ['a maximum of a user that is the minimum', FIXED, { save_max: '10' }],
  ['a total that is the maximum of a user', FIXED, { total: '500' }],
  ['the smallest amount', FIXED, { save_min: '0.000286' }],
  ['an end a millisecond after the beginning', FIXED, { closes_ms: OPENS + 1 }],
])('%s is within the terms', (_, terms, more) => {
  expect(termsOf({ ...terms, ...more }, 6)).toMatchObject({ currencyId: 3 });
});

test.each([
  ['category', FIXED, { category: 'other' }],
  ['day', FIXED, { day: 0 }],
  ['day', FLEXIBLE, { day: 1 }],
  ['interest_rate', FIXED, { interest_rate: '0' }],
  ['interest_rate', FIXED, { interest_rate: '10.0000001' }],
  ['penalty_ratio', FIXED, { penalty_ratio: '100.0000001' }],
  ['penalty_ratio', FLEXIBLE, { penalty_ratio: '0.1' }],
  ['save_min', FIXED, { save_min: '10.0000001' }],
  ['save_max', FIXED, { save_max: '500.0000001' }],
  ['total', FIXED, { total: '9000.0000001' }],
  ['save_min', FIXED, { save_min: '0.000285' }],
  ['save_max', FIXED, { save_max: '9.999999' }],
  ['total', FIXED, { total: '499.999999' }],
  ['closes_ms', FIXED, { closes_ms: OPENS }],
  ['opens_ms', FIXED, { opens_ms: undefined }],
])('a wrong %s is refused by its name', (field, terms, more) => {
  const { opens_ms: opens, ...rest } = { ...terms, ...more };
  const payload = opens === undefined ? rest : { ...rest, opens_ms: opens };
  expect(() => termsOf(payload, 6)).toThrow(
    expect.objectContaining({ code: 'value_invalid', values: { field } }) as Error,
  );
});

import { Refusal } from '@karat/contract';
import { amount } from '@karat/money';
import { expect, test } from 'vitest';
import { isNeeded, readBeneficiary } from './travel-rule.ts';
import type { GivenBeneficiary } from './travel-rule.ts';

const NOTHING: GivenBeneficiary = {
  owner: undefined,
  name: undefined,
  hosting: undefined,
  exchange: undefined,
};
const fieldOf = (given: Partial<GivenBeneficiary>): unknown => {
  try {
    return readBeneficiary({ ...NOTHING, ...given });
  } catch (error) {
    return error instanceof Refusal ? error.values['field'] : error;
  }
};

test('the first missing field is named', () => {
  expect(fieldOf({})).toBe('wallet_owner');
  expect(fieldOf({ owner: 'own' })).toBe('wallet_hosting');
  expect(fieldOf({ owner: 'other', hosting: 'self' })).toBe('beneficiary_name');
  expect(fieldOf({ owner: 'other', hosting: 'self', name: '' })).toBe('beneficiary_name');
  expect(fieldOf({ owner: 'own', hosting: 'exchange' })).toBe('exchange_name');
});

test('what does not belong to the choice is dropped', () => {
  const all = { name: 'Ann Lee', exchange: 'Some Exchange' };
  expect(fieldOf({ owner: 'own', hosting: 'self', ...all })).toEqual({
    ...{ owner: 'own', hosting: 'self', name: null, exchange: null },
  });
  expect(fieldOf({ owner: 'other', hosting: 'exchange', ...all })).toEqual({
    ...{ owner: 'other', hosting: 'exchange', ...all },
  });
});

test('the limit is the first value that needs the fields, and zero means never', () => {
  expect(isNeeded(amount('999.9999999999'), amount('1000'))).toBe(false);
  expect(isNeeded(amount('1000'), amount('1000'))).toBe(true);
  expect(isNeeded(amount('1000000'), amount('0'))).toBe(false);
});

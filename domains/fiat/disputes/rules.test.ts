import { amount, price } from '@karat/money';
import type { Amount } from '@karat/money';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimOf, holdFor } from './rules.ts';

const order = {
  state: 'successful' as const,
  amount: amount('1500'),
  currency: 'EUR',
  price: price('0.943441'),
  received: amount('1589.924542'),
};
const claim = (disputed: string, more: Partial<typeof order> = {}, currency = 'EUR', before = '0'): Amount =>
  claimOf({ ...order, ...more }, { amount: amount(disputed), currency }, amount(before));

test('a claim is what was sold for the disputed part, and never more than the purchase', () => {
  expect(claim('1500')).toBe(amount('1589.924542'));
  expect(claim('750')).toBe(amount('794.962271'));
  expect(claim('1600')).toBe(amount('1589.924542'));
  expect(claim('10', {}, 'USD')).toBe(amount('1589.924542'));
  expect(claim('1500', {}, 'EUR', '1500')).toBe(amount('89.924542'));
  expect(claim('1500', {}, 'EUR', '2000')).toBe(amount('0'));
  // More was paid out than the locked price gives: a dispute of all of the payment is about all of it.
  expect(claim('1500', { received: amount('1590') })).toBe(amount('1590'));
  expect(claim('1499.99', { received: amount('1590') })).toBe(amount('1589.913942'));
  expect(claimOf({ ...order, state: 'refunded' }, order, amount('0'))).toBe(amount('0'));
});

const value = fc.bigInt({ min: 0n, max: 10n ** 16n }).map((each) => amount(each));

test('a hold takes no money that came later, none twice, and never makes a balance negative', () => {
  fc.assert(
    fc.property(value, value, value, value, (wanted, available, lowest, heldElsewhere) => {
      const held = holdFor(wanted, { available, lowest, heldElsewhere });
      expect(held >= 0n && held <= wanted && held <= available).toBe(true);
      // All that disputes hold together is at most what was left of the purchases.
      if (held > 0n) expect(held + heldElsewhere <= lowest).toBe(true);
      // And it is as much as these limits allow.
      const isLimit = held === wanted || held === available || held + heldElsewhere === lowest;
      expect(isLimit || (held === 0n && heldElsewhere >= lowest)).toBe(true);
    }),
  );
});

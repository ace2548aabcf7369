import { amount, format, price, smallestUnit, split, sum } from '@karat/money';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allotmentTerms,
  allottedTokens,
  estimatedTokens,
  priceInCurrency,
  settleApplication,
  subscriptionCost,
} from './allotment.ts';

test('a supply of 1,000,000 at 0.10 is allotted 240k/360k/400k of 600k/900k/1,000k and refunds 36,000/54,000/60,000', () => {
  const applications = ['600000', '900000', '1000000'].map((text, index) => ({
    id: index + 1,
    amount: amount(text),
    price: price('0.1'),
    held: subscriptionCost(amount(text), price('0.1'), 6),
    payDecimals: 6,
  }));
  const terms = allotmentTerms(amount('1000000'), 4, applications);
  const settled = applications.map((each) => settleApplication(each, terms));
  expect(settled.map(({ tokens }) => format(tokens))).toEqual(['240000', '360000', '400000']);
  expect(settled.map(({ refund }) => format(refund))).toEqual(['36000', '54000', '60000']);
  expect(settled.map(({ paid }) => format(paid))).toEqual(['24000', '36000', '40000']);
});

test('a hundred whole tokens for three equal applications are 34/33/33, the unit that is left goes to the lowest id', () => {
  const equal = [7, 3, 5].map((id) => ({ id, amount: amount('60') }));
  const terms = allotmentTerms(amount('100'), 0, equal);
  expect(equal.map((each) => format(allottedTokens(each, terms)))).toEqual(['33', '34', '33']);
});

test('an undersubscribed project gives every application all of its tokens', () => {
  const few = [{ id: 1, amount: amount('0.5') }];
  expect(format(allottedTokens(few[0] ?? expect.fail(), allotmentTerms(amount('9'), 1, few)))).toBe('0.5');
});

test('prices in another currency are rounded up', () => {
  expect(format(priceInCurrency(price('0.1'), price('60000')))).toBe('0.0000016667');
  expect(format(priceInCurrency(price('0.1'), price('1')))).toBe('0.1');
});

const project = fc
  .record({
    decimals: fc.integer({ min: 0, max: 8 }),
    supply: fc.bigInt(1n, 10n ** 12n),
    amounts: fc.array(fc.bigInt(1n, 10n ** 12n), { minLength: 1, maxLength: 30 }),
    price: fc.bigInt(1n, 10n ** 13n),
    payDecimals: fc.integer({ min: 0, max: 8 }),
  })
  .map(({ decimals, supply, amounts, price: units, payDecimals }) => {
    const unit = smallestUnit(decimals);
    const applications = amounts.map((units_, index) => {
      const tokens = amount(units_ * unit);
      const held = subscriptionCost(tokens, price(units), payDecimals);
      return { id: index + 1, amount: tokens, price: price(units), held, payDecimals };
    });
    return { applications, terms: allotmentTerms(amount(supply * unit), decimals, applications) };
  });

test('allotments sum to the supply, or to what was applied for, and are those of the largest remainder method', () => {
  fc.assert(
    fc.property(project, ({ applications, terms }) => {
      const tokens = applications.map((each) => allottedTokens(each, terms));
      const expected = terms.applied < terms.supply ? terms.applied : terms.supply;
      expect(sum(tokens)).toBe(expected);
      const weights = applications.map((each) => each.amount as bigint);
      expect(tokens).toEqual(split(expected, weights, smallestUnit(terms.decimals)));
    }),
  );
});

test('refund and payment sum to what was held, neither is negative, and nobody receives more than applied for', () => {
  fc.assert(
    fc.property(project, ({ applications, terms }) => {
      for (const each of applications) {
        const { tokens, paid, refund } = settleApplication(each, terms);
        expect(paid + refund).toBe(each.held);
        expect(paid >= 0n && refund >= 0n && tokens <= each.amount).toBe(true);
        expect(paid).toBe(subscriptionCost(tokens, each.price, each.payDecimals));
        const estimate = estimatedTokens(each.amount, terms);
        expect(tokens - estimate <= smallestUnit(terms.decimals) && estimate <= tokens).toBe(true);
      }
    }),
  );
});

import { amount, format, price, rate } from '@karat/money';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dualOutcomeAt, dualPayouts } from './payouts.ts';
import type { DualTerms } from './payouts.ts';

const call: DualTerms = {
  type: 'call',
  principal: amount('1'),
  strike: price('30000'),
  days: 7,
  apr: rate('0.73'),
  coinDecimals: 8,
  quoteDecimals: 6,
};
const put: DualTerms = {
  ...call,
  type: 'put',
  principal: amount('10000'),
  strike: price('25000'),
  days: 10,
  apr: rate('0.365'),
};
const payoutAt = (terms: DualTerms, settlement: string): string => {
  const outcome = dualOutcomeAt({ total: price(settlement), count: 1 }, terms.strike);
  return `${format(dualPayouts(terms)[outcome].received)} ${outcome}`;
};

test('a call of 1 BTC at 30,000 for 7 days at 73 % pays 1.014 BTC below the strike and 30,420 USDT at it', () => {
  expect(payoutAt(call, '29999.99')).toBe('1.014 coin');
  expect(payoutAt(call, '30000')).toBe('30420 quote');
});

test('a put of 10,000 USDT at 25,000 for 10 days at 36.5 % pays 0.404 BTC below the strike and 10,100 USDT at it', () => {
  expect(payoutAt(put, '24000')).toBe('0.404 coin');
  expect(payoutAt(put, '25000')).toBe('10100 quote');
});

const terms = fc.record({
  type: fc.constantFrom('call' as const, 'put' as const),
  principal: fc.bigInt(1n, 10n ** 18n).map((units) => amount(units * 10_000n)),
  strike: fc.bigInt(1n, 10n ** 16n).map((units) => price(units)),
  days: fc.integer({ min: 0, max: 400 }),
  apr: fc.bigInt(0n, 5n * 10n ** 10n).map((units) => rate(units)),
  coinDecimals: fc.integer({ min: 0, max: 8 }),
  quoteDecimals: fc.integer({ min: 0, max: 6 }),
});

test('the user is never paid more than the house is charged, and at most one smallest unit lies between', () => {
  fc.assert(
    fc.property(terms, (each) => {
      const { coin, quote } = dualPayouts(each);
      for (const [payout, decimals] of [
        [coin, each.coinDecimals],
        [quote, each.quoteDecimals],
      ] as const) {
        const residue = payout.charged - payout.received;
        expect(residue === 0n || residue === 10n ** BigInt(10 - decimals)).toBe(true);
      }
    }),
  );
});

test('payouts never fall when principal, days or rate rise', () => {
  fc.assert(
    fc.property(
      terms,
      fc.bigInt(0n, 10n ** 12n),
      fc.integer({ min: 0, max: 30 }),
      fc.bigInt(0n, 10n ** 9n),
      (each, more, days, apr) => {
        const larger = dualPayouts({
          ...each,
          principal: amount(each.principal + more * 10_000n),
          days: each.days + days,
          apr: rate(each.apr + apr),
        });
        const smaller = dualPayouts(each);
        expect(larger.coin.received >= smaller.coin.received).toBe(true);
        expect(larger.quote.received >= smaller.quote.received).toBe(true);
      },
    ),
  );
});

test('the value of the payout never falls when the settlement price rises, but for rounding', () => {
  fc.assert(
    fc.property(terms, fc.bigInt(1n, 10n ** 17n), fc.bigInt(0n, 10n ** 16n), (each, low, rise) => {
      const exact = { ...each, coinDecimals: 10, quoteDecimals: 10 };
      const worth = (settlement: bigint): bigint => {
        const outcome = dualOutcomeAt({ total: settlement, count: 1 }, each.strike);
        const { received } = dualPayouts(exact)[outcome];
        return outcome === 'coin' ? received * settlement : received * 10n ** 10n;
      };
      // Either payout is less than 1e-10 of its currency below the exact one.
      const tolerance = low + rise + 10n ** 10n;
      expect(worth(low + rise) + tolerance >= worth(low)).toBe(true);
    }),
  );
});

test('a rest is charged to the house and not paid to the user; without a rest both are equal', () => {
  const { coin, quote } = dualPayouts({ ...call, coinDecimals: 2 });
  expect([format(coin.received), format(coin.charged)]).toEqual(['1.01', '1.02']);
  expect([format(quote.received), format(quote.charged)]).toEqual(['30420', '30420']);
});

test('a mean over several ticks is compared with the strike exactly', () => {
  const total = (text: string) => ({ total: price(text), count: 3 });
  expect(dualOutcomeAt(total('90000'), call.strike)).toBe('quote');
  expect(dualOutcomeAt(total('89999.9999999999'), call.strike)).toBe('coin');
});

import { userId } from '@karat/contract';
import { amount, plus, price, rate, sum } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { DAY_MS } from '@karat/rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitsOf } from './limits.ts';
import {
  DEFAULT_POLICY,
  btcInUsdt,
  extendProtection,
  inBtc,
  isWithin,
  leftOf,
  limitIn,
  worth,
} from './rules.ts';

const amounts = fc.bigInt({ min: 0n, max: 10n ** 16n }).map((value) => amount(value));

test('accepted amounts never exceed the cap, and the remainder is exactly what still fits', () => {
  fc.assert(
    fc.property(amounts, fc.array(amounts, { maxLength: 30 }), (cap, requests) => {
      const accepted: Amount[] = [];
      for (const request of requests) {
        const left = leftOf(cap, sum(accepted));
        expect(isWithin(cap, sum(accepted), left)).toBe(true);
        expect(isWithin(cap, sum(accepted), plus(left, amount(1n)))).toBe(false);
        if (isWithin(cap, sum(accepted), request)) accepted.push(request);
      }
      expect(sum(accepted) <= cap).toBe(true);
    }),
  );
});

test('value rounds up: never below the exact value, less than one unit above', () => {
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 16n }), (usdt, btc) => {
      const value = inBtc(usdt, price(btc));
      expect(value * btc >= usdt * 10n ** 10n).toBe(true);
      expect((value - 1n) * btc < usdt * 10n ** 10n).toBe(true);
    }),
  );
  expect(worth(amount('0.3'), price('33333.3333333333'))).toBe(amount('9999.99999999999'.slice(0, 15)) + 1n);
});

test('protection is only ever extended', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 8 * DAY_MS })), {
        maxLength: 20,
      }),
      (steps) => {
        let now = 0;
        let until: number | undefined;
        for (const [days, elapsed] of steps) {
          now += elapsed;
          const end = extendProtection(days, now, until);
          if (until !== undefined && now + days * DAY_MS <= until) expect(end).toBeUndefined();
          else expect(end).toBe(now + days * DAY_MS);
          until = end ?? until;
        }
      },
    ),
  );
});

test('a first lock is accepted, one that ends at the same moment is not', () => {
  expect(extendProtection(1, 5, undefined)).toBe(DAY_MS + 5);
  expect([extendProtection(1, 5, DAY_MS + 5), extendProtection(1, 5, DAY_MS + 4)]).toEqual([
    undefined,
    DAY_MS + 5,
  ]);
});

test('nothing is left of a limit that is used up or exceeded', () => {
  const left = (used: string) => leftOf(amount('10'), amount(used));
  expect([left('9'), left('10'), left('11')]).toEqual([amount('1'), 0n, 0n]);
});

test('the remainder in USDT rounds down, the value in BTC up', () => {
  expect(btcInUsdt(amount('0.3333333333'), price('0.00001'))).toBe(amount('0.000003'));
  expect(inBtc(amount('1'), price('3'))).toBe(amount('0.3333333334'));
});

test('a limit in BTC is shown in another currency, rounded down to its decimals', () => {
  const at = (own: string) => ({ own: price(own), btc: price('50000') });
  expect(limitIn(amount('200'), at('1'), 6)).toBe(amount('10000000'));
  expect(limitIn(amount('1'), at('3000'), 4)).toBe(amount('16.6666'));
  expect(limitIn(amount('0.123456789'), undefined, 8)).toBe(amount('0.12345678'));
});

test('the displayed limit is accepted, one smallest unit more is refused', () => {
  const prices = fc.bigInt({ min: 1n, max: 10n ** 16n }).map((value) => price(value));
  fc.assert(
    fc.property(
      amounts,
      fc.record({ own: prices, btc: prices }),
      fc.integer({ min: 0, max: 10 }),
      (limit, { own, btc }, decimals) => {
        const isAccepted = (number: Amount): boolean =>
          isWithin(limit, amount(0n), inBtc(worth(number, own), btc));
        const shown = limitIn(limit, { own, btc }, decimals);
        expect(isAccepted(shown)).toBe(true);
        expect(isAccepted(plus(shown, amount(10n ** BigInt(10 - decimals))))).toBe(false);
      },
    ),
  );
});

test('the factor of the VIP level applies to both limits', () => {
  const of = (limitFactor?: () => Rate) =>
    limitsOf(
      { policy: DEFAULT_POLICY, ...(limitFactor === undefined ? {} : { limitFactor }) },
      userId(100_001),
      1,
    );
  expect(of()).toEqual({ cap: amount('200'), send: amount('10000') });
  expect(of(() => rate('1.5'))).toEqual({ cap: amount('300'), send: amount('15000') });
});

test('the limits of the levels', () => {
  expect(DEFAULT_POLICY).toEqual({
    windowMs: DAY_MS,
    capBtc: { 0: 0n, 1: amount('200'), 2: amount('500') },
    sendUsdt: { 0: 0n, 1: amount('10000'), 2: amount('500000') },
  });
});

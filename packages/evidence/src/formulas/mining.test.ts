import { amount, format, minus, rate } from '@karat/money';
import { DEPOSIT_DAY_MS, elapsedDays, interestOf, redemptionPenalty, remainingDays } from '@karat/rules';
import type { DepositTerms } from '@karat/rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { depositFacts, miningFormula } from './mining.ts';

const OPENED = Date.parse('2026-11-20T15:00:00Z');
const PRINCIPAL = amount('1000');
const terms: DepositTerms = {
  days: 5,
  rate: rate('0.0035'),
  penaltyRatio: rate('0.004'),
  decimals: 6,
  openedMs: OPENED,
};

const anyTerms = fc.record({
  days: fc.integer({ min: 0, max: 720 }),
  rate: fc.bigInt(1n, 10n ** 9n).map(rate),
  penaltyRatio: fc.bigInt(0n, 10n ** 10n).map(rate),
  decimals: fc.integer({ min: 0, max: 8 }),
  openedMs: fc.constant(OPENED),
});
const anyAmount = (decimals: number) =>
  fc.bigInt(1n, 10n ** 15n).map((units) => amount(units * 10n ** BigInt(10 - decimals)));
const anyDeposit = anyTerms.chain((own) =>
  fc.record({
    terms: fc.constant(own),
    principal: anyAmount(own.decimals),
    afterMs: fc.integer({ min: 0, max: 800 * DEPOSIT_DAY_MS }),
  }),
);

test('the receipt gives the same figures as the rules, and refuses a list that misses a day', () => {
  fc.assert(
    fc.property(anyDeposit, ({ terms: own, principal, afterMs }) => {
      const closedMs = OPENED + afterMs;
      const days = elapsedDays(own, closedMs);
      const paid = days === 0 ? [] : [{ principal, days }];
      const order = depositFacts({ ...own, currency: 'USDT', principal, paid, closedMs });
      expect(miningFormula.result(order, [])).toEqual({
        days_paid: String(days),
        interest: format(interestOf(paid, own)),
        remaining_days: String(remainingDays(own, closedMs)),
        penalty: format(redemptionPenalty(principal, own, closedMs)),
        returned: format(minus(principal, redemptionPenalty(principal, own, closedMs))),
      });
      const missing = { ...order, paid: `${format(principal)}*${days + 1}` };
      expect(() => miningFormula.result(missing, [])).toThrow(RangeError);
    }),
  );
});

test.each(['1000', '1000*0', '1000x2', '-1*2', '1000*2,1000*1'])(
  'paid days such as %j are refused',
  (paid) => {
    const order = depositFacts({
      ...terms,
      currency: 'USDT',
      principal: PRINCIPAL,
      paid: [],
      closedMs: OPENED,
    });
    expect(() => miningFormula.result({ ...order, paid }, [])).toThrow('paid is not principal*days');
  },
);

test('days with different principals are listed one behind the other, and all of them count', () => {
  const [half, whole] = [amount('500'), PRINCIPAL];
  const closedMs = OPENED + 5 * DEPOSIT_DAY_MS;
  const paid = [
    { principal: whole, days: 2 },
    { principal: half, days: 3 },
  ];
  const order = depositFacts({ ...terms, currency: 'USDT', principal: half, paid, closedMs });
  expect(order['paid']).toBe('1000*2 500*3');
  expect(miningFormula.result(order, [])).toMatchObject({
    days_paid: '5',
    interest: '12.25',
    returned: '500',
  });
  expect(() => miningFormula.result({ ...order, paid: '1000*2' }, [])).toThrow(
    'yields of 2 days were paid, 5 had passed',
  );
});

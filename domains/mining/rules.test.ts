import { currencyId, userId } from '@karat/contract';
import { DEPOSIT_DAY_MS, dailyYield } from '@karat/rules';
import { ZERO, amount, format, minus, plus, rate } from '@karat/money';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FLEXIBLE_RESERVE_DAYS,
  autoAmount,
  isDue,
  nextMidnight,
  nextPayment,
  redemptionOf,
  remainingOf,
  stateOf,
  unpaidDays,
  yesterdayOf,
  yieldOf,
} from './rules.ts';
import type { Order, Product } from './types.ts';

const OPENED = Date.parse('2026-11-20T15:00:00Z');

const product: Product = {
  id: 1,
  currencyId: currencyId(3),
  category: 'lockup',
  days: 5,
  rate: rate('0.0035'),
  penaltyRatio: rate('0.004'),
  reserveDays: 5,
  orderMin: amount('100'),
  userMax: amount('2000'),
  totalMax: amount('10000'),
  sold: ZERO,
  vipOnly: false,
  opensMs: OPENED,
  closesMs: OPENED + DEPOSIT_DAY_MS,
};

function orderOf(more: Partial<Order> = {}): Order {
  const { id: productId, ...terms } = product;
  const principal = more.principal ?? amount('1000');
  return {
    ...terms,
    id: 7,
    userId: userId(100_001),
    productId,
    decimals: 6,
    amount: principal,
    auto: false,
    openedMs: OPENED,
    principal,
    daily: dailyYield(principal, more.rate ?? terms.rate, 6),
    reservedDays: more.reserveDays ?? terms.reserveDays,
    daysPaid: 0,
    interest: ZERO,
    nextMs: OPENED + DEPOSIT_DAY_MS,
    redemptions: 0,
    returned: ZERO,
    penalty: ZERO,
    outcome: undefined,
    closedMs: undefined,
    ...more,
  };
}

const flexible = (more: Partial<Order> = {}): Order =>
  orderOf({
    category: 'flexible',
    days: 0,
    penaltyRatio: rate('0'),
    reserveDays: FLEXIBLE_RESERVE_DAYS,
    ...more,
  });

describe('what can be bought', () => {
  const enough = amount('17.5');
  test.each([
    ['before it opens', OPENED - 1, product, enough, 'upcoming'],
    ['when it opens', OPENED, product, enough, 'open'],
    ['one millisecond before it closes', OPENED + DEPOSIT_DAY_MS - 1, product, enough, 'open'],
    ['when it closes', OPENED + DEPOSIT_DAY_MS, product, enough, 'ended'],
    ['with exactly the minimum left', OPENED, { ...product, sold: amount('9900') }, enough, 'open'],
    [
      'with less than the minimum left',
      OPENED,
      { ...product, sold: amount('9900.000001') },
      enough,
      'sold_out',
    ],
    ['with yield for exactly the minimum', OPENED, product, amount('1.75'), 'open'],
    ['with too little for the yield of the minimum', OPENED, product, amount('1.749999'), 'sold_out'],
  ] as const)('%s', (_, now, one, free, state) => {
    expect(stateOf(one, free, 6, now)).toBe(state);
  });

  test('a cap that was lowered below what is sold leaves nothing', () => {
    expect(remainingOf({ ...product, sold: amount('10001') })).toBe(0n);
  });
});

describe('the next payment', () => {
  test('a day of a fixed term uses its own reserve; the last one matures', () => {
    expect(nextPayment(orderOf(), ZERO)).toMatchObject({
      day: 1,
      dueMs: OPENED + DEPOSIT_DAY_MS,
      addedDays: 0,
      reservedDays: 4,
      outcome: undefined,
    });
    expect(nextPayment(orderOf({ daysPaid: 4, reservedDays: 1 }), ZERO)).toMatchObject({
      day: 5,
      reservedDays: 0,
      outcome: 'matured',
    });
  });

  test('a flexible order refills its reserve from what is free, and closes without', () => {
    expect(nextPayment(flexible(), amount('3.5'))).toMatchObject({ addedDays: 1, reservedDays: 30 });
    expect(nextPayment(flexible(), amount('3.499999'))).toMatchObject({ addedDays: 0, reservedDays: 29 });
    expect(nextPayment(flexible({ reservedDays: 10 }), amount('35'))).toMatchObject({
      addedDays: 10,
      reservedDays: 19,
    });
    expect(nextPayment(flexible({ reservedDays: 1, daysPaid: 41 }), ZERO)).toMatchObject({
      day: 42,
      dueMs: OPENED + 42 * DEPOSIT_DAY_MS,
      reservedDays: 0,
      outcome: 'closed',
    });
  });

  test('a principal whose yield rounds to nothing goes on without a reserve of money', () => {
    const order = flexible({ principal: amount('0.000001') });
    expect(order.daily).toBe(0n);
    expect(nextPayment(order, ZERO)).toMatchObject({ reservedDays: 30, outcome: undefined });
  });
});

test('a lockup never refills its reserve and ends at its term, with whatever is free', () => {
  const order = orderOf({ daysPaid: 3, reservedDays: 2 });
  expect(nextPayment(order, amount('1000'))).toMatchObject({
    day: 4,
    addedDays: 0,
    reservedDays: 1,
    outcome: undefined,
  });
  expect(nextPayment(orderOf({ daysPaid: 4, reservedDays: 1 }), amount('1000'))).toMatchObject({
    day: 5,
    addedDays: 0,
    reservedDays: 0,
    outcome: 'matured',
  });
  // The reserve of a longer order may be shorter than its term; an empty one closes flexible orders only.
  expect(nextPayment(orderOf({ daysPaid: 1, reservedDays: 1 }), ZERO).outcome).toBeUndefined();
});

test('a flexible reserve is filled up to its days, never beyond, however much is free', () => {
  expect(nextPayment(flexible({ reservedDays: 28 }), amount('1000000'))).toMatchObject({
    addedDays: 3,
    reservedDays: 30,
  });
});

test('a yield is due at its moment; an order that has ended has none', () => {
  expect([isDue({ nextMs: 5 }, 4), isDue({ nextMs: 5 }, 5), isDue({ nextMs: 5 }, 6)]).toEqual([
    false,
    true,
    true,
  ]);
  expect(isDue({ nextMs: undefined }, 6)).toBe(false);
});

describe('a redemption', () => {
  test('of a part keeps the reserved days of the rest, of all of it none', () => {
    const order = flexible({ reservedDays: 30 });
    const part = redemptionOf(order, amount('400'), OPENED + 1);
    expect(part).toMatchObject({ principal: amount('600'), reservedDays: 30, daily: amount('2.1') });
    expect(format(part.released)).toBe('42');
    expect(redemptionOf(order, order.principal, OPENED + 1)).toMatchObject({ reservedDays: 0, daily: 0n });
  });

  test('after exactly two days: 988 arrive, 12 are the penalty, three days of yield are released', () => {
    const order = orderOf({ daysPaid: 2, reservedDays: 3, interest: amount('7') });
    const redeemed = redemptionOf(order, order.principal, OPENED + 2 * DEPOSIT_DAY_MS);
    expect(format(redeemed.arrives)).toBe('988');
    expect(format(redeemed.penalty)).toBe('12');
    expect(format(redeemed.released)).toBe('10.5');
    expect(redeemed).toMatchObject({ daysLeft: 3, principal: 0n, reservedDays: 0 });
  });

  test('user, house and reserve sum to what was there before, and a part keeps the reserve of the rest exact', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 12n),
        fc.bigInt(1n, 10n ** 12n),
        fc.integer({ min: 0, max: 30 }),
        fc.boolean(),
        (whole, wanted, reservedDays, isFlexible) => {
          const principal = amount(whole * 10_000n);
          const order = isFlexible
            ? flexible({ principal, reservedDays })
            : orderOf({ principal, reservedDays: reservedDays % 6 });
          const part = isFlexible ? amount((wanted > whole ? whole : wanted) * 10_000n) : principal;
          const after = redemptionOf(order, part, OPENED + 1);
          expect(after.penalty <= part && after.penalty >= 0n).toBe(true);
          expect(after.released >= 0n).toBe(true);
          expect(plus(after.arrives, after.penalty)).toBe(part);
          expect(plus(after.principal, part)).toBe(principal);
          expect(minus(yieldOf(order.daily, order.reservedDays), after.released)).toBe(
            yieldOf(after.daily, after.reservedDays),
          );
        },
      ),
    );
  });
});

test('days that are due and not paid are counted to the expiry and not beyond', () => {
  expect(unpaidDays(orderOf({ daysPaid: 1 }), OPENED + 3 * DEPOSIT_DAY_MS)).toBe(2);
  expect(unpaidDays(orderOf({ daysPaid: 1 }), OPENED + 90 * DEPOSIT_DAY_MS)).toBe(4);
  expect(unpaidDays(orderOf({ outcome: 'redeemed' }), OPENED + 3 * DEPOSIT_DAY_MS)).toBe(0);
});

test('yesterday is the last full day in UTC, and idle balances are subscribed at midnight', () => {
  expect(yesterdayOf(OPENED)).toEqual({
    from: Date.parse('2026-11-19T00:00:00Z'),
    to: Date.parse('2026-11-20T00:00:00Z'),
  });
  expect(nextMidnight(OPENED)).toBe(Date.parse('2026-11-21T00:00:00Z'));
  expect(nextMidnight(Date.parse('2026-11-21T00:00:00Z'))).toBe(Date.parse('2026-11-22T00:00:00Z'));
});

describe('what is subscribed of an idle balance', () => {
  const all = { available: amount('5000'), own: ZERO, free: amount('1000'), decimals: 6 };
  test.each([
    ['up to the limit of the user', {}, '2000'],
    ['what that limit leaves', { own: amount('1500') }, '500'],
    ['all of the balance, rounded down', { available: amount('150.1234567') }, '150.123456'],
    ['exactly the minimum', { available: amount('100') }, '100'],
    ['with exactly the yield covered', { available: amount('2000'), free: amount('35') }, '2000'],
    ['nothing below the minimum', { available: amount('99.999999') }, undefined],
    ['nothing where the limit leaves less than the minimum', { own: amount('1950') }, undefined],
    ['nothing where the yield is not covered', { free: amount('34.9') }, undefined],
  ])('%s', (_, more, expected) => {
    const wanted = autoAmount(product, { ...all, ...more });
    expect(wanted === undefined ? undefined : format(wanted)).toBe(expected);
  });
});

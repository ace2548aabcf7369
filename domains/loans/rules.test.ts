import { currencyId, userId } from '@karat/contract';
import { ZERO, amount, format, rate } from '@karat/money';
import { LOAN_DAY_MS } from '@karat/rules';
import { expect, test } from 'vitest';
import {
  addAll,
  amountIn,
  chargeStarted,
  closed,
  eventOf,
  isOverdue,
  overdueDays,
  withChange,
} from './rules.ts';
import type { RunningLoan } from './types.ts';

const [USDT, BTC, ETH] = [currencyId(3), currencyId(1), currencyId(2)];
const START = Date.parse('2026-11-01T10:00:00Z');

const loan: RunningLoan = {
  id: 5,
  userId: userId(100_001),
  currencyId: USDT,
  decimals: 6,
  amount: amount('1000'),
  days: 3,
  purpose: 'a test',
  state: 'active',
  assets: [{ currency: BTC, amount: amount('1') }],
  appliedMs: START,
  decideByMs: START,
  decidedMs: START,
  decidedBy: 'finance',
  reason: undefined,
  note: '',
  running: { daily: rate('0.001'), startedMs: START, dueMs: START + 3 * LOAN_DAY_MS },
  principal: amount('1000'),
  interest: ZERO,
  overdue: ZERO,
  chargedDays: 0,
  nextChargeMs: START,
  calledMs: 7,
  closedMs: undefined,
  receipt: undefined,
};

test('assets stay sorted by currency and have no zero amounts; more than there is cannot be taken', () => {
  const assets = [
    { currency: BTC, amount: amount('1') },
    { currency: USDT, amount: amount('50') },
  ];
  expect(withChange(assets, ETH, amount('2'))).toEqual([
    { currency: BTC, amount: amount('1') },
    { currency: ETH, amount: amount('2') },
    { currency: USDT, amount: amount('50') },
  ]);
  expect(withChange(assets, BTC, amount('-1'))).toEqual([{ currency: USDT, amount: amount('50') }]);
  expect(withChange(assets, USDT, amount('5'))).toEqual([
    { currency: BTC, amount: amount('1') },
    { currency: USDT, amount: amount('55') },
  ]);
  expect(() => withChange(assets, USDT, amount('-50.0000000001'))).toThrow(
    'a loan has less of currency 3 than is taken',
  );
  expect([amountIn(assets, USDT), amountIn(assets, ETH)]).toEqual([amount('50'), ZERO]);
});

test('collateral is added currency by currency, and what was there does not change', () => {
  const before = [{ currency: BTC, amount: amount('1') }];
  const more = [
    { currency: ETH, amount: amount('3') },
    { currency: BTC, amount: amount('0.5') },
  ];
  expect(addAll(before, more)).toEqual([
    { currency: BTC, amount: amount('1.5') },
    { currency: ETH, amount: amount('3') },
  ]);
  expect(before).toEqual([{ currency: BTC, amount: amount('1') }]);
  expect(addAll(before, [])).toEqual(before);
});

test('the first day is charged at the start, each other one as soon as it has started', () => {
  const daysAt = (now: number): number => chargeStarted(loan, now).charges.length;
  expect([daysAt(START - 1), daysAt(START)]).toEqual([0, 1]);
  expect([daysAt(START + LOAN_DAY_MS), daysAt(START + LOAN_DAY_MS + 1)]).toEqual([1, 2]);
});

test('every started day has a charge and an event at its own moment: interest in the term, then overdue', () => {
  const { loan: after, charges, events } = chargeStarted(loan, START + 3 * LOAN_DAY_MS + 1);
  expect(charges.map(({ day, kind, amount: due }) => `${day} ${kind} ${format(due)}`)).toEqual([
    '1 interest 1',
    '2 interest 1',
    '3 interest 1',
    '4 overdue 5.015',
  ]);
  expect(events).toEqual(
    charges.map(({ day, kind, amount: due, dueMs }, at) => ({
      kind,
      day,
      currencyId: USDT,
      amount: due,
      received: undefined,
      debt: amount(['1001', '1002', '1003', '1008.015'][at] ?? ''),
      atMs: dueMs,
    })),
  );
  expect(events.map(({ atMs }) => atMs)).toEqual([
    START,
    START + LOAN_DAY_MS + 1,
    START + 2 * LOAN_DAY_MS + 1,
    START + 3 * LOAN_DAY_MS + 1,
  ]);
  expect(after).toMatchObject({
    principal: amount('1000'),
    interest: amount('3'),
    overdue: amount('5.015'),
    chargedDays: 4,
    nextChargeMs: START + 4 * LOAN_DAY_MS + 1,
  });
  expect(chargeStarted(after, START + 3 * LOAN_DAY_MS + 1).charges).toEqual([]);
});

test('charging in steps of a limit comes to the same as charging at once', () => {
  const now = START + 9 * LOAN_DAY_MS;
  let stepwise: RunningLoan = loan;
  const counts: number[] = [];
  for (let step = 0; step < 5; step++) {
    const charged = chargeStarted(stepwise, now, 4);
    counts.push(charged.charges.length);
    stepwise = charged.loan;
  }
  expect(counts).toEqual([4, 4, 1, 0, 0]);
  expect(stepwise).toEqual(chargeStarted(loan, now).loan);
});

test('a loan is overdue from the millisecond after its term', () => {
  const due = loan.running.dueMs;
  expect([isOverdue(loan, due), isOverdue(loan, due + 1)]).toEqual([false, true]);
  expect([overdueDays(loan, due + LOAN_DAY_MS), overdueDays(loan, due + LOAN_DAY_MS + 1)]).toEqual([1, 2]);
});

test('a closed loan owes nothing, holds nothing and is never charged or called again', () => {
  const owing = { ...loan, interest: amount('3'), overdue: amount('5') };
  expect(closed(owing, 'liquidated', 99)).toEqual({
    ...loan,
    state: 'liquidated',
    principal: ZERO,
    interest: ZERO,
    overdue: ZERO,
    assets: [],
    nextChargeMs: undefined,
    calledMs: undefined,
    closedMs: 99,
  });
  expect(closed(owing, 'repaid', 99).state).toBe('repaid');
});

test('an event carries the debt of its moment', () => {
  const event = { kind: 'repaid', currencyId: USDT, amount: amount('7'), atMs: 9 } as const;
  expect(eventOf({ ...loan, interest: amount('3'), overdue: amount('5') }, event)).toEqual({
    ...event,
    day: undefined,
    received: undefined,
    debt: amount('1008'),
  });
  expect(eventOf(loan, { ...event, day: 4 }).day).toBe(4);
});

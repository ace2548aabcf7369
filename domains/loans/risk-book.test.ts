import { currencyId, userId } from '@karat/contract';
import { amount, price, rate } from '@karat/money';
import type { Price } from '@karat/money';
import {
  LOAN_CALL_PERCENT,
  LOAN_LIQUIDATION_PERCENT,
  LOAN_REARM_PERCENT,
  isLoanBelow,
  loanDebt,
} from '@karat/rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RiskBook } from './risk-book.ts';
import type { Valuation } from './risk-book.ts';
import type { RunningLoan } from './types.ts';

const CURRENCIES = [1, 2, 3, 45].map((id) => currencyId(id));

const loanOf = (id: number, more: Partial<RunningLoan>): RunningLoan => ({
  id,
  userId: userId(100_000 + id),
  currencyId: currencyId(3),
  decimals: 6,
  amount: amount('600000'),
  days: 30,
  purpose: 'a test',
  state: 'active',
  assets: [],
  appliedMs: 0,
  decideByMs: 0,
  decidedMs: 0,
  decidedBy: 'finance',
  reason: undefined,
  note: '',
  running: { daily: rate('0'), startedMs: 0, dueMs: 1 },
  principal: amount('600000'),
  interest: amount('0'),
  overdue: amount('0'),
  chargedDays: 1,
  nextChargeMs: 1,
  calledMs: undefined,
  closedMs: undefined,
  receipt: undefined,
  ...more,
});

const units = (max: bigint) => fc.bigInt({ min: 1n, max });
const loans = fc.array(
  fc.record({
    currencyId: fc.constantFrom(...CURRENCIES),
    principal: units(10n ** 17n).map((value) => amount(value)),
    assets: fc.uniqueArray(
      fc.record({
        currency: fc.constantFrom(...CURRENCIES),
        amount: units(10n ** 17n).map((value) => amount(value)),
      }),
      { maxLength: 4, selector: ({ currency }) => currency },
    ),
    calledMs: fc.constantFrom(undefined, 5),
  }),
  { maxLength: 12 },
);
const prices = fc.tuple(...CURRENCIES.map(() => fc.option(units(10n ** 15n).map((value) => price(value)))));

/** The valuation by the rules alone. */
function expected(all: readonly RunningLoan[], priceOf: (id: number) => Price | undefined): Valuation {
  const found = { liquidations: [] as number[], calls: [] as number[], recoveries: [] as number[] };
  for (const loan of all) {
    const debt = { amount: loanDebt(loan), price: priceOf(loan.currencyId) };
    const assets = loan.assets.map((asset) => ({ amount: asset.amount, price: priceOf(asset.currency) }));
    const known = assets.flatMap(({ amount: held, price: unit }) =>
      unit === undefined ? [] : [{ amount: held, price: unit }],
    );
    if (debt.price === undefined || known.length !== assets.length) continue;
    const state = { assets: known, debt: { amount: debt.amount, price: debt.price } };
    if (isLoanBelow(state, LOAN_LIQUIDATION_PERCENT)) found.liquidations.push(loan.id);
    else if (loan.calledMs !== undefined) {
      if (!isLoanBelow(state, LOAN_REARM_PERCENT)) found.recoveries.push(loan.id);
    } else if (isLoanBelow(state, LOAN_CALL_PERCENT)) found.calls.push(loan.id);
  }
  return found;
}

test('the book finds exactly the loans that the rules name, at any sequence of prices and with missing ones', () => {
  fc.assert(
    fc.property(loans, fc.array(prices, { minLength: 1, maxLength: 4 }), (drafts, ticks) => {
      const all = drafts.map((draft, at) => loanOf(at + 1, draft));
      const book = new RiskBook();
      book.reset(all);
      for (const tick of ticks) {
        const priceOf = (id: number): Price | undefined =>
          tick[CURRENCIES.findIndex((each) => Number(each) === id)] ?? undefined;
        expect(book.value((currency) => priceOf(Number(currency)))).toEqual(expected(all, priceOf));
      }
    }),
  );
});

test('changed and removed loans are valued as they are now', () => {
  const one = price('1');
  const usdt = (text: string) => [{ currency: currencyId(3), amount: amount(text) }];
  const book = new RiskBook();
  book.reset([1, 2, 3].map((id) => loanOf(id, { assets: usdt('600001') })));
  expect(book.value(() => one).liquidations).toEqual([1, 2, 3]);
  book.delete(1);
  book.delete(9);
  book.put(loanOf(2, { assets: usdt('700000') }));
  expect(book.size).toBe(2);
  expect(book.value(() => one)).toEqual({ liquidations: [3], calls: [2], recoveries: [] });
  book.put(loanOf(2, { assets: usdt('900000') }));
  expect(book.value(() => one)).toEqual({ liquidations: [3], calls: [], recoveries: [] });
});

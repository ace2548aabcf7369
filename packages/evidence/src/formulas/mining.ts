import { amount, format, minus, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { elapsedDays, interestOf, redemptionPenalty, remainingDays } from '@karat/rules';
import type { DepositTerms, PaidDays } from '@karat/rules';
import { fact, wholeFact } from '../formula.ts';
import type { Facts, Formula } from '../formula.ts';

/** A redemption as a receipt describes it: `paid` has the days of the whole deposit, `principal` is what returns now. */
export interface DepositFacts extends DepositTerms {
  readonly currency: string;
  readonly principal: Amount;
  readonly paid: readonly PaidDays[];
  /** Unix ms; the expiry for a deposit that ran its whole term. */
  readonly closedMs: number;
}

export const depositFacts = (deposit: DepositFacts): Facts => ({
  currency: deposit.currency,
  decimals: String(deposit.decimals),
  days: String(deposit.days),
  rate: format(deposit.rate),
  penalty_ratio: format(deposit.penaltyRatio),
  principal: format(deposit.principal),
  opened_ms: String(deposit.openedMs),
  closed_ms: String(deposit.closedMs),
  paid: deposit.paid.map(({ principal, days }) => `${format(principal)}*${days}`).join(' '),
});

const PAID = /^([0-9]+(?:\.[0-9]{1,10})?)\*([1-9][0-9]{0,8})$/;

function paidDays(text: string): PaidDays[] {
  if (text === '') return [];
  return text.split(' ').map((part) => {
    const [, principal, days] = PAID.exec(part) ?? [];
    if (principal === undefined) throw new RangeError(`paid is not principal*days: ${part}`);
    return { principal: amount(principal), days: Number(days) };
  });
}

export const miningFormula: Formula = {
  id: 'mining/1',
  text:
    'Times in unix ms, a day is 86400000 ms. days = 0: a flexible deposit without an expiry; otherwise expiry = opened_ms + ' +
    'days x a day. elapsed = (closed_ms - opened_ms) / a day, rounded down, at least 0, at most days of a deposit with an expiry. ' +
    'paid lists principal*days of the yields that were paid; its days sum to elapsed. The yield of a day = principal of that ' +
    'day x rate, rounded down at the decimals of the currency; interest = the sum of all of them. remaining_days = (expiry - ' +
    'closed_ms) / a day, rounded up, at least 0; 0 for a flexible deposit. penalty = principal x penalty_ratio x ' +
    'remaining_days, rounded up at the decimals of the currency, at most the principal. returned = principal - penalty.',
  ranges: () => [],
  choose: () => [],
  result(order) {
    const terms: DepositTerms = {
      days: wholeFact(order, 'days'),
      rate: rate(fact(order, 'rate')),
      penaltyRatio: rate(fact(order, 'penalty_ratio')),
      decimals: wholeFact(order, 'decimals'),
      openedMs: wholeFact(order, 'opened_ms'),
    };
    const principal = amount(fact(order, 'principal'));
    const closedMs = wholeFact(order, 'closed_ms');
    const paid = paidDays(fact(order, 'paid'));
    const days = paid.reduce((sum, part) => sum + part.days, 0);
    const elapsed = elapsedDays(terms, closedMs);
    if (days !== elapsed) throw new RangeError(`yields of ${days} days were paid, ${elapsed} had passed`);
    const penalty = redemptionPenalty(principal, terms, closedMs);
    return {
      days_paid: String(days),
      interest: format(interestOf(paid, terms)),
      remaining_days: String(remainingDays(terms, closedMs)),
      penalty: format(penalty),
      returned: format(minus(principal, penalty)),
    };
  },
};

import type { Contract, Reply } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import { ZERO, amount, divDown, format, mulDown, percentFromRate, sum } from '@karat/money';
import type { Amount } from '@karat/money';
import { exactLoanValue, loanDebt } from '@karat/rules';
import type { LoansDeps } from './deps.ts';
import { standingOf } from './eligibility.ts';
import { priceLoan, priceOf } from './pricing.ts';
import type { PricedLoan } from './pricing.ts';
import { overdueDays, withChange } from './rules.ts';
import { countsOfUser } from './statistics.ts';
import type { Loan } from './types.ts';
import { assetViews, chargedNow, riskText } from './view.ts';
import type { CodeOf } from './view.ts';

export type LoanRow = Reply<Contract['loans']['console/loan_list']>['data'][number];

/** A value of 1e-20 as an amount of USDT, rounded down. */
const inUsdt = (exact: bigint): Amount => divDown(amount(exact), amount(10n ** 20n));

/** What a loan would be after its approval: an application has no debt yet. */
export const asApproved = (loan: Loan): Loan =>
  loan.state === 'pending'
    ? { ...loan, principal: loan.amount, assets: withChange(loan.assets, loan.currencyId, loan.amount) }
    : loan;

/** Loan / collateral of an application; null without prices. */
function leverageOf(deps: LoansDeps, loan: Loan): string | null {
  const priced = loan.state === 'pending' ? priceLoan(deps, { ...loan, principal: loan.amount }) : undefined;
  const equity = priced && exactLoanValue(priced.assets);
  if (!priced || equity === undefined || equity === 0n) return null;
  return format(divDown(amount(priced.debt.amount * priced.debt.price), amount(equity), 2));
}

async function applicantOf(deps: LoansDeps, { userId }: Loan): Promise<LoanRow['applicant']> {
  const { db } = deps.ctx;
  const standing = await standingOf(deps, db, userId);
  const balances = await deps.ledger.balances(db, [userAccount(userId, 'change')]);
  const free = balances.map(({ currency, available }) => {
    const found = priceOf(deps, currency);
    return found ? mulDown(available, found.price, 2) : ZERO;
  });
  return {
    vip_level: standing.vipLevel,
    market_maker: standing.isMarketMaker,
    level: standing.level,
    ...(await countsOfUser(db, userId)),
    free_usdt: format(sum(free)),
  };
}

const usdtText = (priced: PricedLoan | undefined, of: 'assets' | 'debt'): string | null =>
  priced ? format(inUsdt(exactLoanValue(of === 'debt' ? [priced.debt] : priced.assets))) : null;

/** Whether an approval takes two people: without a price it does. */
export function takesTwo({ policy, ...deps }: LoansDeps, loan: Loan): boolean {
  const found = priceOf(deps, loan.currencyId);
  return !found || mulDown(loan.amount, found.price) >= policy.twoPeopleUsdt;
}

/** A loan with the figures of its applicant, as operators see it; `asked`: whether a second person is asked already. */
export async function rowOf(deps: LoansDeps, stored: Loan, asked: boolean, codeOf: CodeOf): Promise<LoanRow> {
  const now = deps.ctx.clock.now();
  const loan = chargedNow(stored, now);
  const priced = priceLoan(deps, asApproved(loan));
  const { running } = loan;
  return {
    id: loan.id,
    uid: loan.userId,
    state: loan.state,
    currency_name: codeOf(loan.currencyId),
    amount: format(loan.amount),
    days: loan.days,
    purpose: loan.purpose,
    assets: assetViews(loan, priceLoan(deps, loan), codeOf),
    assets_usdt: usdtText(priceLoan(deps, loan), 'assets'),
    debt: format(loanDebt(loan)),
    debt_usdt: usdtText(priceLoan(deps, loan), 'debt'),
    leverage: leverageOf(deps, loan),
    risk_rate: riskText(priced),
    fresh: priced?.isFresh ?? false,
    rate: running ? format(percentFromRate(running.daily)) : null,
    called: loan.calledMs !== undefined,
    overdue_days: running && loan.state === 'active' ? overdueDays({ ...loan, running }, now) : 0,
    created_ms: loan.appliedMs,
    decide_by_ms: loan.decideByMs,
    decided_ms: loan.decidedMs ?? null,
    decided_by: loan.decidedBy ?? null,
    reason: loan.reason ?? null,
    note: loan.note,
    due_ms: running?.dueMs ?? null,
    closed_ms: loan.closedMs ?? null,
    receipt: loan.receipt ?? null,
    two_people: takesTwo(deps, loan),
    asked,
    applicant: await applicantOf(deps, loan),
  };
}

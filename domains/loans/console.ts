import { pageReply, refuse } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { requestApproval, requestedSubjects } from '@karat/domains/operators';
import type { Payload } from '@karat/domains/operators';
import { format, percentFromRate, rateFromPercent } from '@karat/money';
import type { Amount } from '@karat/money';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import type { Handlers, OperatorCaller } from '@karat/platform/http';
import { APPROVE, MARKET_MAKER, presentApproval, presentMaker } from './approvals.ts';
import { rowOf, takesTwo } from './console-view.ts';
import type { LoanRow } from './console-view.ts';
import { approve, checkApproval, reject } from './decide.ts';
import { readCurrencyCodes } from './deps.ts';
import type { LoansDeps } from './deps.ts';
import { priceOf } from './pricing.ts';
import { countsOf, poolOf } from './statistics.ts';
import { loansInState, lockLoan } from './store.ts';
import type { UnitPrice } from './store.ts';
import { requestThresholds, thresholdsView, withThresholds } from './thresholds.ts';

type Calls = Contract['loans'];
type ConsoleCalls = Extract<keyof Calls, `console/${string}`>;

/** Audit actions. */
const APPROVED = 'loan:approve';
const REJECTED = 'loan:reject';

const audit = (
  deps: LoansDeps,
  tx: Tx,
  caller: OperatorCaller,
  action: string,
  { id, ...detail }: { readonly id: number } & Readonly<Record<string, string | number>>,
) =>
  append(tx, {
    actor: caller.login,
    action,
    subject: String(id),
    detail,
    at: deps.ctx.clock.now(),
  });

/** Approves at once, or asks a second operator where the loan is large. */
async function approveOrAsk(
  known: LoansDeps,
  tx: Tx,
  caller: OperatorCaller,
  input: { readonly id: number; readonly rate: Amount; readonly reason: string },
): Promise<Reply<Calls['console/loan_approve']>> {
  const deps = await withThresholds(known, tx);
  const { id, reason } = input;
  const daily = rateFromPercent(input.rate);
  if (daily > deps.policy.dailyMax) refuse('value_invalid', { field: 'rate' });
  const loan = (await lockLoan(tx, id)) ?? refuse('loan_unknown');
  await checkApproval(deps, tx, loan);
  if (!takesTwo(deps, loan)) {
    await approve(deps, tx, { id, daily, operator: caller.login });
    await audit(deps, tx, caller, APPROVED, { id, rate: format(input.rate), reason });
    return { approved: true, approval: null };
  }
  const payload: Payload = { id, rate: format(input.rate) };
  const present = presentApproval(deps);
  const request = { kind: APPROVE, subject: String(id), payload, reason, present };
  return { approved: false, approval: await requestApproval(deps.ctx, tx, caller, request) };
}

/** Last index prices of the currencies of loans. */
const unitPrices = (deps: LoansDeps): UnitPrice[] =>
  deps.policy.currencies.flatMap((currency) => {
    const found = priceOf(deps, currency);
    return found ? [{ currency, price: found.price }] : [];
  });

async function dashboard(known: LoansDeps): Promise<Reply<Calls['console/loans']>> {
  const deps = await withThresholds(known, known.ctx.db);
  const { ctx, ledger, policy } = deps;
  const counts = await countsOf(ctx.db, ctx.clock.now());
  const codeOf = await readCurrencyCodes(deps, ctx.db);
  const pool = await poolOf(ctx.db, ledger, policy.currencies);
  return {
    ...counts,
    pool: pool.map((row) => ({
      currency_name: codeOf(row.currency),
      available: format(row.available),
      lent: format(row.lent),
      accrued: format(row.accrued),
    })),
    two_people_usdt: format(policy.twoPeopleUsdt),
    usual_rate: format(percentFromRate(policy.usualDaily)),
  };
}

/** The console's calls. */
export const consoleHandlers = (deps: LoansDeps): Pick<Handlers<Calls>, ConsoleCalls> => ({
  'console/loans': () => dashboard(deps),
  'console/loan_list': async ({ input }) => {
    const { db, clock } = deps.ctx;
    const counting = await withThresholds(deps, db);
    const { rows, total } = await loansInState(db, input.state, input.uid, unitPrices(deps), input);
    const codeOf = await readCurrencyCodes(deps, db);
    const requested = await requestedSubjects(db, APPROVE, clock.now());
    const views: LoanRow[] = [];
    for (const loan of rows) views.push(await rowOf(counting, loan, requested.has(String(loan.id)), codeOf));
    return pageReply(views, total, input.page, input.limit);
  },
  'console/loan_approve': ({ input, caller }) =>
    deps.ctx.db.transact((tx) => approveOrAsk(deps, tx, caller, input)),
  'console/loan_reject': ({ input, caller }) =>
    deps.ctx.db.transact(async (tx) => {
      const { id, reason, note = '' } = input;
      await reject(deps, tx, { id, reason, note, operator: caller.login });
      await audit(deps, tx, caller, REJECTED, { id, reason, note });
      return { rejected: true };
    }),
  'console/loan_thresholds': () => thresholdsView(deps),
  'console/loan_thresholds_change': ({ input, caller }) =>
    deps.ctx.db.transact((tx) => requestThresholds(deps, tx, caller, input)),
  'console/loan_market_maker': ({ input, caller }) =>
    deps.ctx.db.transact(async (tx) => {
      const { uid, enabled, reason } = input;
      if (!(await deps.borrowerOf(tx, uid))) refuse('not_found');
      const payload: Payload = { uid, enabled };
      const request = { kind: MARKET_MAKER, subject: String(uid), payload, reason, present: presentMaker };
      return requestApproval(deps.ctx, tx, caller, request);
    }),
});

import { pageReply, refuse } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import { ZERO, format, percentFromRate } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import {
  LOAN_CALL_PERCENT,
  LOAN_LEVERAGE_MAX,
  LOAN_LIQUIDATION_PERCENT,
  LOAN_OVERDUE_RATE,
  LOAN_RELEASE_PERCENT,
  loanChargeMs,
  loanInterest,
} from '@karat/rules';
import { apply, cancel } from './apply.ts';
import { addCollateral, takeAssets } from './assets.ts';
import { consoleHandlers } from './console.ts';
import { convertAssets } from './convert.ts';
import { CONVERSION_RECEIPT_KIND, conversionFeeOf, poolKey, readCurrencyCodes } from './deps.ts';
import type { LoansDeps } from './deps.ts';
import { mayBorrow, standingOf } from './eligibility.ts';
import { chargedDays, eventsOf } from './event-store.ts';
import { priceOf } from './pricing.ts';
import { repay } from './repay.ts';
import { loanOfUser, loansOfUser } from './store.ts';
import { withThresholds } from './thresholds.ts';
import type { Loan } from './types.ts';
import { eventView, loanView } from './view.ts';
import type { LoanView } from './view.ts';

type Calls = Contract['loans'];
type Config = Reply<Calls['loan/config']>;

const DAY_MS = 86_400_000;

/** Currencies with what can be lent, and the caller's free balance. */
async function currencyViews(deps: LoansDeps, user: UserId | undefined): Promise<Config['currencies']> {
  const { ctx, ledger, policy } = deps;
  const currencies = await ledger.currencies(ctx.db);
  const views: Config['currencies'] = [];
  for (const id of policy.currencies) {
    const currency = currencies.find((each) => each.id === id);
    if (!currency) continue;
    const found = priceOf(deps, id);
    const { account } = poolKey(id);
    const pool = await ledger.balance(ctx.db, account, id);
    const own =
      user === undefined ? undefined : await ledger.balance(ctx.db, userAccount(user, 'change'), id);
    views.push({
      id,
      name: currency.code,
      decimals: currency.decimals,
      price: found ? format(found.price) : null,
      pool: format(pool.available),
      available: own ? format(own.available) : null,
    });
  }
  return views;
}

async function callerView(deps: LoansDeps, user: UserId): Promise<Config['caller']> {
  const standing = await standingOf(deps, deps.ctx.db, user);
  return {
    vip_level: standing.vipLevel,
    market_maker: standing.isMarketMaker,
    eligible: mayBorrow(standing) && standing.hindrances.length === 0,
    hindrances: [...standing.hindrances],
  };
}

async function config(known: LoansDeps, user: UserId | undefined): Promise<Config> {
  const deps = await withThresholds(known, known.ctx.db);
  const { policy } = deps;
  return {
    min: format(policy.limits.min),
    max: format(policy.limits.max),
    leverage: LOAN_LEVERAGE_MAX,
    days_min: policy.daysMin,
    days_max: policy.daysMax,
    call_percent: LOAN_CALL_PERCENT,
    liquidation_percent: LOAN_LIQUIDATION_PERCENT,
    release_percent: LOAN_RELEASE_PERCENT,
    overdue_rate: format(percentFromRate(LOAN_OVERDUE_RATE)),
    usual_rate: format(percentFromRate(policy.usualDaily)),
    conversion_fee: format(percentFromRate(conversionFeeOf(deps, user).rate)),
    decide_days: Math.round(policy.decideMs / DAY_MS),
    vip_level: policy.vipLevel,
    currencies: await currencyViews(deps, user),
    caller: user === undefined ? null : await callerView(deps, user),
  };
}

async function view(deps: LoansDeps, loan: Loan): Promise<LoanView> {
  return loanView(deps, loan, await readCurrencyCodes(deps, deps.ctx.db));
}

const needLoan = async ({ ctx }: LoansDeps, user: UserId, id: number): Promise<Loan> =>
  (await loanOfUser(ctx.db, user, id)) ?? refuse('loan_unknown');

/** Days of the term on a page: charged ones as charged, coming ones on the present principal. */
async function schedule(
  deps: LoansDeps,
  loan: Loan,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<Reply<Calls['loan/schedule']>> {
  const { running, days } = loan;
  if (!running) return refuse('loan_not_open');
  const first = (page - 1) * limit + 1;
  const last = Math.min(days, page * limit);
  const charged = await chargedDays(deps.ctx.db, loan.id, first, last);
  const coming = loanInterest(loan.principal, running.daily, loan.decimals);
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => {
    const day = first + at;
    const event = charged.get(day);
    const isLast = day === days;
    return {
      day,
      due_ms: loanChargeMs(running.startedMs, day),
      interest: format(event?.amount ?? coming),
      principal: format(isLast ? loan.principal : ZERO),
      charged: event !== undefined,
    };
  });
  return pageReply(rows, days, page, limit);
}

/** Calls that look. */
const reads = (deps: LoansDeps) =>
  ({
    'loan/config': ({ caller }) => config(deps, caller?.userId),
    'loan/list': async ({ input, caller }) => {
      const { rows, total } = await loansOfUser(deps.ctx.db, caller.userId, input.filter, input);
      const codeOf = await readCurrencyCodes(deps, deps.ctx.db);
      return pageReply(
        rows.map((loan) => loanView(deps, loan, codeOf)),
        total,
        input.page,
        input.limit,
      );
    },
    'loan/detail': async ({ input, caller }) => view(deps, await needLoan(deps, caller.userId, input.id)),
    'loan/events': async ({ input, caller }) => {
      const loan = await needLoan(deps, caller.userId, input.id);
      const { rows, total } = await eventsOf(deps.ctx.db, loan.id, input);
      const codeOf = await readCurrencyCodes(deps, deps.ctx.db);
      const converted = rows.filter(({ kind }) => kind === 'converted').map(({ id }) => String(id));
      const receipts = await deps.proofs.newest(
        deps.ctx.db,
        caller.userId,
        CONVERSION_RECEIPT_KIND,
        converted,
      );
      return pageReply(
        rows.map((event) => eventView(event, codeOf, receipts.get(String(event.id)))),
        total,
        input.page,
        input.limit,
      );
    },
    'loan/schedule': async ({ input, caller }) =>
      schedule(deps, await needLoan(deps, caller.userId, input.id), input),
  }) satisfies Partial<Handlers<Calls>>;

/** Answers the calls of loans; users see only their own. */
export const loansHandlers = (deps: LoansDeps): Handlers<Calls> => ({
  ...consoleHandlers(deps),
  ...reads(deps),
  'loan/apply': async ({ input, caller, tx }) => {
    const { currency_id: currencyId, amount, days, purpose, collateral } = input;
    const confirmation = { payPassword: input.pay_password, code: input.code };
    const application = { userId: caller.userId, currencyId, amount, days, purpose, collateral };
    return view(deps, await apply(deps, tx, application, confirmation));
  },
  'loan/cancel': async ({ input, caller, tx }) => view(deps, await cancel(deps, tx, caller.userId, input.id)),
  'loan/repay': async ({ input, caller, tx }) => {
    const { id, amount, source = 'assets' } = input;
    return view(deps, await repay(deps, tx, { userId: caller.userId, id, amount, source }));
  },
  'loan/collateral/add': async ({ input, caller, tx }) => {
    const { id, currency_id: currency, amount } = input;
    return view(deps, await addCollateral(deps, tx, { userId: caller.userId, id, currency, amount }));
  },
  'loan/collateral/take': async ({ input, caller, tx }) => {
    const { id, currency_id: currency, amount } = input;
    return view(deps, await takeAssets(deps, tx, { userId: caller.userId, id, currency, amount }));
  },
  'loan/convert': async ({ input, caller, tx }) => {
    const { id, from_currency_id: from, to_currency_id: to, amount } = input;
    return view(deps, await convertAssets(deps, tx, { userId: caller.userId, id, from, to, amount }));
  },
});

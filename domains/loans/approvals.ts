import { refuse, userId as brandUser } from '@karat/contract';
import { change, fact } from '@karat/domains/operators';
import type { ApprovalKinds, Payload, Present } from '@karat/domains/operators';
import { format, percentFromRate, rate, rateFromPercent } from '@karat/money';
import type { Rate } from '@karat/money';
import { asApproved } from './console-view.ts';
import { approve } from './decide.ts';
import { readCurrencyCodes } from './deps.ts';
import type { LoansDeps } from './deps.ts';
import { isMarketMaker, writeMarketMaker } from './eligibility.ts';
import { priceLoan } from './pricing.ts';
import { findLoan } from './store.ts';
import { THRESHOLDS, thresholdsKind } from './thresholds.ts';
import { riskText } from './view.ts';

export const APPROVE = 'loan approval';
export const MARKET_MAKER = 'market maker';

const decisionOf = (payload: Payload): { readonly id: number; readonly daily: Rate } => ({
  id: Number(payload['id']),
  daily: rateFromPercent(rate(String(payload['rate'] ?? ''))),
});

/** An approval as both operators see it. */
export const presentApproval =
  (deps: LoansDeps): Present =>
  async (db, payload) => {
    const { id, daily } = decisionOf(payload);
    const loan = (await findLoan(db, id)) ?? refuse('loan_unknown');
    const codeOf = await readCurrencyCodes(deps, db);
    const collateral = loan.assets.map((asset) => `${format(asset.amount)} ${codeOf(asset.currency)}`);
    return {
      title: 'Approve a loan',
      subject: String(id),
      user: loan.userId,
      changes: [
        change('State', loan.state, 'active'),
        fact('Amount', `${format(loan.amount)} ${codeOf(loan.currencyId)}`),
        fact('Term', `${loan.days} days`),
        change('Rate', null, `${format(percentFromRate(daily))} % a day`),
        fact('Collateral', collateral.join(', ')),
        fact('Risk rate afterwards', `${riskText(priceLoan(deps, asApproved(loan))) ?? 'unknown'} %`),
        fact('Purpose', loan.purpose),
      ],
    };
  };

const makerOf = (payload: Payload) => ({
  user: brandUser(Number(payload['uid'])),
  enabled: payload['enabled'] === true,
});
const listed = (is: boolean): string => (is ? 'listed' : 'not listed');

export const presentMaker: Present = async (db, payload) => {
  const { user, enabled } = makerOf(payload);
  return {
    title: 'Market maker',
    subject: String(user),
    user,
    changes: [change('Market maker', listed(await isMarketMaker(db, user)), listed(enabled))],
  };
};

/** What two operators decide: large loans, who is a market maker, and the thresholds. */
export const loansApprovals = (deps: LoansDeps): ApprovalKinds => ({
  [THRESHOLDS]: thresholdsKind(deps),
  [APPROVE]: {
    present: presentApproval(deps),
    execute: async (tx, payload) =>
      void (await approve(deps, tx, { ...decisionOf(payload), operator: 'two operators' })),
  },
  [MARKET_MAKER]: {
    present: presentMaker,
    execute: async (tx, payload) => {
      const { user, enabled } = makerOf(payload);
      await writeMarketMaker(tx, user, enabled, deps.ctx.clock.now());
    },
  },
});

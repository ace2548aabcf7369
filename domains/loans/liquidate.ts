import { formulaOf, loanFacts, loanFormula } from '@karat/evidence';
import type { ReceiptAsset } from '@karat/evidence';
import type { Currency, Entry } from '@karat/domains/ledger';
import { ZERO, format, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import {
  LOAN_LIQUIDATION_PERCENT,
  coverShortfall,
  isLoanBelow,
  liquidateLoan,
  loanRiskRate,
} from '@karat/rules';
import type { LoanLiquidation } from '@karat/rules';
import { RECEIPT_KIND, fundKey, poolKey, readCurrencyCodes, userKey } from './deps.ts';
import type { LoansDeps } from './deps.ts';
import { priceLoan, storedTicks } from './pricing.ts';
import type { PricedLoan, PricedPosition } from './pricing.ts';
import { closed, eventOf } from './rules.ts';
import { lockIfRunning, writeChange } from './running.ts';
import type { RunningLoan } from './types.ts';

const receiptAsset = (position: PricedPosition, { code, decimals }: Currency): ReceiptAsset => ({
  currency: position.currency,
  code,
  decimals,
  amount: position.amount,
  tick: position.tick && { market: position.tick.market, second: position.tick.second },
});

/** The receipt of a liquidation; its number is returned. */
async function leaveReceipt(
  deps: LoansDeps,
  tx: Tx,
  loan: RunningLoan,
  { debt, assets }: PricedLoan,
  currencyOf: (position: PricedPosition) => Currency,
): Promise<string> {
  const facts = loanFacts({
    debt: receiptAsset(debt, currencyOf(debt)),
    assets: assets.map((asset) => receiptAsset(asset, currencyOf(asset))),
  });
  const ticks = await storedTicks(deps, tx, [debt, ...assets]);
  if (!ticks) throw new Error(`a tick of the liquidation of loan ${loan.id} is not stored`);
  const [receipt] = await deps.proofs.leave(tx, [
    {
      kind: RECEIPT_KIND,
      subject: String(loan.id),
      owner: loan.userId,
      order: facts,
      ticks,
      formula: loanFormula.id,
      result: formulaOf(loanFormula.id)?.result(facts, ticks) ?? {},
    },
  ]);
  if (!receipt) throw new Error('a liquidation left no receipt');
  return receipt.hash;
}

/** What the house takes goes to the pool at the index, the rest returns to the borrower. */
function entriesOf(loan: RunningLoan, { assets }: LoanLiquidation, fromFund: Amount): Entry[] {
  const entries: Entry[] = loan.assets.flatMap(({ currency, amount }) => {
    const found = assets.find((asset) => asset.currency === Number(currency));
    const [sold, returned] = [found?.sold ?? ZERO, found?.returned ?? amount];
    const own: Entry = { ...userKey(loan.userId, currency), available: returned, held: negate(amount) };
    return sold === 0n ? [own] : [own, { ...poolKey(currency), available: sold }];
  });
  if (fromFund > 0n)
    entries.push(
      { ...fundKey(loan.currencyId), available: negate(fromFund) },
      { ...poolKey(loan.currencyId), available: fromFund },
    );
  return mergeEntries(entries);
}

/** One entry for each balance. */
function mergeEntries(entries: readonly Entry[]): Entry[] {
  const merged = new Map<string, Entry>();
  for (const entry of entries) {
    const name = `${entry.account}/${entry.currency}`;
    const before = merged.get(name);
    merged.set(
      name,
      before
        ? {
            ...entry,
            available: plus(before.available ?? ZERO, entry.available ?? ZERO),
            held: plus(before.held ?? ZERO, entry.held ?? ZERO),
          }
        : entry,
    );
  }
  return [...merged.values()];
}

/** Posts the liquidation; the insurance fund pays a shortfall as far as it lasts, the rest is the pool's loss. */
async function settle(
  { ctx, ledger }: LoansDeps,
  tx: Tx,
  loan: RunningLoan,
  result: LoanLiquidation,
): Promise<void> {
  const fund = fundKey(loan.currencyId);
  const keys = loan.assets.flatMap(({ currency }) => [userKey(loan.userId, currency), poolKey(currency)]);
  const batch = await ledger.openBatch(tx, [...keys, fund, poolKey(loan.currencyId)]);
  const { paid } = coverShortfall(result.shortfall, batch.available(fund.account, fund.currency));
  batch.post({
    key: `loan:liquidation:${loan.id}`,
    kind: 'loan:liquidation',
    reference: String(loan.id),
    at: ctx.clock.now(),
    entries: entriesOf(loan, result, paid),
  });
  await batch.close();
}

/**
 * Liquidates a loan whose risk rate is below the threshold at current index prices: the house takes assets at the index until
 * the debt is paid, the rest returns to the borrower. Returns false, without changes, where the loan has ended, a price is not
 * current or the rate is not below the threshold.
 */
export async function liquidate(deps: LoansDeps, tx: Tx, id: number): Promise<boolean> {
  const { ctx, ledger, messages, onStep } = deps;
  const loan = await lockIfRunning(deps, tx, id);
  if (!loan) return false;
  onStep?.('claimed');
  const priced = priceLoan(deps, loan);
  const isDue = priced?.isFresh === true && isLoanBelow(priced, LOAN_LIQUIDATION_PERCENT);
  if (!isDue) {
    await writeChange(deps, tx, loan, []);
    return false;
  }
  const currencies = new Map((await ledger.currencies(tx)).map((currency) => [currency.id, currency]));
  const currencyOf = ({ id: currency }: PricedPosition): Currency => {
    const found = currencies.get(currency);
    if (!found) throw new Error(`a loan has an unknown currency ${currency}`);
    return found;
  };
  const withDecimals = (position: PricedPosition) => ({
    ...position,
    decimals: currencyOf(position).decimals,
  });
  const result = liquidateLoan(priced.assets.map(withDecimals), withDecimals(priced.debt));
  await settle(deps, tx, loan, result);
  onStep?.('posted');
  const receipt = await leaveReceipt(deps, tx, loan, priced, currencyOf);
  const now = ctx.clock.now();
  const after: RunningLoan = { ...closed(loan, 'liquidated', now), receipt };
  const event = eventOf(after, {
    kind: 'liquidated',
    currencyId: loan.currencyId,
    amount: priced.debt.amount,
    atMs: now,
  });
  await writeChange(deps, tx, after, [event]);
  const codeOf = await readCurrencyCodes(deps, tx);
  await messages.notify(tx, {
    user: loan.userId,
    kind: 'loans:liquidated',
    values: {
      id,
      rate: format(loanRiskRate(priced) ?? ZERO),
      debt: format(priced.debt.amount),
      currency: codeOf(loan.currencyId),
    },
    key: `loan:${id}:liquidated`,
  });
  onStep?.('written');
  return true;
}

import { refuse } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { loanConversionFacts, loanConversionFormula } from '@karat/evidence';
import type { LoanConversionFacts, ReceiptTick } from '@karat/evidence';
import { HOUSE_SHARDS, houseAccount } from '@karat/domains/ledger';
import type { Entry } from '@karat/domains/ledger';
import { ZERO, format, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { LOAN_CALL_PERCENT, convert, isLoanBelow } from '@karat/rules';
import type { Conversion } from '@karat/rules';
import { checkCurrency } from './apply.ts';
import { CONVERSION_RECEIPT_KIND, conversionFeeOf, userKey } from './deps.ts';
import type { LoansDeps } from './deps.ts';
import { insertEvent } from './event-store.ts';
import { priceLoan, priceOf, storedTicks } from './pricing.ts';
import { amountIn, eventOf, isOverdue, withChange } from './rules.ts';
import { lockRunning, writeChange } from './running.ts';
import type { RunningLoan } from './types.ts';

export interface AssetConversion {
  readonly userId: UserId;
  readonly id: number;
  readonly from: CurrencyId;
  readonly to: CurrencyId;
  readonly amount: Amount;
}

interface ConversionTerms extends Conversion {
  /** Code of the source currency. */
  readonly code: string;
  /** What its receipt states besides the loan. */
  readonly facts: Omit<LoanConversionFacts, 'loan'>;
  readonly ticks: readonly ReceiptTick[];
}

/** The conversion at current index prices. Refuses what `checkCurrency` refuses, `same_currency`, `index_stale`. */
async function terms(
  deps: LoansDeps,
  tx: Tx,
  { userId, from, to, amount }: AssetConversion,
): Promise<ConversionTerms> {
  if (from === to) refuse('same_currency');
  const source = await checkCurrency(deps, tx, { currency: from, amount });
  const target = await checkCurrency(deps, tx, { currency: to, amount: ZERO });
  const [paid, received] = [priceOf(deps, from), priceOf(deps, to)];
  if (!paid?.isFresh || !received?.isFresh) return refuse('index_stale');
  const decimals = { from: source.decimals, to: target.decimals };
  const prices = { from: paid.price, to: received.price };
  const ticks = (await storedTicks(deps, tx, [paid, received])) ?? refuse('index_stale');
  const fee = conversionFeeOf(deps, userId);
  const conversion = convert(amount, prices, fee.rate, decimals);
  if (conversion.received === 0n) refuse('amount_below_minimum', { min: '0', currency: source.code });
  const facts = {
    from: { code: source.code, decimals: source.decimals, tick: paid.tick },
    to: { code: target.code, decimals: target.decimals, tick: received.tick },
    amount,
    fullFeeRate: fee.fullRate,
    discount: fee.discount,
  };
  return { ...conversion, code: source.code, facts, ticks };
}

/** Leaves the receipt of a conversion. Throws RangeError where its formula gives other amounts, which is a bug. */
async function leaveReceipt(
  { proofs }: LoansDeps,
  tx: Tx,
  { userId, id }: AssetConversion,
  event: number,
  { facts, ticks, received, fee, paid }: ConversionTerms,
): Promise<void> {
  const order = loanConversionFacts({ ...facts, loan: id });
  const amounts = { received: format(received), fee: format(fee), taken: format(paid) };
  await proofs.leave(tx, [
    {
      kind: CONVERSION_RECEIPT_KIND,
      subject: String(event),
      owner: userId,
      order,
      ticks,
      formula: loanConversionFormula.id,
      result: { ...loanConversionFormula.result(order, ticks), ...amounts },
    },
  ]);
}

/** The entries of a conversion: both amounts stay held. */
function entriesOf({ userId, from, to, amount }: AssetConversion, conversion: Conversion): Entry[] {
  const house = houseAccount('conversion');
  const entries: Entry[] = [
    { ...userKey(userId, from), held: negate(conversion.paid) },
    { account: house, currency: from, available: amount },
    { ...userKey(userId, to), held: conversion.received },
    { account: house, currency: to, available: negate(conversion.received) },
  ];
  if (conversion.fee > 0n)
    entries.push({
      account: houseAccount('fees', userId % HOUSE_SHARDS),
      currency: from,
      available: conversion.fee,
    });
  return entries;
}

async function book(
  { ctx, ledger }: LoansDeps,
  tx: Tx,
  id: number,
  number: number,
  entries: Entry[],
  received: Amount,
) {
  const batch = await ledger.openBatch(tx, entries);
  const house = entries.find(({ available = ZERO }) => available === negate(received));
  if (house && batch.available(house.account, house.currency) < received) refuse('conversion_limited');
  batch.post({
    key: `loan:convert:${number}`,
    kind: 'loan:conversion',
    reference: String(id),
    at: ctx.clock.now(),
    entries,
  });
  await batch.close();
}

/**
 * Converts assets inside a running loan at the index; afterwards the risk rate is not below the margin call. Refuses
 * `loan_unknown`, `loan_not_open`, `loan_overdue`, `loan_risk`, `insufficient_balance`, `conversion_limited`, and what
 * `terms` refuses.
 */
export async function convertAssets(deps: LoansDeps, tx: Tx, request: AssetConversion): Promise<RunningLoan> {
  const { userId, id, from, to, amount } = request;
  const loan = await lockRunning(deps, tx, userId, id);
  const atMs = deps.ctx.clock.now();
  if (isOverdue(loan, atMs)) refuse('loan_overdue');
  const conversion = await terms(deps, tx, request);
  if (amountIn(loan.assets, from) < conversion.paid)
    refuse('insufficient_balance', { currency: conversion.code });
  const less = withChange(loan.assets, from, negate(conversion.paid));
  const after = { ...loan, assets: withChange(less, to, conversion.received) };
  const priced = priceLoan(deps, after);
  if (!priced?.isFresh) return refuse('index_stale');
  if (isLoanBelow(priced, LOAN_CALL_PERCENT)) refuse('loan_risk', { percent: LOAN_CALL_PERCENT });
  const received = { currency: to, amount: conversion.received };
  const event = eventOf(after, { kind: 'converted', currencyId: from, amount, received, atMs });
  const number = await insertEvent(tx, id, event);
  await book(deps, tx, id, number, entriesOf(request, conversion), conversion.received);
  await leaveReceipt(deps, tx, request, number, conversion);
  const { fee } = conversion;
  await deps.recordFee?.(tx, { userId, currency: from, fee, volumeCurrency: from, volume: amount, atMs });
  return writeChange(deps, tx, after, []);
}

import { refuse } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { ZERO, divUp, format, negate, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import type { Queries, Tx } from '@karat/platform/db';
import { stoppedUses } from '@karat/domains/currencies';
import { HOUSE_SHARDS, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Currency, Entry } from '@karat/domains/ledger';
import { convert, discountedRate, hasMoved } from '@karat/rules';
import type { Conversion, ConversionPrices } from '@karat/rules';
import { DEFAULT_CONVERSION_FEE, DEFAULT_CONVERSION_MINIMUM } from './deps.ts';
import type { WalletDeps } from './deps.ts';
import { takeQuote } from './quote.ts';
import { isPrecise } from './rules.ts';
import { insertConversion } from './store.ts';
import { freshPrice } from './valuation.ts';

const NO_DISCOUNT = rate(0n);

export interface Pair {
  readonly from: Currency;
  readonly to: Currency;
}
export interface PricedPair extends Pair {
  readonly prices: ConversionPrices;
}

/** Returns two different coins. Refuses `same_currency`, `currency_unknown`, `currency_disabled`. */
export async function pairOf(
  { ledger }: WalletDeps,
  queries: Queries,
  fromId: CurrencyId,
  toId: CurrencyId,
): Promise<Pair> {
  if (fromId === toId) refuse('same_currency');
  const from = await ledger.currency(queries, fromId);
  const to = await ledger.currency(queries, toId);
  const stopped = await stoppedUses(queries);
  for (const { enabled, kind, code } of [from, to])
    if (!enabled || kind !== 'coin' || stopped.has(code, 'convert')) refuse('currency_disabled');
  return { from, to };
}

/**
 * Returns the prices of two different coins from the fresh index. Refuses what `pairOf` refuses and
 * `price_unavailable`.
 */
export async function quote(
  deps: WalletDeps,
  queries: Queries,
  fromId: CurrencyId,
  toId: CurrencyId,
): Promise<PricedPair> {
  const pair = await pairOf(deps, queries, fromId, toId);
  const found = { from: freshPrice(deps.prices, fromId), to: freshPrice(deps.prices, toId) };
  if (!found.from || !found.to) refuse('price_unavailable');
  return { ...pair, prices: { from: found.from, to: found.to } };
}

export interface ConversionRequest {
  readonly userId: UserId;
  readonly from: CurrencyId;
  readonly to: CurrencyId;
  readonly number: Amount;
  /** The quote whose prices and fee apply. */
  readonly quoteId?: string | undefined;
}

/** Fee rate of a user's conversions, less the VIP discount. */
export const feeRateOf = (deps: WalletDeps, user: UserId): Rate =>
  discountedRate(deps.conversionFee ?? DEFAULT_CONVERSION_FEE, deps.feeDiscount?.(user) ?? NO_DISCOUNT);

/** Returns the result of a conversion. Refuses `amount_too_precise`, `amount_below_minimum`. */
export function terms(
  deps: WalletDeps,
  { from, to, prices }: PricedPair,
  number: Amount,
  fee: Rate,
): Conversion {
  if (!isPrecise(number, from)) refuse('amount_too_precise', { decimals: from.decimals });
  const min = divUp(deps.conversionMinimum ?? DEFAULT_CONVERSION_MINIMUM, prices.from, from.decimals);
  const conversion = convert(number, prices, fee, { from: from.decimals, to: to.decimals });
  if (number < min || conversion.received === ZERO) {
    refuse('amount_below_minimum', { min: format(min), currency: from.code });
  }
  return conversion;
}

/**
 * Converts a coin of the change account into another: at the prices of a quote while it is valid and the index has not
 * moved from them by more than the fee, else at the index. The conversion account of the exchange pays, up to its
 * balance. Refuses what `quote` and `terms` refuse, `quote_expired`, `quote_used`, `quote_differs`, `quote_moved`,
 * `insufficient_balance` (amount and fee), `conversion_limited`.
 */
export async function convertCoins(
  deps: WalletDeps,
  tx: Tx,
  request: ConversionRequest,
): Promise<Conversion & { id: number }> {
  const at = deps.ctx.clock.now();
  const { userId, number, quoteId } = request;
  const locked = quoteId === undefined ? undefined : await takeQuote(tx, { ...request, quoteId }, at);
  const present = await quote(deps, tx, request.from, request.to);
  if (locked && hasMoved(locked.prices, present.prices, locked.feeRate)) refuse('quote_moved');
  const priced = locked ? { ...present, prices: locked.prices } : present;
  const { from, to, prices } = priced;
  const conversion = terms(deps, priced, number, locked?.feeRate ?? feeRateOf(deps, userId));
  const id = await insertConversion(tx, {
    userId,
    number,
    from: from.id,
    to: to.id,
    fee: conversion.fee,
    received: conversion.received,
    fromPrice: prices.from,
    toPrice: prices.to,
    at,
    locked: locked !== undefined,
  });
  await book(deps, tx, { ...request, ...conversion, id, at });
  return { ...conversion, id };
}

interface Booking extends ConversionRequest, Conversion {
  readonly id: number;
  readonly at: number;
}

async function book({ ledger, recordFee }: WalletDeps, tx: Tx, c: Booking): Promise<void> {
  const house = houseAccount('conversion');
  const own = userAccount(c.userId, 'change');
  const entries: Entry[] = [
    { account: own, currency: c.from, available: negate(c.paid) },
    { account: house, currency: c.from, available: c.number },
    { account: own, currency: c.to, available: c.received },
    { account: house, currency: c.to, available: negate(c.received) },
  ];
  if (c.fee > ZERO) {
    entries.push({
      account: houseAccount('fees', c.userId % HOUSE_SHARDS),
      currency: c.from,
      available: c.fee,
    });
  }
  const batch = await ledger.openBatch(tx, entries);
  // Checks the user's balance first, so that only a user who can pay learns the limit of the exchange.
  const canPay = batch.available(own, c.from) >= c.paid;
  if (canPay && batch.available(house, c.to) < c.received) refuse('conversion_limited');
  batch.post({ key: `convert:${c.id}`, kind: 'convert', reference: String(c.id), at: c.at, entries });
  await batch.close();
  await recordFee?.(tx, {
    userId: c.userId,
    currency: c.from,
    fee: c.fee,
    volumeCurrency: c.from,
    volume: c.number,
    atMs: c.at,
  });
}

import { refuse } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { ZERO, divUp, format, negate } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Queries, Tx } from '@karat/platform/db';
import { HOUSE_SHARDS, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Currency, Entry } from '@karat/domains/ledger';
import { DEFAULT_CONVERSION_FEE, DEFAULT_CONVERSION_MINIMUM } from './deps.ts';
import type { WalletDeps } from './deps.ts';
import { convert, isPrecise } from './rules.ts';
import type { Conversion } from './rules.ts';
import { insertConversion } from './store.ts';
import { freshPrice } from './valuation.ts';

export interface Quote {
  readonly from: Currency;
  readonly to: Currency;
  readonly prices: { readonly from: Price; readonly to: Price };
}

/** Prices of two different coins by the fresh index. Refuses `same_currency`, `currency_unknown`, `currency_disabled`, `price_unavailable`. */
export async function quote(
  { ledger, prices }: WalletDeps,
  queries: Queries,
  fromId: CurrencyId,
  toId: CurrencyId,
): Promise<Quote> {
  if (fromId === toId) refuse('same_currency');
  const [from, to] = [await ledger.currency(queries, fromId), await ledger.currency(queries, toId)];
  for (const { enabled, kind } of [from, to]) if (!enabled || kind !== 'coin') refuse('currency_disabled');
  const found = { from: freshPrice(prices, fromId), to: freshPrice(prices, toId) };
  if (!found.from || !found.to) refuse('price_unavailable');
  return { from, to, prices: { from: found.from, to: found.to } };
}

export interface ConversionRequest {
  readonly userId: UserId;
  readonly from: CurrencyId;
  readonly to: CurrencyId;
  readonly number: Amount;
}

/**
 * Converts a coin of the change account into another at the index. The house pays from its conversion account, and no more
 * than it has. Refuses what `quote` refuses, `amount_too_precise`, `amount_below_minimum`, `insufficient_balance` (amount and
 * fee), `conversion_limited` (the house has not that much).
 */
export async function convertCoins(
  deps: WalletDeps,
  tx: Tx,
  request: ConversionRequest,
): Promise<Conversion & { id: number }> {
  const { from, to, prices } = await quote(deps, tx, request.from, request.to);
  const { userId, number } = request;
  if (!isPrecise(number, from)) refuse('amount_too_precise', { decimals: from.decimals });
  const least = divUp(deps.conversionMinimum ?? DEFAULT_CONVERSION_MINIMUM, prices.from, from.decimals);
  const feeRate = deps.conversionFee ?? DEFAULT_CONVERSION_FEE;
  const conversion = convert(number, prices, feeRate, { from: from.decimals, to: to.decimals });
  if (number < least || conversion.received === ZERO) {
    refuse('amount_below_minimum', { min: format(least), currency: from.code });
  }
  const at = deps.ctx.clock.now();
  const id = await insertConversion(tx, {
    ...{ userId, number, from: from.id, to: to.id, fee: conversion.fee, received: conversion.received },
    ...{ fromPrice: prices.from, toPrice: prices.to, at },
  });
  await book(deps, tx, { ...request, ...conversion, id, at });
  return { ...conversion, id };
}

interface Booking extends ConversionRequest, Conversion {
  readonly id: number;
  readonly at: number;
}

async function book({ ledger }: WalletDeps, tx: Tx, c: Booking): Promise<void> {
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
  // Who cannot pay hears that first: the house's limit is nobody's business then.
  const canPay = batch.available(own, c.from) >= c.paid;
  if (canPay && batch.available(house, c.to) < c.received) refuse('conversion_limited');
  batch.post({ key: `convert:${c.id}`, kind: 'convert', reference: String(c.id), at: c.at, entries });
  await batch.close();
}

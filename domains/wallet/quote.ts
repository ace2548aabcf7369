import { refuse } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import type { Amount, Rate } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { opaqueToken } from '@karat/platform/random';
import { feeRateOf, quote, terms } from './conversion.ts';
import type { ConversionRequest, PricedPair } from './conversion.ts';
import { QUOTE_MS } from './deps.ts';
import type { WalletDeps } from './deps.ts';
import type { Conversion, Prices } from './rules.ts';
import { keepQuote, lockQuote, markQuoteUsed } from './store.ts';

export interface Quote extends Conversion, PricedPair {
  readonly id: string;
  readonly feeRate: Rate;
  /** Unix ms; from then on it is refused. */
  readonly expiresAt: number;
}

/** Locks the index prices of a conversion for ten seconds. A user has one quote: a further one takes its place. */
export async function lockPrices(deps: WalletDeps, request: ConversionRequest): Promise<Quote> {
  const { db, clock, random } = deps.ctx;
  const priced = await quote(deps, db, request.from, request.to);
  const feeRate = feeRateOf(deps);
  const conversion = terms(deps, priced, request.number, feeRate);
  const kept = { id: opaqueToken(random), feeRate, expiresAt: clock.now() + QUOTE_MS };
  await keepQuote(db, { ...request, prices: priced.prices, ...kept });
  return { ...priced, ...conversion, ...kept };
}

interface Taking {
  readonly userId: UserId;
  readonly from: CurrencyId;
  readonly to: CurrencyId;
  readonly number: Amount;
  readonly quoteId: string;
}

/** Uses up the own quote. Refuses `quote_expired` (too late, or replaced by another), `quote_used`, `quote_differs`. */
export async function takeQuote(
  tx: Tx,
  taking: Taking,
  now: number,
): Promise<{ readonly prices: Prices; readonly feeRate: Rate }> {
  const kept = await lockQuote(tx, taking.userId);
  if (!kept || kept.id !== taking.quoteId) return refuse('quote_expired');
  if (kept.used) refuse('quote_used');
  if (kept.expiresAt <= now) refuse('quote_expired');
  const same = kept.from === taking.from && kept.to === taking.to && kept.number === taking.number;
  if (!same) refuse('quote_differs');
  await markQuoteUsed(tx, taking.userId);
  return kept;
}

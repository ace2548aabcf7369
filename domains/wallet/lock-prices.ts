import { refuse } from '@karat/contract';
import type { Rate } from '@karat/money';
import { opaqueToken } from '@karat/platform/random';
import type { Conversion } from '@karat/rules';
import { feeRateOf, quote, terms } from './conversion.ts';
import type { ConversionRequest, PricedPair } from './conversion.ts';
import { DEFAULT_QUOTE_LIMIT, QUOTE_MS } from './deps.ts';
import type { WalletDeps } from './deps.ts';
import { saveQuote, quoteWindowOf } from './store.ts';

const SECOND_MS = 1_000;

export interface Quote extends Conversion, PricedPair {
  readonly id: string;
  readonly feeRate: Rate;
  /** Unix ms from which on it is refused. */
  readonly expiresAt: number;
}

/**
 * Locks the index prices of a conversion for ten seconds. A user has one quote: a new one replaces it. Refuses what
 * `quote` and `terms` refuse, and `quote_limit`.
 */
export async function lockPrices(deps: WalletDeps, request: ConversionRequest): Promise<Quote> {
  const { db, clock, random } = deps.ctx;
  const priced = await quote(deps, db, request.from, request.to);
  const feeRate = feeRateOf(deps, request.userId);
  const conversion = terms(deps, priced, request.number, feeRate);
  const stored = { id: opaqueToken(random), feeRate, expiresAt: clock.now() + QUOTE_MS };
  const limit = deps.quoteLimit ?? DEFAULT_QUOTE_LIMIT;
  const at = clock.now();
  if (!(await saveQuote(db, { ...request, prices: priced.prices, ...stored }, limit, at))) {
    const since = (await quoteWindowOf(db, request.userId)) ?? at;
    refuse('quote_limit', { seconds: Math.ceil((since + limit.windowMs - at) / SECOND_MS) });
  }
  return { ...priced, ...conversion, ...stored };
}

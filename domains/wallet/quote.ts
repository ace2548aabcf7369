import { refuse } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import type { Amount, Rate } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { ConversionPrices } from '@karat/rules';
import { lockQuote, markQuoteUsed } from './store.ts';

interface Taking {
  readonly userId: UserId;
  readonly from: CurrencyId;
  readonly to: CurrencyId;
  readonly number: Amount;
  readonly quoteId: string;
}

/**
 * Consumes the user's quote. Refuses `quote_expired` (too late, or replaced by another), `quote_used`,
 * `quote_differs`.
 */
export async function takeQuote(
  tx: Tx,
  taking: Taking,
  now: number,
): Promise<{ readonly prices: ConversionPrices; readonly feeRate: Rate }> {
  const stored = await lockQuote(tx, taking.userId);
  if (!stored || stored.id !== taking.quoteId) return refuse('quote_expired');
  if (stored.used) refuse('quote_used');
  if (stored.expiresAt <= now) refuse('quote_expired');
  const same = stored.from === taking.from && stored.to === taking.to && stored.number === taking.number;
  if (!same) refuse('quote_differs');
  await markQuoteUsed(tx, taking.userId);
  return stored;
}

import type { MarketId } from '@karat/contract';
import { format } from '@karat/money';
import type { Price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import type { Contracts } from './create.ts';

/** What a company did to its shares. */
export type ShareAction =
  | { readonly kind: 'split'; readonly ratioNew: number; readonly ratioOld: number }
  | { readonly kind: 'dividend'; readonly perShare: Price };

/**
 * Lets everything that is not ended in a market follow the shares, in the transaction of the action; the market has to be
 * paused. A split multiplies what a lot stands for and divides every price; worth, margin and result stay. A dividend lowers
 * the open price by itself, so that a long is made whole for the fall of the price and a short pays for it.
 */
export async function followShares(
  { inside: { engine } }: Contracts,
  tx: Tx,
  market: MarketId,
  action: ShareAction,
): Promise<void> {
  if (action.kind === 'split') {
    const { ratioNew: fresh, ratioOld: old } = action;
    await tx.run(sql`
      update contracts_positions set version = version + 1,
        lot_size = lot_size * ${fresh}::numeric / ${old}::numeric,
        spread = spread * ${old}::numeric / ${fresh}::numeric, price = price * ${old}::numeric / ${fresh}::numeric,
        target = target * ${old}::numeric / ${fresh}::numeric,
        take_profit = take_profit * ${old}::numeric / ${fresh}::numeric,
        stop_loss = stop_loss * ${old}::numeric / ${fresh}::numeric
      where market_id = ${market} and status < 3`);
  } else {
    await tx.run(sql`
      update contracts_positions set version = version + 1, price = price - ${format(action.perShare)}::numeric
      where market_id = ${market} and status in (1, 2)`);
  }
  tx.afterCommit(() => engine.changed());
}

import { meanSlippage } from '@karat/rules';
import type { Rate } from '@karat/money';
import { copiesOfPositions } from './copy-store.ts';
import type { CopytradeDeps, TradedPosition } from './deps.ts';

/** Newest positions of a trader, and copies of them, that are measured. */
const [POSITIONS_MAX, COPIES_MAX] = [50, 500];

/**
 * By how much copies of a trader's newest positions (newest first) were opened at a worse price than the trader's, as a share of
 * the price; undefined if none was copied.
 */
export async function measuredSlippage(
  { ctx, contracts }: Pick<CopytradeDeps, 'ctx' | 'contracts'>,
  positions: readonly TradedPosition[],
): Promise<Rate | undefined> {
  const newest = new Map(positions.slice(0, POSITIONS_MAX).map((position) => [position.id, position]));
  const copies = await copiesOfPositions(ctx.db, [...newest.keys()], COPIES_MAX);
  const prices = await contracts.openingPrices(
    ctx.db,
    copies.map(({ position }) => position),
  );
  return meanSlippage(
    copies.flatMap(({ source, position }) => {
      const [trader, price] = [newest.get(source), prices.get(position)];
      return trader && price !== undefined ? [{ side: trader.side, traderPrice: trader.price, price }] : [];
    }),
  );
}

import type { MarketId } from '@karat/contract';
import { format } from '@karat/money';
import type { Price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Sql, Tx } from '@karat/platform/db';
import type { Contracts } from './create.ts';

/** What a company did to its shares. */
export type ShareAction =
  | { readonly kind: 'split'; readonly ratioNew: number; readonly ratioOld: number }
  | { readonly kind: 'dividend'; readonly perShare: Price };

const SMALLEST = sql`0.0000000001::numeric`;

/** Every price that is agreed in a company's shares, counted anew; one that is not set stays so, and none falls to zero. */
const pricesBy = (counted: (column: Sql) => Sql): Sql => {
  const anew = (column: Sql): Sql =>
    sql`${column} = case when ${column} is not null then greatest(${counted(column)}, ${SMALLEST}) end`;
  return sql`${anew(sql`price`)}, ${anew(sql`target`)}, ${anew(sql`take_profit`)}, ${anew(sql`stop_loss`)}`;
};

function changesBy(action: ShareAction): Sql {
  if (action.kind === 'dividend') {
    const by = sql`${format(action.perShare)}::numeric`;
    return pricesBy((column) => sql`${column} - ${by}`);
  }
  const [fresh, old] = [sql`${action.ratioNew}::numeric`, sql`${action.ratioOld}::numeric`];
  return sql`lot_size = lot_size * ${fresh} / ${old}, spread = spread * ${old} / ${fresh},
    ${pricesBy((column) => sql`${column} * ${old} / ${fresh}`)}`;
}

/**
 * Lets everything that is not ended in a market follow the shares, in the transaction of the action; the market has to be
 * paused. A split multiplies what a lot stands for and divides every price; worth, margin and result stay. A dividend lowers
 * every price by itself: the open price, so that a long is made whole for the fall of the share and a short pays for it, and
 * with it take-profit, stop-loss and the target of a waiting order, so that the fall alone triggers and fills nothing. What a
 * waiting order holds stays as it was ordered. A price that a dividend would take to zero stays a ten-billionth above it.
 */
export async function followShares(
  { inside: { engine } }: Contracts,
  tx: Tx,
  market: MarketId,
  action: ShareAction,
): Promise<void> {
  await tx.run(sql`
    update contracts_positions set version = version + 1, ${changesBy(action)}
    where market_id = ${market} and status < 3`);
  tx.afterCommit(() => engine.changed());
}

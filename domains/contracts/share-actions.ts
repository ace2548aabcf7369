import type { MarketId } from '@karat/contract';
import { format } from '@karat/money';
import type { Price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Sql, Tx } from '@karat/platform/db';
import type { Contracts } from './create.ts';

/** A company's action on its shares. */
export type ShareAction =
  | { readonly kind: 'split'; readonly ratioNew: number; readonly ratioOld: number }
  | { readonly kind: 'dividend'; readonly perShare: Price };

const SMALLEST = sql`0.0000000001::numeric`;

/** Adjusts every price agreed in a company's shares; unset prices stay unset, and none falls to zero. */
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
 * Adjusts all live positions of a market to the shares, in the transaction of the action; the market must be paused. A
 * split multiplies the lot size and divides every price; value, margin and result stay. A dividend lowers every price
 * by its amount: the open price, so that a long is compensated for the fall of the share and a short pays for it, and
 * with it take-profit, stop-loss and the target of a pending order, so that the fall alone triggers and fills nothing.
 * The hold of a pending order stays. A price that a dividend would lower to zero becomes 1e-10.
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
  tx.afterCommit(() => engine.invalidate());
}

import type { MarketId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Caps } from './rules.ts';

export type ContractState = 'open' | 'close_only' | 'halted';

/** What operators set of a contract market. */
export interface ContractMarket {
  readonly marketId: MarketId;
  readonly state: ContractState;
  /** Leverages that may be chosen, ascending. */
  readonly multiples: readonly number[];
  readonly lotStep: Amount;
  readonly caps: Caps;
  readonly version: number;
}

interface Row {
  readonly market_id: MarketId;
  readonly state: ContractState;
  readonly multiples: number[];
  readonly lot_step: string;
  readonly net_cap: string;
  readonly gross_cap: string;
  readonly user_cap: string;
  readonly version: number;
}

const read = (row: Row): ContractMarket => ({
  marketId: row.market_id,
  state: row.state,
  multiples: row.multiples,
  lotStep: amount(row.lot_step),
  caps: { net: amount(row.net_cap), gross: amount(row.gross_cap), user: amount(row.user_cap) },
  version: row.version,
});

export const readContractMarkets = async (queries: Queries): Promise<ContractMarket[]> =>
  (await queries.rows<Row>(sql`select * from contracts_markets order by market_id`)).map(read);

/** One market's settings, locked to the end of the transaction. */
export async function lockContractMarket(tx: Tx, id: MarketId): Promise<ContractMarket | undefined> {
  const row = await tx.maybe<Row>(sql`select * from contracts_markets where market_id = ${id} for update`);
  return row && read(row);
}

export const writeContractMarket = (tx: Tx, market: ContractMarket): Promise<number> =>
  tx.run(sql`
    update contracts_markets set
      state = ${market.state}, multiples = ${[...market.multiples]}::int[], net_cap = ${format(market.caps.net)},
      gross_cap = ${format(market.caps.gross)}, user_cap = ${format(market.caps.user)}, version = version + 1
    where market_id = ${market.marketId}`);

/** Highest leverage by level, and how many positions one user may have. */
export interface Limits {
  readonly multipleOf: (level: number) => number;
  readonly positionsMax: number;
}

export async function readLimits(queries: Queries): Promise<Limits> {
  const levels = await queries.rows<{ level: number; multiple_max: number }>(
    sql`select level, multiple_max from contracts_levels order by level`,
  );
  const { positions_max: positionsMax } = await queries.one<{ positions_max: number }>(
    sql`select positions_max from contracts_settings`,
  );
  return {
    positionsMax,
    multipleOf: (level) =>
      levels.findLast((each) => each.level <= level)?.multiple_max ?? levels[0]?.multiple_max ?? 1,
  };
}

import type { MarketId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { ExposureCaps } from './rules.ts';

export type ContractState = 'open' | 'close_only' | 'halted';

/** Settings of a contract market that operators change. */
export interface ContractMarket {
  readonly marketId: MarketId;
  readonly state: ContractState;
  /** Selectable leverages, ascending. */
  readonly multiples: readonly number[];
  readonly lotStep: Amount;
  readonly caps: ExposureCaps;
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

/** One market's settings, locked until the transaction ends. */
export async function contractMarketById(db: Queries, id: MarketId): Promise<ContractMarket | undefined> {
  const row = await db.maybe<Row>(sql`select * from contracts_markets where market_id = ${id}`);
  return row && read(row);
}

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

/** Highest leverage of a verification level. */
export interface LevelLimit {
  readonly level: number;
  readonly multipleMax: number;
}

/** Maximum leverage by level, and the maximum number of positions and pending orders per user. */
export interface Limits {
  readonly levels: readonly LevelLimit[];
  readonly positionsMax: number;
  readonly version: number;
}

/** Maximum leverage of a level: that of the next lower level that is listed. */
export const multipleOf = ({ levels }: Limits, level: number): number =>
  (levels.findLast((each) => each.level <= level) ?? levels[0])?.multipleMax ?? 1;

/** Maximum leverage of a user: that of the verification level, not above that of the VIP level. */
export const multipleFor = (
  limits: Limits,
  level: number,
  vip: { readonly multipleMax: number } | undefined,
): number => Math.min(multipleOf(limits, level), vip?.multipleMax ?? Infinity);

async function limitsWith(queries: Queries, lock: Sql): Promise<Limits> {
  const settings = await queries.one<{ positions_max: number; version: number }>(
    sql`select positions_max, version from contracts_settings ${lock}`,
  );
  const levels = await queries.rows<LevelLimit>(
    sql`select level, multiple_max as "multipleMax" from contracts_levels order by level`,
  );
  return { levels, positionsMax: settings.positions_max, version: settings.version };
}

export const readLimits = (queries: Queries): Promise<Limits> => limitsWith(queries, empty);

/** The limits, locked until the transaction ends. */
export const lockLimits = (tx: Tx): Promise<Limits> => limitsWith(tx, sql`for update`);

export async function writeLimits(tx: Tx, { levels, positionsMax }: Limits): Promise<void> {
  await tx.run(sql`update contracts_settings set positions_max = ${positionsMax}, version = version + 1`);
  await tx.run(sql`
    update contracts_levels l set multiple_max = wanted.multiple_max
    from unnest(${levels.map((each) => each.level)}::int[], ${levels.map((each) => each.multipleMax)}::int[])
      as wanted (level, multiple_max)
    where l.level = wanted.level`);
}

import { currencyId, marketId } from '@karat/contract';
import type { CurrencyId, MarketId } from '@karat/contract';
import type { ListingTerms } from '@karat/domains/market';
import { amount, format, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** The spot market that a listing opens. */
export interface PlannedMarket extends ListingTerms {
  readonly quote: CurrencyId;
}

export interface ProjectMarket extends PlannedMarket {
  /** Undefined before the listing. */
  readonly marketId: MarketId | undefined;
}

interface MarketRow {
  project_id: number;
  quote_currency: number;
  tick: string;
  lot: string;
  min_notional: string;
  reference_price: string;
  market_id: number | null;
}

const marketOf = (row: MarketRow): ProjectMarket => ({
  quote: currencyId(row.quote_currency),
  tick: price(row.tick),
  lot: amount(row.lot),
  minNotional: amount(row.min_notional),
  reference: price(row.reference_price),
  marketId: row.market_id === null ? undefined : marketId(row.market_id),
});

/** Markets of projects, by project; one without a market is not in the map. */
export async function readProjectMarkets(
  db: Queries,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProjectMarket>> {
  const rows = await db.rows<MarketRow>(
    sql`select * from launchpad_markets where project_id = any(${[...ids]}::int[])`,
  );
  return new Map(rows.map((row) => [row.project_id, marketOf(row)]));
}

export const readProjectMarket = async (db: Queries, id: number): Promise<ProjectMarket | undefined> =>
  (await readProjectMarkets(db, [id])).get(id);

/** Plans the market of a project that is not listed, in place of the one before. */
export const writePlannedMarket = (tx: Tx, project: number, market: PlannedMarket): Promise<number> =>
  tx.run(sql`
    insert into launchpad_markets (project_id, quote_currency, tick, lot, min_notional, reference_price)
    values (${project}, ${market.quote}, ${format(market.tick)}, ${format(market.lot)}, ${format(market.minNotional)},
      ${format(market.reference)})
    on conflict (project_id) do update set quote_currency = excluded.quote_currency, tick = excluded.tick, lot = excluded.lot,
      min_notional = excluded.min_notional, reference_price = excluded.reference_price`);

export const deletePlannedMarket = (tx: Tx, project: number): Promise<number> =>
  tx.run(sql`delete from launchpad_markets where project_id = ${project} and opened_at is null`);

export const writeOpened = (tx: Tx, project: number, market: MarketId, now: number): Promise<number> =>
  tx.run(sql`
    update launchpad_markets set market_id = ${market}, opened_at = to_timestamp(${now} / 1000.0)
    where project_id = ${project} and opened_at is null`);

import { marketId as brandMarket } from '@karat/contract';
import type { DualBasis, ReceiptTick } from '@karat/evidence';
import { amount, format, price } from '@karat/money';
import type { Price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Settlement, SettlementKey, TickSummary } from './types.ts';

interface SettlementRow {
  market_id: number;
  maturity_at: number;
  ticks: number | null;
  tick_sum: string | null;
  tick_ends: string | null;
  basis: DualBasis | null;
  source_price: string | null;
  source: string | null;
  finished_at: number | null;
}

const windowOf = ({ ticks, tick_sum: sum, tick_ends: ends }: SettlementRow): TickSummary | undefined =>
  ticks === null || sum === null || ends === null
    ? undefined
    : { count: ticks, total: amount(sum), ends: JSON.parse(ends) as ReceiptTick[] };

const settlementOf = (row: SettlementRow): Settlement => ({
  marketId: brandMarket(row.market_id),
  maturityMs: row.maturity_at,
  window: windowOf(row),
  basis: row.basis ?? undefined,
  source:
    row.source_price === null || row.source === null
      ? undefined
      : { price: price(row.source_price), document: row.source },
  finishedMs: row.finished_at ?? undefined,
});

const isKey = ({ marketId, maturityMs }: SettlementKey) =>
  sql`market_id = ${marketId} and maturity_at = to_timestamp(${maturityMs} / 1000.0)`;

const NEXT_DUE = `
  select maturity_at as at from dual_settlements where finished_at is null and (ticks is null or basis is not null)
  order by maturity_at limit 1`;

/** The first maturity (unix ms) whose ticks are to be read or whose orders are to be paid. */
export async function nextDue(db: Queries): Promise<number | undefined> {
  const [row] = await db.prepared<{ at: number }>('dual_next_due', NEXT_DUE, []);
  return row?.at;
}

/** Matured settlements whose ticks have not been read, locked until the transaction ends. */
export const claimUnpriced = async (tx: Tx, now: number, limit: number): Promise<Settlement[]> =>
  (
    await tx.rows<SettlementRow>(sql`
      select * from dual_settlements
      where finished_at is null and ticks is null and maturity_at <= to_timestamp(${now} / 1000.0)
      order by maturity_at, market_id limit ${limit} for update skip locked`)
  ).map(settlementOf);

/** Settlements with a price, or void, whose orders have not all been paid; longest due first. */
export const readPaying = async (tx: Tx): Promise<Settlement[]> =>
  (
    await tx.rows<SettlementRow>(sql`
      select * from dual_settlements where finished_at is null and basis is not null order by maturity_at, market_id limit 20`)
  ).map(settlementOf);

/** Writes the ticks of a settlement, with the basis where they decide. */
export const writeTicks = (
  tx: Tx,
  key: SettlementKey,
  window: TickSummary,
  basis: DualBasis | undefined,
  now: number,
): Promise<number> =>
  tx.run(sql`
    update dual_settlements set ticks = ${window.count}, tick_sum = ${format(amount(window.total))}::numeric,
      tick_ends = ${JSON.stringify(window.ends)}, basis = ${basis ?? null}::text,
      decided_at = case when ${basis ?? null}::text is null then null else to_timestamp(${now} / 1000.0) end
    where ${isKey(key)} and ticks is null`);

/** Writes what two operators decided; returns 0 where the ticks or others decided before. */
export const writeDecision = (
  tx: Tx,
  key: SettlementKey,
  decision:
    | { readonly basis: 'void' }
    | { readonly basis: 'source'; readonly price: Price; readonly document: string },
  now: number,
): Promise<number> =>
  tx.run(sql`
    update dual_settlements set basis = ${decision.basis},
      source_price = ${decision.basis === 'source' ? format(decision.price) : null}::numeric,
      source = ${decision.basis === 'source' ? decision.document : null}::text,
      decided_at = to_timestamp(${now} / 1000.0)
    where ${isKey(key)} and ticks is not null and basis is null`);

/** Closes a settlement that has no open order; returns 0 where it has some. */
export const finishSettlement = (tx: Tx, key: SettlementKey, now: number): Promise<number> =>
  tx.run(sql`
    update dual_settlements s set finished_at = to_timestamp(${now} / 1000.0)
    where ${isKey(key)} and basis is not null and finished_at is null
      and not exists (select 1 from dual_orders o
        where o.outcome is null and o.market_id = s.market_id and o.maturity_at = s.maturity_at)`);

export async function findSettlement(db: Queries, key: SettlementKey): Promise<Settlement | undefined> {
  const row = await db.maybe<SettlementRow>(sql`select * from dual_settlements where ${isKey(key)}`);
  return row && settlementOf(row);
}

/** Settlements of orders, by their key as `keyText` writes it. */
export async function settlementsOf(
  db: Queries,
  keys: readonly SettlementKey[],
): Promise<ReadonlyMap<string, Settlement>> {
  const rows = await db.rows<SettlementRow>(sql`
    select distinct s.* from dual_settlements s
    join unnest(${keys.map(({ marketId }) => marketId)}::int[], ${keys.map(({ maturityMs }) => maturityMs)}::bigint[])
      as k (market_id, maturity_ms) on s.market_id = k.market_id and s.maturity_at = to_timestamp(k.maturity_ms / 1000.0)`);
  return new Map(rows.map(settlementOf).map((each) => [keyText(each), each]));
}

export const keyText = ({ marketId, maturityMs }: SettlementKey): string => `${marketId}:${maturityMs}`;

export interface CountedSettlement extends Settlement {
  readonly orders: number;
  readonly openOrders: number;
}

/** Settlements that are not finished, longest due first, then the newest finished ones. */
export async function listSettlements(db: Queries, finished: number): Promise<CountedSettlement[]> {
  const rows = await db.rows<SettlementRow & { orders: number; open_orders: number }>(sql`
    with listed as (
      (select * from dual_settlements where finished_at is null)
      union all
      (select * from dual_settlements where finished_at is not null order by maturity_at desc, market_id limit ${finished})
    )
    select s.*, count(o.id) as orders, count(o.id) filter (where o.outcome is null) as open_orders
    from listed s left join dual_orders o on o.market_id = s.market_id and o.maturity_at = s.maturity_at
    group by s.market_id, s.maturity_at, s.ticks, s.tick_sum, s.tick_ends, s.basis, s.source_price, s.source, s.decided_at, s.finished_at
    order by s.finished_at is not null, case when s.finished_at is null then s.maturity_at end, s.maturity_at desc, s.market_id`);
  return rows.map((row) => ({ ...settlementOf(row), orders: row.orders, openOrders: row.open_orders }));
}

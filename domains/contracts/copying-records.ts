import { marketId } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import { ZERO, amount, minus, mulUp, plus, price } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { pricesAt } from '@karat/domains/market';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { closingPrice, contractProfit, contractQuantity } from '@karat/rules';
import type { PositionSide, TraderPosition } from '@karat/rules';
import { positionOf } from './position-row.ts';
import type { PositionRow } from './position-row.ts';
import type { Position } from './position.ts';

/** Result of everything that a user has traded, at a moment. */
export interface EquityAt {
  /** Net result of all fills and overnight fees until then. */
  readonly realised: Amount;
  /** Unrealised profit of what was open, at the index of the moment. */
  readonly unrealised: Amount;
}

interface HeldRow {
  market_id: number;
  side: PositionSide;
  price: string;
  spread: string;
  lot_size: string;
  /** Lots that were open at the moment. */
  lots: string;
  realised: string;
}

/** Positions of a user that were filled until a moment, as they stood at it. */
const heldAt = (queries: Queries, user: UserId, at: number): Promise<HeldRow[]> =>
  queries.rows<HeldRow>(sql`
    select p.market_id, p.side, p.price, p.spread, p.lot_size,
      (case when p.status in (1, 2) then p.lots else 0 end + coalesce(f.later, 0))::text as lots,
      (coalesce(f.realised, 0) - coalesce(o.paid, 0))::text as realised
    from contracts_positions p
    cross join lateral (
      select sum(profit + insurance + absorbed - fee) filter (where at <= to_timestamp(${at} / 1000.0)) as realised,
        sum(lots) filter (where kind = 'close' and at > to_timestamp(${at} / 1000.0)) as later
      from contracts_fills where position_id = p.id) f
    cross join lateral (
      select sum(from_available + from_margin) as paid from contracts_overnights
      where position_id = p.id and cutoff <= to_timestamp(${at} / 1000.0)) o
    where p.user_id = ${user} and p.coupon_id is null and p.opened_at <= to_timestamp(${at} / 1000.0)`);

/**
 * The result of a user at a moment of the past (unix ms), from fills and the index of that moment: the same whenever it is
 * computed. Undefined if the index of an open position is not known.
 */
export async function equityAt(queries: Queries, user: UserId, at: number): Promise<EquityAt | undefined> {
  const rows = await heldAt(queries, user, at);
  const open = rows.filter(({ lots }) => amount(lots) > 0n);
  const second = Math.floor(at / 1000);
  const points = open.map((row) => ({ marketId: marketId(row.market_id), second }));
  const prices = await pricesAt(queries, points, 'ticks');
  let unrealised = ZERO;
  for (const [n, row] of open.entries()) {
    const index = prices[n];
    if (index === undefined) return undefined;
    const close = closingPrice(row.side, index, price(row.spread));
    const quantity = contractQuantity(amount(row.lots), amount(row.lot_size));
    unrealised = plus(unrealised, contractProfit(row.side, quantity, price(row.price), close));
  }
  return { realised: rows.reduce((total, row) => plus(total, amount(row.realised)), ZERO), unrealised };
}

const NET = sql`(profit - fee - overnight + insurance)::text as net`;

/** All positions of a user that were filled until a moment (unix ms), for statistics. */
export const filledPositions = async (
  queries: Queries,
  user: UserId,
  at: number,
): Promise<TraderPosition[]> =>
  (
    await queries.rows<{
      opened_at: number;
      closed_at: number | null;
      net: string;
      origin_margin: string;
      multiple: number;
    }>(sql`
      select opened_at, case when status = 3 and closed_at <= to_timestamp(${at} / 1000.0) then closed_at end as closed_at,
        ${NET}, origin_margin, multiple
      from contracts_positions where user_id = ${user} and coupon_id is null and opened_at <= to_timestamp(${at} / 1000.0) order by id`)
  ).map((row) => ({
    openedAt: row.opened_at,
    closedAt: row.closed_at ?? undefined,
    net: amount(row.net),
    margin: amount(row.origin_margin),
    multiple: row.multiple,
  }));

/** A position as a simulation of copies needs it. */
export interface TradedPosition {
  readonly id: number;
  readonly marketId: MarketId;
  readonly side: PositionSide;
  readonly price: Price;
  readonly openedAt: number;
  readonly closedAt: number | undefined;
  readonly net: Amount;
  readonly margin: Amount;
  /** Value at the opening price, rounded up. */
  readonly notional: Amount;
  readonly lots: Amount;
}

/** Net result of a position so far, with its unrealised profit while it is open. */
function netOf(position: Position, indexOf: (id: MarketId) => Price | undefined): Amount {
  const { profit, fee, overnight, insurance, side, lots, lotSize, spread } = position;
  const realised = minus(minus(plus(profit, insurance), fee), overnight);
  const index = position.closedAt === undefined ? indexOf(position.marketId) : undefined;
  if (index === undefined || position.price === undefined) return realised;
  const quantity = contractQuantity(lots, lotSize);
  return plus(realised, contractProfit(side, quantity, position.price, closingPrice(side, index, spread)));
}

/** Positions that a user opened since a time (unix ms), newest first, at most a number. */
export const openedSince = async (
  queries: Queries,
  user: UserId,
  since: number,
  limit: number,
  indexOf: (id: MarketId) => Price | undefined,
): Promise<TradedPosition[]> =>
  (
    await queries.rows<PositionRow>(sql`
      select * from contracts_positions where user_id = ${user} and coupon_id is null and opened_at >= to_timestamp(${since} / 1000.0)
      order by id desc limit ${limit}`)
  )
    .map(positionOf)
    .flatMap((position) => {
      const { id, side, price: opening, originLots, lotSize } = position;
      // An opened position has a price.
      if (opening === undefined) return [];
      return [
        {
          ...{ id, side, price: opening, marketId: position.marketId, lots: originLots },
          openedAt: position.openedAt ?? position.createdAt,
          closedAt: position.closedAt,
          net: netOf(position, indexOf),
          margin: position.originMargin,
          notional: mulUp(contractQuantity(originLots, lotSize), opening),
        },
      ];
    });

/** Opening prices of positions, by position. */
export const openingPrices = async (
  queries: Queries,
  positions: readonly number[],
): Promise<ReadonlyMap<number, Price>> =>
  new Map(
    (
      await queries.rows<{ id: number; price: string }>(sql`
        select id, price from contracts_positions where id = any(${[...positions]}::bigint[]) and price is not null`)
    ).map((row) => [row.id, price(row.price)]),
  );

/** Open positions of a user that were opened until a time (unix ms), newest first. */
export const openUntil = async (
  queries: Queries,
  user: UserId,
  until: number,
  limit: number,
): Promise<Position[]> =>
  (
    await queries.rows<PositionRow>(sql`
      select * from contracts_positions where user_id = ${user} and coupon_id is null and status in (1, 2)
        and opened_at <= to_timestamp(${until} / 1000.0)
      order by id desc limit ${limit}`)
  ).map(positionOf);

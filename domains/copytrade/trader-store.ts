import { userId } from '@karat/contract';
import type { PositionVisibility, TraderState, UserId } from '@karat/contract';
import { amount, format, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { ReturnDays, TrackRecord } from '@karat/rules';

/** Statistics of the last snapshot. Percentages have two decimals. */
export interface TraderFigures {
  readonly totalProfit: Amount;
  readonly unrealised: Amount;
  readonly capital: Amount;
  readonly roi: Amount;
  readonly returns: Readonly<Record<ReturnDays, Amount>>;
  readonly winRate: Amount;
  readonly maxDrawdown: Amount;
  readonly sharpe: Amount | undefined;
  readonly trades: number;
  readonly holdingMs: number | null;
  readonly risk: number | null;
  readonly riskDrawdown: Amount;
  readonly riskDeviation: Amount;
  readonly riskLeverage: Amount;
  readonly curve: readonly Amount[];
  /** The first snapshot, and the one of these statistics; unix ms. */
  readonly historyFrom: number | null;
  readonly figuresAt: number | null;
}

/** A trader or an applicant. */
export interface Trader extends TraderFigures {
  readonly userId: UserId;
  readonly state: TraderState;
  readonly about: string;
  readonly reason: string | null;
  readonly shareRatio: Rate;
  readonly createdAt: number;
  readonly positions: PositionVisibility;
  readonly places: number;
  readonly simulated: boolean;
  readonly followers: number;
  readonly followMargin: Amount;
}

export interface TraderRow {
  user_id: number;
  state: TraderState;
  about: string;
  reason: string | null;
  share_ratio: string;
  created_at: number;
  total_profit: string;
  unrealised: string;
  capital: string;
  roi: string;
  roi_7: string;
  roi_30: string;
  roi_90: string;
  accuracy: string;
  max_drawdown: string;
  sharpe: string | null;
  trades: number;
  holding_ms: number | null;
  risk: number | null;
  risk_drawdown: string;
  risk_deviation: string;
  risk_leverage: string;
  curve: string[];
  history_from: number | null;
  figures_at: number | null;
  positions: PositionVisibility;
  places: number;
  simulated: boolean;
  followers: number;
  follow_margin: string;
}

export const traderOf = (row: TraderRow): Trader => ({
  userId: userId(row.user_id),
  state: row.state,
  about: row.about,
  reason: row.reason,
  shareRatio: rate(row.share_ratio),
  createdAt: row.created_at,
  totalProfit: amount(row.total_profit),
  unrealised: amount(row.unrealised),
  capital: amount(row.capital),
  roi: amount(row.roi),
  returns: { 7: amount(row.roi_7), 30: amount(row.roi_30), 90: amount(row.roi_90) },
  winRate: amount(row.accuracy),
  maxDrawdown: amount(row.max_drawdown),
  sharpe: row.sharpe === null ? undefined : amount(row.sharpe),
  trades: row.trades,
  holdingMs: row.holding_ms,
  risk: row.risk,
  riskDrawdown: amount(row.risk_drawdown),
  riskDeviation: amount(row.risk_deviation),
  riskLeverage: amount(row.risk_leverage),
  curve: row.curve.map((text) => amount(text)),
  historyFrom: row.history_from,
  figuresAt: row.figures_at,
  positions: row.positions,
  places: row.places,
  simulated: row.simulated,
  followers: row.followers,
  followMargin: amount(row.follow_margin),
});

/** Columns of a trader `t`, with followers and margin of all copies. */
export const TRADER_COLUMNS = sql`t.user_id, t.state, t.about, t.reason, t.share_ratio, t.created_at, t.total_profit,
  t.unrealised, t.capital, t.roi, t.roi_7, t.roi_30, t.roi_90, t.accuracy, t.max_drawdown, t.sharpe, t.trades, t.holding_ms,
  t.risk, t.risk_drawdown, t.risk_deviation, t.risk_leverage, t.curve::text[] as curve, t.history_from, t.figures_at,
  t.positions, t.places, t.simulated,
  (select count(*)::int from copytrade_follows f where f.trader_id = t.user_id and f.active) as followers,
  (select coalesce(sum(f.margin), 0)::text from copytrade_follows f where f.trader_id = t.user_id) as follow_margin`;

const ORDERS = {
  profit: sql`total_profit desc`,
  roi: sql`roi desc`,
  accuracy: sql`accuracy desc`,
  followers: sql`followers desc`,
  sharpe: sql`sharpe desc nulls last`,
} satisfies Record<string, Sql>;
export type TraderOrder = keyof typeof ORDERS;

/** A page of traders of a state, or some of them by id. */
export async function tradersPage(
  db: Queries,
  filter: {
    readonly state?: TraderState | undefined;
    readonly ids?: readonly UserId[] | undefined;
    readonly order: TraderOrder;
  },
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ rows: Trader[]; total: number }> {
  const where = sql`(${filter.state ?? null}::text is null or t.state = ${filter.state ?? null})
    and (${filter.ids ? [...filter.ids] : null}::bigint[] is null or t.user_id = any(${filter.ids ? [...filter.ids] : null}::bigint[]))`;
  const rows = await db.rows<TraderRow>(sql`
    select ${TRADER_COLUMNS} from copytrade_traders t where ${where}
    order by ${ORDERS[filter.order]}, user_id limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*)::int as total from copytrade_traders t where ${where}`,
  );
  return { rows: rows.map(traderOf), total };
}

export async function traderById(db: Queries, user: UserId): Promise<Trader | undefined> {
  const row = await db.maybe<TraderRow>(
    sql`select ${TRADER_COLUMNS} from copytrade_traders t where t.user_id = ${user}`,
  );
  return row && traderOf(row);
}

/** A trader's state, locked until the transaction ends. */
export const lockTrader = async (tx: Tx, user: UserId): Promise<TraderState | undefined> =>
  (
    await tx.maybe<{ state: TraderState }>(
      sql`select state from copytrade_traders where user_id = ${user} for update`,
    )
  )?.state;

/** Number of followers that a trader still accepts; negative where the trader lowered the maximum. */
export const freePlaces = async (tx: Tx, trader: UserId): Promise<number> =>
  (
    await tx.one<{ free: number }>(sql`
      select places - (select count(*)::int from copytrade_follows where trader_id = ${trader} and active) as free
      from copytrade_traders where user_id = ${trader}`)
  ).free;

/** Returns the approved traders among some users. */
export const acceptedAmong = async (tx: Tx, users: readonly UserId[]): Promise<Set<UserId>> =>
  new Set(
    (
      await tx.rows<{ user_id: number }>(
        sql`select user_id from copytrade_traders where user_id = any(${[...users]}::bigint[]) and state = 'accepted'`,
      )
    ).map((row) => userId(row.user_id)),
  );

/** Writes an application, again after a rejection. */
export const writeApplication = (
  tx: Tx,
  user: UserId,
  about: string,
  ratio: Rate,
  at: number,
): Promise<number> =>
  tx.run(sql`
    insert into copytrade_traders (user_id, state, about, share_ratio, created_at)
    values (${user}, 'applied', ${about}, ${format(ratio)}, to_timestamp(${at} / 1000.0))
    on conflict (user_id) do update set state = 'applied', about = excluded.about, reason = null,
      created_at = excluded.created_at, decided_at = null`);

export const writeDecision = (
  tx: Tx,
  user: UserId,
  state: TraderState,
  reason: string,
  at: number,
): Promise<number> =>
  tx.run(sql`
    update copytrade_traders set state = ${state}, reason = ${reason}, decided_at = to_timestamp(${at} / 1000.0)
    where user_id = ${user}`);

/** Traders, suspended ones included, who applied before a time (unix ms). */
export const acceptedIds = async (db: Queries, before: number): Promise<UserId[]> =>
  (
    await db.rows<{ user_id: number }>(sql`
      select user_id from copytrade_traders where state in ('accepted', 'suspended')
        and created_at <= to_timestamp(${before} / 1000.0)
      order by user_id`)
  ).map((row) => userId(row.user_id));

/** Stores the statistics of a snapshot with the begin of the history. */
export const writeFigures = (
  db: Queries,
  user: UserId,
  { record, hour, from }: { readonly record: TrackRecord; readonly hour: number; readonly from: number },
): Promise<number> =>
  db.run(sql`
    update copytrade_traders set total_profit = ${format(record.totalProfit)}, capital = ${format(record.capital)},
      unrealised = (select unrealised from copytrade_snapshots
        where trader_id = ${user} and hour = to_timestamp(${hour} / 1000.0)),
      roi = ${format(record.roi)}, roi_7 = ${format(record.periods[7].roi)}, roi_30 = ${format(record.periods[30].roi)},
      roi_90 = ${format(record.periods[90].roi)}, accuracy = ${format(record.winRate)},
      max_drawdown = ${format(record.maxDrawdown)},
      sharpe = ${record.sharpe === undefined ? null : format(record.sharpe)}, trades = ${record.trades},
      holding_ms = ${record.holdingMs ?? null}, risk = ${record.risk.score ?? null},
      risk_drawdown = ${format(record.risk.drawdown)}, risk_deviation = ${format(record.risk.deviation)},
      risk_leverage = ${format(record.risk.leverage)},
      curve = ${record.curve.map((value) => format(value))}::numeric[],
      history_from = to_timestamp(${from} / 1000.0), figures_at = to_timestamp(${hour} / 1000.0)
    where user_id = ${user}`);

/** Stores the settings of a trader; returns 0 if the user is none. */
export const writeSettings = (
  tx: Tx,
  user: UserId,
  settings: { readonly positions: PositionVisibility; readonly places: number },
): Promise<number> =>
  tx.run(sql`
    update copytrade_traders set positions = ${settings.positions}, places = ${settings.places}
    where user_id = ${user} and state in ('accepted', 'suspended')`);

/** Marks a trader of the demonstration. */
export const markSimulated = (tx: Tx, user: UserId): Promise<number> =>
  tx.run(sql`update copytrade_traders set simulated = true where user_id = ${user}`);

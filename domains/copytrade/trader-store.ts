import { userId } from '@karat/contract';
import type { TraderState, UserId } from '@karat/contract';
import { amount, format, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { Figures } from './rules.ts';

/** A trader or an applicant. */
export interface Trader extends Omit<Figures, 'curve'> {
  readonly userId: UserId;
  readonly state: TraderState;
  readonly about: string;
  readonly reason: string | null;
  readonly shareRatio: Rate;
  readonly createdAt: number;
  readonly curve: readonly Amount[];
  readonly figuresAt: number | null;
  readonly followers: number;
  readonly followMargin: Amount;
}

interface Row {
  user_id: number;
  state: TraderState;
  about: string;
  reason: string | null;
  share_ratio: string;
  created_at: number;
  total_profit: string;
  roi: string;
  accuracy: string;
  max_drawdown: string;
  sharpe: string | null;
  trades: number;
  curve: string[];
  figures_at: number | null;
  followers: number;
  follow_margin: string;
}

const traderOf = (row: Row): Trader => ({
  userId: userId(row.user_id),
  state: row.state,
  about: row.about,
  reason: row.reason,
  shareRatio: rate(row.share_ratio),
  createdAt: row.created_at,
  totalProfit: amount(row.total_profit),
  roi: amount(row.roi),
  accuracy: amount(row.accuracy),
  maxDrawdown: amount(row.max_drawdown),
  sharpe: row.sharpe === null ? undefined : amount(row.sharpe),
  trades: row.trades,
  curve: row.curve.map((text) => amount(text)),
  figuresAt: row.figures_at,
  followers: row.followers,
  followMargin: amount(row.follow_margin),
});

const COLUMNS = sql`t.user_id, t.state, t.about, t.reason, t.share_ratio, t.created_at, t.total_profit, t.roi, t.accuracy,
  t.max_drawdown, t.sharpe, t.trades, t.curve::text[] as curve, t.figures_at,
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
  const rows = await db.rows<Row>(sql`
    select ${COLUMNS} from copytrade_traders t where ${where}
    order by ${ORDERS[filter.order]}, user_id limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*)::int as total from copytrade_traders t where ${where}`,
  );
  return { rows: rows.map(traderOf), total };
}

export async function traderById(db: Queries, user: UserId): Promise<Trader | undefined> {
  const row = await db.maybe<Row>(sql`select ${COLUMNS} from copytrade_traders t where t.user_id = ${user}`);
  return row && traderOf(row);
}

/** A trader's state, locked until the transaction ends. */
export const lockTrader = async (tx: Tx, user: UserId): Promise<TraderState | undefined> =>
  (
    await tx.maybe<{ state: TraderState }>(
      sql`select state from copytrade_traders where user_id = ${user} for update`,
    )
  )?.state;

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

export const acceptedIds = async (db: Queries): Promise<UserId[]> =>
  (
    await db.rows<{ user_id: number }>(
      sql`select user_id from copytrade_traders where state in ('accepted', 'suspended') order by user_id`,
    )
  ).map((row) => userId(row.user_id));

export const writeFigures = (db: Queries, user: UserId, figures: Figures, at: number): Promise<number> =>
  db.run(sql`
    update copytrade_traders set total_profit = ${format(figures.totalProfit)}, roi = ${format(figures.roi)},
      accuracy = ${format(figures.accuracy)}, max_drawdown = ${format(figures.maxDrawdown)},
      sharpe = ${figures.sharpe === undefined ? null : format(figures.sharpe)}, trades = ${figures.trades},
      curve = ${figures.curve.map((value) => format(value))}::numeric[], figures_at = to_timestamp(${at} / 1000.0)
    where user_id = ${user}`);

import { refuse } from '@karat/contract';
import type { TraderSort } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Sql } from '@karat/platform/db';
import type { ReturnDays } from '@karat/rules';
import { TRADER_COLUMNS, traderOf } from './trader-store.ts';
import type { Trader, TraderRow } from './trader-store.ts';

/** Which traders are listed, and in which order. Percentages and USDT. */
export interface TraderFilter {
  readonly days: ReturnDays;
  readonly sort: TraderSort;
  readonly roiMin: Amount | undefined;
  readonly winRateMin: Amount | undefined;
  readonly aumMin: Amount | undefined;
  readonly riskMax: number | undefined;
  readonly isFree: boolean;
}

const RETURNS: Readonly<Record<ReturnDays, Sql>> = { 7: sql`roi_7`, 30: sql`roi_30`, 90: sql`roi_90` };

/** Rank of a trader: a higher one comes first. Traders without a risk score come after all that have one. */
function rankOf(sort: TraderSort, days: ReturnDays): Sql {
  switch (sort) {
    case 'roi':
      return RETURNS[days];
    case 'profit':
      return sql`total_profit`;
    case 'win_rate':
      return sql`accuracy`;
    case 'aum':
      return sql`follow_margin::numeric`;
    case 'followers':
      return sql`followers::numeric`;
    case 'risk':
      return sql`-coalesce(risk, 11)::numeric`;
    case 'drawdown':
      return sql`-max_drawdown`;
  }
}

const CURSOR = /^(-?[0-9]{1,28}(?:\.[0-9]{1,10})?)_([1-9][0-9]{0,15})$/;

/** Rank and number of the last trader of a page. Refuses `parameter_error`. */
function readCursor(cursor: string): { readonly rank: string; readonly user: number } {
  const [, rank = '', user = ''] = CURSOR.exec(cursor) ?? refuse('parameter_error', { field: 'cursor' });
  return { rank, user: Number(user) };
}

/** A page of accepted traders by rank, then number, with the cursor of the next page. */
export async function listTraders(
  db: Queries,
  filter: TraderFilter,
  cursor: string | undefined,
  limit: number,
): Promise<{ readonly rows: readonly Trader[]; readonly next: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const bound = (value: Amount | undefined): string | null => (value === undefined ? null : format(value));
  const [roi, winRate, aum] = [bound(filter.roiMin), bound(filter.winRateMin), bound(filter.aumMin)];
  const rows = await db.rows<TraderRow & { rank: string }>(sql`
    with accepted as (select ${TRADER_COLUMNS} from copytrade_traders t where t.state = 'accepted'),
    ranked as (select *, (${rankOf(filter.sort, filter.days)})::text as rank from accepted)
    select * from ranked
    where (${roi}::numeric is null or ${RETURNS[filter.days]} >= ${roi}::numeric)
      and (${winRate}::numeric is null or accuracy >= ${winRate}::numeric)
      and (${aum}::numeric is null or follow_margin::numeric >= ${aum}::numeric)
      and (${filter.riskMax ?? null}::int is null or risk <= ${filter.riskMax ?? null}::int)
      and (not ${filter.isFree}::boolean or followers < places)
      and (${after?.rank ?? null}::numeric is null or rank::numeric < ${after?.rank ?? null}::numeric
        or (rank::numeric = ${after?.rank ?? null}::numeric and user_id > ${after?.user ?? 0}))
    order by rank::numeric desc, user_id limit ${limit + 1}`);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last ? `${format(amount(last.rank))}_${last.user_id}` : null;
  return { rows: shown.map(traderOf), next };
}

import { GAME_STATUS } from '@karat/contract';
import type { GameKind, GameRoundState, MarketId, UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { ROUND_COLUMNS, readRounds } from './round-store.ts';
import type { GameStatus } from './rules.ts';
import type { Round } from './types.ts';

type Sql = ReturnType<typeof sql>;

interface Paging {
  readonly page: number;
  readonly limit: number;
}
export interface Rounds {
  readonly rows: Round[];
  readonly total: number;
}

/** SQL conditions on a round `r` at a moment. */
function stateCondition(state: GameRoundState, now: number): Sql {
  const moment = sql`to_timestamp(${now} / 1000.0)`;
  const live = sql`r.paying_at is null and r.answer is null`;
  switch (state) {
    case 'coming':
      return sql`${live} and r.opens_at > ${moment}`;
    case 'open':
      return sql`${live} and r.opens_at <= ${moment} and r.closes_at > ${moment}`;
    case 'closed':
      return sql`${live} and r.closes_at <= ${moment}`;
    case 'answered':
      return sql`r.paying_at is null and r.answer is not null`;
    case 'paying':
      return sql`r.paying_at is not null and r.settled_at is null`;
    case 'settled':
      return sql`r.settled_at is not null`;
  }
}

/** The conditions of a status for a user; a visitor has no entries. */
function statusCondition(status: GameStatus, user: UserId | undefined, now: number): Sql {
  const entered = (only: Sql): Sql =>
    sql`exists (select 1 from games_entries e where e.round_id = r.id and e.user_id = ${user ?? 0} and ${only})`;
  const answered = sql`r.settled_at is not null and r.outcome in ('paid', 'nobody_right')`;
  switch (status) {
    case GAME_STATUS.notStarted:
      return stateCondition('coming', now);
    case GAME_STATUS.guessing:
      return stateCondition('open', now);
    case GAME_STATUS.unsettled:
      return sql`r.settled_at is null and (r.paying_at is not null or r.closes_at <= to_timestamp(${now} / 1000.0))`;
    case GAME_STATUS.over:
      return sql`${answered} and not ${entered(sql`true`)}`;
    case GAME_STATUS.right:
      return sql`${answered} and ${entered(sql`e.option = r.answer`)}`;
    case GAME_STATUS.missed:
      return sql`${answered} and ${entered(sql`true`)} and not ${entered(sql`e.option = r.answer`)}`;
    case GAME_STATUS.cancelled:
      return sql`r.settled_at is not null and r.outcome in ('cancelled', 'no_price')`;
  }
}

async function page(db: Queries, where: Sql, order: Sql, paging: Paging): Promise<Rounds> {
  const rows = await readRounds(
    db,
    sql`select ${ROUND_COLUMNS} from games_rounds r where ${where} order by ${order}
      limit ${paging.limit} offset ${(paging.page - 1) * paging.limit}`,
  );
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from games_rounds r where ${where}`,
  );
  return { rows, total };
}

/** Rounds that are open by their closing, then those to come by their opening, then the others, newest first. */
const BY_TIME = (now: number): Sql => sql`
  case when r.paying_at is not null or r.closes_at <= to_timestamp(${now} / 1000.0) then 2
    when r.opens_at <= to_timestamp(${now} / 1000.0) then 0 else 1 end,
  case when r.paying_at is not null or r.closes_at <= to_timestamp(${now} / 1000.0) then null
    when r.opens_at <= to_timestamp(${now} / 1000.0) then r.closes_at else r.opens_at end,
  r.settles_at desc, r.id desc`;

export const listRounds = (
  db: Queries,
  filter: {
    readonly user: UserId | undefined;
    readonly status: GameStatus | undefined;
    readonly kind: GameKind | undefined;
    readonly market: MarketId | undefined;
    readonly now: number;
  },
  paging: Paging,
): Promise<Rounds> =>
  page(
    db,
    sql`(${filter.kind ?? null}::text is null or r.kind = ${filter.kind ?? null}::text)
      and (${filter.market ?? null}::int is null or r.market_id = ${filter.market ?? null}::int)
      and ${filter.status === undefined ? sql`true` : statusCondition(filter.status, filter.user, filter.now)}`,
    BY_TIME(filter.now),
    paging,
  );

/** Rounds for the console, newest first. */
export const listRoundsIn = (
  db: Queries,
  filter: {
    readonly state: GameRoundState | undefined;
    readonly kind: GameKind | undefined;
    readonly now: number;
  },
  paging: Paging,
): Promise<Rounds> =>
  page(
    db,
    sql`(${filter.kind ?? null}::text is null or r.kind = ${filter.kind ?? null}::text)
      and ${filter.state === undefined ? sql`true` : sql`(${stateCondition(filter.state, filter.now)})`}`,
    sql`r.id desc`,
    paging,
  );

export interface Overview {
  readonly states: readonly { readonly state: GameRoundState; readonly rounds: number }[];
  readonly openDisputes: number;
  readonly unanswered: number;
}

/** Counts for the console. */
export async function readOverview(
  db: Queries,
  states: readonly GameRoundState[],
  now: number,
): Promise<Overview> {
  const counted = await Promise.all(
    states.map(async (state) => ({
      state,
      rounds: (
        await db.one<{ count: number }>(
          sql`select count(*) as count from games_rounds r where ${stateCondition(state, now)}`,
        )
      ).count,
    })),
  );
  const { disputes, unanswered } = await db.one<{ disputes: number; unanswered: number }>(sql`
    select (select count(*) from games_disputes where state = 'open') as disputes,
      (select count(*) from games_rounds r
        where r.kind = 'decided' and ${stateCondition('closed', now)} and r.settles_at <= to_timestamp(${now} / 1000.0)) as unanswered`);
  return { states: counted, openDisputes: disputes, unanswered };
}

export interface CurrencySums {
  readonly currency_id: number;
  readonly held: string;
  readonly staked: string;
  readonly paid: string;
  readonly returned: string;
  readonly fees: string;
}

/** Sums of rounds by currency. */
export const readSums = (db: Queries): Promise<CurrencySums[]> =>
  db.rows<CurrencySums>(sql`
    select currency_id,
      coalesce(sum(pool) filter (where settled_at is null), 0)::text as held,
      coalesce(sum(pool), 0)::text as staked,
      coalesce(sum(shared) filter (where settled_at is not null and outcome = 'paid'), 0)::text as paid,
      coalesce(sum(pool) filter (where settled_at is not null and outcome <> 'paid'), 0)::text as returned,
      coalesce(sum(fee), 0)::text as fees
    from games_rounds group by currency_id order by currency_id`);

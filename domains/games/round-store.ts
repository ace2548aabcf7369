import { currencyId, marketId } from '@karat/contract';
import type { GameKind, GameOutcome } from '@karat/contract';
import { gameTermsText, readGameTerms, sha256Hex } from '@karat/evidence';
import type { GameTerms, ReceiptTick } from '@karat/evidence';
import { ZERO, amount, format, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Division, Round } from './types.ts';

interface RoundRow {
  id: number;
  kind: GameKind;
  schedule_id: number | null;
  market_id: number | null;
  currency_id: number;
  decimals: number;
  stake_min: string;
  stake_max: string;
  user_max: string;
  fee_rate: string;
  opens_at: number;
  closes_at: number;
  settles_at: number;
  terms: string;
  hash: string;
  committed_at: number;
  pool: string;
  entries: number;
  option_pools: string[];
  option_entries: number[];
  answer: number | null;
  answer_id: number | null;
  disputable_until: number | null;
  ticks: string | null;
  outcome: GameOutcome | null;
  cancel_reason: string | null;
  fee: string | null;
  shared: string | null;
  right_pool: string | null;
  cutoff_remainder: string | null;
  cutoff_entry: number | null;
  paying_at: number | null;
  settled_at: number | null;
}

export const ROUND_COLUMNS = sql`r.*,
  (select array_agg(o.pool::text order by o.no) from games_options o where o.round_id = r.id) as option_pools,
  (select array_agg(o.entries order by o.no) from games_options o where o.round_id = r.id) as option_entries`;

function divisionOf(row: RoundRow): Division | undefined {
  const { outcome, fee, shared, right_pool: right } = row;
  if (outcome === null || fee === null || shared === null || right === null) return undefined;
  return {
    outcome,
    fee: amount(fee),
    shared: amount(shared),
    rightPool: amount(right),
    cutoff:
      row.cutoff_remainder === null || row.cutoff_entry === null
        ? undefined
        : { remainder: BigInt(row.cutoff_remainder), id: row.cutoff_entry },
  };
}

const roundOf = (row: RoundRow): Round => ({
  id: row.id,
  kind: row.kind,
  scheduleId: row.schedule_id ?? undefined,
  marketId: row.market_id === null ? undefined : marketId(row.market_id),
  currencyId: currencyId(row.currency_id),
  decimals: row.decimals,
  stakeMin: amount(row.stake_min),
  stakeMax: amount(row.stake_max),
  userMax: amount(row.user_max),
  feeRate: rate(row.fee_rate),
  opensMs: row.opens_at,
  closesMs: row.closes_at,
  settlesMs: row.settles_at,
  termsText: row.terms,
  terms: readGameTerms(row.terms),
  hash: row.hash,
  committedMs: row.committed_at,
  pool: amount(row.pool),
  entries: row.entries,
  options: row.option_pools.map((pool, index) => ({
    pool: amount(pool),
    entries: row.option_entries[index] ?? 0,
  })),
  answer: row.answer ?? undefined,
  answerId: row.answer_id ?? undefined,
  disputableUntilMs: row.disputable_until ?? undefined,
  ticks: row.ticks === null ? [] : (JSON.parse(row.ticks) as ReceiptTick[]),
  cancelReason: row.cancel_reason ?? undefined,
  division: divisionOf(row),
  payingMs: row.paying_at ?? undefined,
  settledMs: row.settled_at ?? undefined,
});

/** Rounds of a query that selects `ROUND_COLUMNS`. */
export const readRounds = async (db: Queries, query: ReturnType<typeof sql>): Promise<Round[]> =>
  (await db.rows<RoundRow>(query)).map(roundOf);

export async function findRound(db: Queries, id: number): Promise<Round | undefined> {
  const [round] = await readRounds(db, sql`select ${ROUND_COLUMNS} from games_rounds r where r.id = ${id}`);
  return round;
}

export async function roundsById(db: Queries, ids: readonly number[]): Promise<ReadonlyMap<number, Round>> {
  const rounds = await readRounds(
    db,
    sql`select ${ROUND_COLUMNS} from games_rounds r where r.id = any(${[...ids]}::bigint[])`,
  );
  return new Map(rounds.map((round) => [round.id, round]));
}

/** A round, locked until the transaction ends. The pools are those after the lock. */
export async function lockRound(tx: Tx, id: number): Promise<Round | undefined> {
  const found = await tx.maybe(sql`select 1 from games_rounds where id = ${id} for update`);
  return found === undefined ? undefined : findRound(tx, id);
}

export interface NewRound {
  readonly terms: GameTerms;
  readonly currency: number;
  readonly schedule: number | undefined;
  readonly at: number;
}

/** Commits a round with its options. Returns its id, or undefined where the schedule has one for the moment. */
export async function insertRound(tx: Tx, round: NewRound): Promise<number | undefined> {
  const { terms, currency, schedule, at } = round;
  const text = gameTermsText(terms);
  const moment = (ms: number) => sql`to_timestamp(${ms} / 1000.0)`;
  const row = await tx.maybe<{ id: number }>(sql`
    insert into games_rounds (kind, schedule_id, market_id, option_count, currency_id, decimals, stake_min, stake_max, user_max,
      fee_rate, opens_at, closes_at, settles_at, terms, hash, committed_at)
    values (${terms.kind}, ${schedule ?? null}::int, ${terms.price?.market ?? null}::int, ${terms.options}, ${currency},
      ${terms.decimals}, ${format(terms.stakeMin)}, ${format(terms.stakeMax)}, ${format(terms.userMax)}, ${format(terms.feeRate)},
      ${moment(terms.opensMs)}, ${moment(terms.closesMs)}, ${moment(terms.settlesMs)}, ${text}, ${sha256Hex(text)}, ${moment(at)})
    on conflict (schedule_id, settles_at) do nothing returning id`);
  if (!row) return undefined;
  await tx.run(
    sql`insert into games_options (round_id, no) select ${row.id}, no from generate_series(1, ${terms.options}::int) as no`,
  );
  return row.id;
}

/** Adds a stake to the pools of a locked round. */
export async function addToPool(tx: Tx, id: number, option: number, stake: Amount): Promise<void> {
  const value = format(stake);
  await tx.run(
    sql`update games_rounds set pool = pool + ${value}::numeric, entries = entries + 1 where id = ${id}`,
  );
  await tx.run(sql`
    update games_options set pool = pool + ${value}::numeric, entries = entries + 1
    where round_id = ${id} and no = ${option}`);
}

/** Writes the answer of the ticks. */
export const writeTicks = (
  tx: Tx,
  id: number,
  ticks: readonly ReceiptTick[],
  answer: number | undefined,
): Promise<number> =>
  tx.run(sql`
    update games_rounds set ticks = ${JSON.stringify(ticks)}, answer = ${answer ?? null}::smallint
    where id = ${id} and paying_at is null`);

/** Writes or withdraws the answer of operators. */
export const writeAnswer = (
  tx: Tx,
  id: number,
  answer: { readonly id: number; readonly option: number; readonly disputableUntilMs: number } | undefined,
): Promise<number> =>
  tx.run(sql`
    update games_rounds set answer = ${answer?.option ?? null}::smallint, answer_id = ${answer?.id ?? null}::bigint,
      disputable_until = to_timestamp(${answer?.disputableUntilMs ?? null}::numeric / 1000.0)
    where id = ${id} and paying_at is null`);

/** Begins the payout; from now on the outcome does not change. */
export const writeDivision = (
  tx: Tx,
  id: number,
  division: Division,
  now: number,
  cancelReason?: string,
): Promise<number> =>
  tx.run(sql`
    update games_rounds set outcome = ${division.outcome}, fee = ${format(division.fee)}, shared = ${format(division.shared)},
      right_pool = ${format(division.rightPool)},
      cutoff_remainder = ${division.cutoff === undefined ? null : String(division.cutoff.remainder)}::numeric,
      cutoff_entry = ${division.cutoff?.id ?? null}::bigint, cancel_reason = ${cancelReason ?? null}::text,
      paying_at = to_timestamp(${now} / 1000.0)
    where id = ${id} and paying_at is null`);

/** A division that returns every stake. */
export const refundAll = (outcome: Exclude<GameOutcome, 'paid'>): Division => ({
  outcome,
  fee: ZERO,
  shared: ZERO,
  rightPool: ZERO,
  cutoff: undefined,
});

export const finishRound = (tx: Tx, id: number, now: number): Promise<number> =>
  tx.run(sql`
    update games_rounds set settled_at = to_timestamp(${now} / 1000.0)
    where id = ${id} and paying_at is not null and settled_at is null`);

import { userId as brandUser } from '@karat/contract';
import type { GameDisputeState, UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Answer, Dispute } from './types.ts';

interface AnswerRow {
  id: number;
  round_id: number;
  option: number;
  link: string;
  file: string;
  sha256: string;
  note: string;
  decided_at: number;
  withdrawn_at: number | null;
}
interface DisputeRow {
  id: number;
  answer_id: number;
  round_id: number;
  user_id: number;
  reason: string;
  state: GameDisputeState;
  answer: string | null;
  created_at: number;
  decided_at: number | null;
  decided_by: string | null;
}

const answerOf = (row: AnswerRow): Answer => ({
  id: row.id,
  roundId: row.round_id,
  option: row.option,
  link: row.link,
  file: row.file,
  sha256: row.sha256,
  note: row.note,
  decidedMs: row.decided_at,
  withdrawnMs: row.withdrawn_at ?? undefined,
});
const disputeOf = (row: DisputeRow): Dispute => ({
  id: row.id,
  answerId: row.answer_id,
  roundId: row.round_id,
  userId: brandUser(row.user_id),
  reason: row.reason,
  state: row.state,
  answer: row.answer ?? undefined,
  createdMs: row.created_at,
  decidedMs: row.decided_at ?? undefined,
  decidedBy: row.decided_by ?? undefined,
});

export const insertAnswer = async (tx: Tx, answer: Omit<Answer, 'id' | 'withdrawnMs'>): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into games_answers (round_id, option, link, file, sha256, note, decided_at)
      values (${answer.roundId}, ${answer.option}, ${answer.link}, ${answer.file}, ${answer.sha256}, ${answer.note},
        to_timestamp(${answer.decidedMs} / 1000.0))
      returning id`)
  ).id;

/** Answers of a round, newest first. */
export const answersOf = async (db: Queries, round: number): Promise<Answer[]> =>
  (
    await db.rows<AnswerRow>(
      sql`select * from games_answers where round_id = ${round} order by id desc limit 20`,
    )
  ).map(answerOf);

export const withdrawAnswer = (tx: Tx, id: number, now: number): Promise<number> =>
  tx.run(sql`
    update games_answers set withdrawn_at = to_timestamp(${now} / 1000.0) where id = ${id} and withdrawn_at is null`);

/** Stores a dispute; undefined where the user has disputed the answer before. */
export async function insertDispute(
  tx: Tx,
  dispute: Pick<Dispute, 'answerId' | 'roundId' | 'userId' | 'reason' | 'createdMs'>,
): Promise<Dispute | undefined> {
  const row = await tx.maybe<DisputeRow>(sql`
    insert into games_disputes (answer_id, round_id, user_id, reason, created_at)
    values (${dispute.answerId}, ${dispute.roundId}, ${dispute.userId}, ${dispute.reason},
      to_timestamp(${dispute.createdMs} / 1000.0))
    on conflict (answer_id, user_id) do nothing returning *`);
  return row && disputeOf(row);
}

export async function findDispute(db: Queries, id: number): Promise<Dispute | undefined> {
  const row = await db.maybe<DisputeRow>(sql`select * from games_disputes where id = ${id}`);
  return row && disputeOf(row);
}

/** Open disputes by round. */
export const openDisputes = async (
  db: Queries,
  rounds: readonly number[],
): Promise<ReadonlyMap<number, number>> =>
  new Map(
    (
      await db.rows<{ round_id: number; count: number }>(sql`
        select round_id, count(*) as count from games_disputes
        where state = 'open' and round_id = any(${[...rounds]}::bigint[]) group by round_id`)
    ).map(({ round_id: id, count }) => [id, count]),
  );

/** The newest dispute of a user about a round. */
export async function ownDispute(db: Queries, user: UserId, round: number): Promise<Dispute | undefined> {
  const row = await db.maybe<DisputeRow>(sql`
    select * from games_disputes where user_id = ${user} and round_id = ${round} order by id desc limit 1`);
  return row && disputeOf(row);
}

export interface DisputeDecision {
  readonly state: 'accepted' | 'rejected';
  readonly answer: string;
  readonly by: string;
  readonly at: number;
}

/** Decides an open dispute, or with `answerId` all open ones of an answer. Returns those decided. */
export const decideDisputes = async (
  tx: Tx,
  which: { readonly id: number } | { readonly answerId: number },
  decision: DisputeDecision,
): Promise<Dispute[]> =>
  (
    await tx.rows<DisputeRow>(sql`
      update games_disputes set state = ${decision.state}, answer = ${decision.answer}, decided_by = ${decision.by},
        decided_at = to_timestamp(${decision.at} / 1000.0)
      where state = 'open' and ${'id' in which ? sql`id = ${which.id}` : sql`answer_id = ${which.answerId}`}
      returning *`)
  ).map(disputeOf);

interface Paging {
  readonly page: number;
  readonly limit: number;
}

async function page(
  db: Queries,
  rest: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
  paging: Paging,
) {
  const rows = await db.rows<DisputeRow>(sql`
    select * from games_disputes where ${rest} order by ${order}
    limit ${paging.limit} offset ${(paging.page - 1) * paging.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from games_disputes where ${rest}`,
  );
  return { rows: rows.map(disputeOf), total };
}

/** Disputes of a user, newest first. */
export const disputesOfUser = (db: Queries, user: UserId, paging: Paging) =>
  page(db, sql`user_id = ${user}`, sql`id desc`, paging);

/** Disputes of a state, the oldest first. */
export const disputesIn = (db: Queries, state: GameDisputeState | undefined, paging: Paging) =>
  page(db, sql`(${state ?? null}::text is null or state = ${state ?? null}::text)`, sql`id`, paging);

import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

const DUE_MAX = 20;

const NEXT_DUE = `
  select min(at) as at from (
    select r.paying_at as at from games_rounds r where r.settled_at is null and r.paying_at is not null
    union all
    select r.settles_at from games_rounds r where r.settled_at is null and r.paying_at is null and r.kind = 'price'
    union all
    select r.disputable_until from games_rounds r
    where r.settled_at is null and r.paying_at is null and r.answer is not null
      and not exists (select 1 from games_disputes d where d.answer_id = r.answer_id and d.state = 'open')) as due`;

/** The first moment (unix ms) at which a round has something to settle. */
export async function nextDue(db: Queries): Promise<number | undefined> {
  const [row] = await db.prepared<{ at: number | null }>('games_next_due', NEXT_DUE, []);
  return row?.at ?? undefined;
}

/** Rounds with something due, the payouts first, locked until the transaction ends; those of other processes are left out. */
export const claimDue = async (tx: Tx, now: number): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
      select r.id from games_rounds r
      where r.settled_at is null and (r.paying_at is not null
        or (r.kind = 'price' and r.settles_at <= to_timestamp(${now} / 1000.0))
        or (r.answer is not null and r.disputable_until <= to_timestamp(${now} / 1000.0)
          and not exists (select 1 from games_disputes d where d.answer_id = r.answer_id and d.state = 'open')))
      order by r.paying_at nulls last, r.settles_at, r.id limit ${DUE_MAX} for update skip locked`)
  ).map(({ id }) => id);

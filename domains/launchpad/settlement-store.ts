import { userId as brandUser } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import type { AllotmentTerms } from '@karat/rules';
import { plainArray, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { findProject, lockProject } from './project-store.ts';
import type { Project } from './types.ts';

const NEXT_DUE = `
  select min(at) as at from (
    select coalesce(cancelled_at, end_at) as at from launchpad_projects where allotting_at is null
    union all
    select allotting_at from launchpad_projects where allotting_at is not null and settled_at is null
    union all
    select listing_at from launchpad_projects
    where settled_at is not null and cancelled_at is null and unlocking_at is null and listing_at is not null
    union all
    select unlocking_at from launchpad_projects where unlocking_at is not null and listed_at is null
  ) as due`;

/** The first moment (unix ms) at which a project has a settlement or a listing to do. */
export async function nextProjectDue(db: Queries): Promise<number | undefined> {
  const [row] = await db.prepared<{ at: number | null }>('launchpad_next_due', NEXT_DUE, []);
  return row?.at ?? undefined;
}

/** A project with something due, locked until the transaction ends; one that another process works on is left out. */
export async function claimDue(tx: Tx, now: number): Promise<Project | undefined> {
  const row = await tx.maybe<{ id: number }>(sql`
    select id from launchpad_projects
    where (allotting_at is null and coalesce(cancelled_at, end_at) <= to_timestamp(${now} / 1000.0))
      or (allotting_at is not null and settled_at is null)
      or (settled_at is not null and cancelled_at is null and unlocking_at is null and listing_at <= to_timestamp(${now} / 1000.0))
      or (unlocking_at is not null and listed_at is null)
    order by coalesce(unlocking_at, allotting_at, cancelled_at, end_at), id limit 1 for update skip locked`);
  return row && lockProject(tx, row.id);
}

/** The project whose applications are being settled, without a lock. */
export async function findInAllotment(db: Queries): Promise<Project | undefined> {
  const [row] = await db.prepared<{ id: number }>(
    'launchpad_in_allotment',
    `select id from launchpad_projects where allotting_at is not null and settled_at is null order by allotting_at, id limit 1`,
    [],
  );
  return row && findProject(db, row.id);
}

/**
 * Terms of the allotment of all applications that are not cancelled, by the largest remainder method: the same as
 * `allotmentTerms` of the rules, computed by the database because they may be a hundred thousand.
 */
export async function readAllotmentTerms(
  db: Queries,
  { id, decimals }: Pick<Project, 'id' | 'decimals'>,
  supply: Amount,
): Promise<AllotmentTerms> {
  // Amounts are divided as whole numbers of the token's smallest unit.
  const scale = String(10n ** BigInt(decimals));
  const { applied } = await db.one<{ applied: string }>(sql`
    select coalesce(sum(amount), 0)::text as applied from launchpad_applications
    where project_id = ${id} and cancelled_at is null`);
  const terms = { supply, applied: amount(applied), decimals };
  if (terms.applied <= supply) return { ...terms, cutoff: undefined };
  const last = await db.maybe<{ id: number; cutoff: string }>(sql`
    with shares as materialized (
      select id, s.supply, div(s.supply * trunc(amount * s.scale), s.total) as units,
        mod(s.supply * trunc(amount * s.scale), s.total) as remainder
      from launchpad_applications,
        (select trunc(${format(supply)}::numeric * scale) as supply, trunc(${applied}::numeric * scale) as total, scale
          from (select ${scale}::numeric as scale) as given) as s
      where project_id = ${id} and cancelled_at is null
    )
    select id, trunc(remainder)::text as cutoff from shares
    order by remainder desc, id
    offset (select greatest(max(supply) - sum(units) - 1, 0)::bigint from shares)
    limit (select case when max(supply) > sum(units) then 1 else 0 end from shares)`);
  return { ...terms, cutoff: last && { id: last.id, remainder: BigInt(last.cutoff) } };
}

/** Writes the terms with which the settlement starts. */
export const startAllotment = (tx: Tx, id: number, terms: AllotmentTerms, now: number): Promise<number> =>
  tx.run(sql`
    update launchpad_projects set allotting_at = to_timestamp(${now} / 1000.0), allotted_supply = ${format(terms.supply)},
      applied = ${format(terms.applied)}, cutoff_id = ${terms.cutoff?.id ?? null}::bigint,
      cutoff_remainder = ${terms.cutoff === undefined ? null : String(terms.cutoff.remainder)}::numeric
    where id = ${id} and allotting_at is null`);

/** Settlements of applications, in the order of their numbers, as the database takes them. */
export interface SettledColumns {
  readonly ids: readonly number[];
  readonly users: readonly UserId[];
  /** Decimals. */
  readonly tokens: readonly string[];
  readonly paid: readonly string[];
}

/** Writes settlements and what their users were allotted, and moves the project's cursor. Returns how many were open. */
export async function writeSettled(
  tx: Tx,
  project: number,
  { ids, users, tokens, paid }: SettledColumns,
  now: number,
): Promise<number> {
  const [first, last] = [ids[0] ?? 0, ids.at(-1) ?? 0];
  // The range of numbers keeps the database from reading the whole table.
  const { written } = await tx.one<{ written: number }>(sql`
    with settled as (
      update launchpad_applications a set tokens = s.tokens, paid = s.paid, settled_at = to_timestamp(${now} / 1000.0)
      from unnest(${plainArray(ids)}::bigint[], ${plainArray(tokens)}::numeric[], ${plainArray(paid)}::numeric[]) as s (id, tokens, paid)
      where a.id = s.id and a.id between ${first} and ${last} and a.project_id = ${project}
        and a.settled_at is null and a.cancelled_at is null
      returning 1
    ), allotted as (
      update launchpad_subscribers u set tokens = u.tokens + s.tokens
      from (select user_id, sum(tokens) as tokens from unnest(${plainArray(users)}::bigint[], ${plainArray(tokens)}::numeric[]) as s (user_id, tokens)
        group by user_id) as s
      where u.project_id = ${project} and u.user_id = s.user_id and s.tokens > 0
    ), moved as (
      update launchpad_projects set settled_up_to = ${last} where id = ${project} and settled_up_to < ${first}
    )
    select count(*) as written from settled`);
  return written;
}

export const finishAllotment = (tx: Tx, id: number, now: number): Promise<number> =>
  tx.run(sql`
    update launchpad_projects set settled_at = to_timestamp(${now} / 1000.0)
    where id = ${id} and allotting_at is not null and settled_at is null`);

/** Starts unlocking; returns 0 where it has started, or the project is not settled or was cancelled. */
export const startUnlocking = (tx: Tx, id: number, now: number): Promise<number> =>
  tx.run(sql`
    update launchpad_projects set unlocking_at = to_timestamp(${now} / 1000.0)
    where id = ${id} and settled_at is not null and cancelled_at is null and unlocking_at is null`);

export interface LockedTokens {
  readonly userId: UserId;
  readonly tokens: Amount;
}

/** Users with locked tokens, by id, locked until the transaction ends. */
export const claimLocked = async (tx: Tx, project: number, limit: number): Promise<LockedTokens[]> =>
  (
    await tx.rows<{ user_id: number; tokens: string }>(sql`
      select user_id, tokens from launchpad_subscribers
      where project_id = ${project} and unlocked_at is null and tokens > 0
      order by user_id limit ${limit} for update`)
  ).map((row) => ({ userId: brandUser(row.user_id), tokens: amount(row.tokens) }));

export const writeUnlocked = (
  tx: Tx,
  project: number,
  users: readonly UserId[],
  now: number,
): Promise<number> =>
  tx.run(sql`
    update launchpad_subscribers set unlocked_at = to_timestamp(${now} / 1000.0)
    where project_id = ${project} and user_id = any(${[...users]}::bigint[]) and unlocked_at is null`);

export const finishUnlocking = (tx: Tx, id: number, now: number): Promise<number> =>
  tx.run(sql`
    update launchpad_projects set listed_at = to_timestamp(${now} / 1000.0)
    where id = ${id} and unlocking_at is not null and listed_at is null`);

/** Counts of one project for the console. */
export interface ProjectCounts {
  readonly users: number;
  readonly openApplications: number;
  readonly lockedUsers: number;
}

export async function countsOf(
  db: Queries,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProjectCounts>> {
  const rows = await db.rows<{ id: number; users: number; open: number; locked: number }>(sql`
    select p.id,
      (select count(*) from launchpad_subscribers s where s.project_id = p.id and s.applied > 0) as users,
      (select count(*) from launchpad_applications a
        where a.project_id = p.id and a.id > p.settled_up_to and a.settled_at is null and a.cancelled_at is null) as open,
      (select count(*) from launchpad_subscribers s
        where s.project_id = p.id and s.unlocked_at is null and s.tokens > 0) as locked
    from launchpad_projects p where p.id = any(${[...ids]}::int[])`);
  return new Map(
    rows.map((row) => [row.id, { users: row.users, openApplications: row.open, lockedUsers: row.locked }]),
  );
}

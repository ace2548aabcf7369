import { currencyId, userId as brandUser } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, format, negate, price } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { Application } from './types.ts';

interface ApplicationRow {
  id: number;
  project_id: number;
  user_id: number;
  amount: string;
  currency_id: number;
  pay_decimals: number;
  price: string;
  held: string;
  applied_at: number;
  cancelled_at: number | null;
  tokens: string | null;
  paid: string | null;
  settled_at: number | null;
}

const settledOf = ({ tokens, paid, settled_at: atMs }: ApplicationRow): Application['settled'] =>
  tokens === null || paid === null || atMs === null
    ? undefined
    : { tokens: amount(tokens), paid: amount(paid), atMs };

const applicationOf = (row: ApplicationRow): Application => ({
  id: row.id,
  projectId: row.project_id,
  userId: brandUser(row.user_id),
  amount: amount(row.amount),
  currencyId: currencyId(row.currency_id),
  payDecimals: row.pay_decimals,
  price: price(row.price),
  held: amount(row.held),
  appliedMs: row.applied_at,
  cancelledMs: row.cancelled_at ?? undefined,
  settled: settledOf(row),
});

export type NewApplication = Omit<Application, 'id' | 'cancelledMs' | 'settled'>;

export const insertApplication = async (tx: Tx, added: NewApplication): Promise<Application> =>
  applicationOf(
    await tx.one<ApplicationRow>(sql`
      insert into launchpad_applications (project_id, user_id, amount, currency_id, pay_decimals, price, held, applied_at)
      values (${added.projectId}, ${added.userId}, ${format(added.amount)}, ${added.currencyId}, ${added.payDecimals},
        ${format(added.price)}, ${format(added.held)}, to_timestamp(${added.appliedMs} / 1000.0))
      returning *`),
  );

/** Adds to what a user has applied for; returns false beyond the user's maximum. Other applications of the user wait. */
export async function addToSubscriber(
  tx: Tx,
  project: { readonly id: number; readonly userMax: Amount },
  user: UserId,
  tokens: Amount,
): Promise<boolean> {
  if (tokens > project.userMax) return false;
  const added = await tx.run(sql`
    insert into launchpad_subscribers (project_id, user_id, applied) values (${project.id}, ${user}, ${format(tokens)})
    on conflict (project_id, user_id) do update set applied = launchpad_subscribers.applied + excluded.applied
    where launchpad_subscribers.applied + excluded.applied <= ${format(project.userMax)}::numeric`);
  return added > 0;
}

const SHARDS = 16;

/** Adds an application, with its tokens, to the totals of a project. */
export const addToTotals = (tx: Tx, project: number, user: UserId, tokens: Amount): Promise<number> =>
  tx.run(sql`
    insert into launchpad_totals (project_id, shard, applied, applications)
    values (${project}, ${user % SHARDS}, ${format(tokens)}, 1)
    on conflict (project_id, shard) do update set applied = launchpad_totals.applied + excluded.applied,
      applications = launchpad_totals.applications + 1`);

/** Takes a cancelled application out of what its user and its project have applied for. */
export async function subtractApplication(tx: Tx, application: Application): Promise<void> {
  const { projectId, userId, amount: tokens } = application;
  await tx.run(sql`
    update launchpad_subscribers set applied = applied + ${format(negate(tokens))}::numeric
    where project_id = ${projectId} and user_id = ${userId}`);
  await tx.run(sql`
    update launchpad_totals set applied = applied + ${format(negate(tokens))}::numeric, applications = applications - 1
    where project_id = ${projectId} and shard = ${userId % SHARDS}`);
}

export async function applicationOfUser(
  db: Queries,
  user: UserId,
  id: number,
): Promise<Application | undefined> {
  const row = await db.maybe<ApplicationRow>(
    sql`select * from launchpad_applications where id = ${id} and user_id = ${user}`,
  );
  return row && applicationOf(row);
}

/** Writes a cancellation; undefined where it has been cancelled or settled before. */
export async function writeCancelled(tx: Tx, id: number, now: number): Promise<Application | undefined> {
  const row = await tx.maybe<ApplicationRow>(sql`
    update launchpad_applications set cancelled_at = to_timestamp(${now} / 1000.0)
    where id = ${id} and cancelled_at is null and settled_at is null returning *`);
  return row && applicationOf(row);
}

/** Tokens that a user has applied for in each project, cancelled applications left out. */
export async function appliedOfUser(db: Queries, user: UserId, project: number): Promise<Amount> {
  const row = await db.maybe<{ applied: string }>(
    sql`select applied from launchpad_subscribers where project_id = ${project} and user_id = ${user}`,
  );
  return amount(row?.applied ?? '0');
}

/** As the wire counts them. */
export type ApplicationStatus = 0 | 1 | 2 | 3;

/** Whether an application's project has ended at a time. */
const hasEnded = (now: number): Sql => sql`exists (select 1 from launchpad_projects p
  where p.id = project_id and (p.end_at <= to_timestamp(${now} / 1000.0) or p.cancelled_at is not null))`;

function withStatus(status: ApplicationStatus | undefined, now: number): Sql {
  switch (status) {
    case undefined:
      return sql`true`;
    case 0:
      return sql`cancelled_at is not null`;
    case 1:
      return sql`cancelled_at is null and settled_at is null and not ${hasEnded(now)}`;
    case 2:
      return sql`cancelled_at is null and settled_at is null and ${hasEnded(now)}`;
    case 3:
      return sql`settled_at is not null`;
  }
}

interface Page {
  readonly page: number;
  readonly limit: number;
}

export interface ApplicationFilter {
  readonly user: UserId | undefined;
  readonly project: number | undefined;
  readonly status: ApplicationStatus | undefined;
  /** Unix ms. */
  readonly now: number;
}

/** A page of applications, newest first. */
export async function listApplications(
  db: Queries,
  { user, project, status, now }: ApplicationFilter,
  { page, limit }: Page,
): Promise<{ readonly rows: Application[]; readonly total: number }> {
  const where = sql`${user === undefined ? sql`true` : sql`user_id = ${user}`}
    and ${project === undefined ? sql`true` : sql`project_id = ${project}`} and ${withStatus(status, now)}`;
  const rows = await db.rows<ApplicationRow>(sql`
    select * from launchpad_applications where ${where} order by id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from launchpad_applications where ${where}`,
  );
  return { rows: rows.map(applicationOf), total };
}

/** Open applications of a project after a number, in the order of their numbers. */
export const openApplications = async (
  db: Queries,
  project: number,
  after: number,
  limit: number,
): Promise<Application[]> =>
  (
    await db.rows<ApplicationRow>(sql`
      select * from launchpad_applications where project_id = ${project} and id > ${after}
        and settled_at is null and cancelled_at is null
      order by id limit ${limit}`)
  ).map(applicationOf);

/** Applications of a project that are not cancelled, a page after an id. */
export const applicationsAfter = async (
  db: Queries,
  project: number,
  after: number,
  limit: number,
): Promise<Application[]> =>
  (
    await db.rows<ApplicationRow>(sql`
      select * from launchpad_applications where project_id = ${project} and cancelled_at is null and id > ${after}
      order by id limit ${limit}`)
  ).map(applicationOf);

/** Projects of a user with what was applied for, allotted and unlocked. */
export interface Subscription {
  readonly projectId: number;
  /** Applied for and not settled. */
  readonly applied: Amount;
  readonly tokens: Amount;
  readonly isUnlocked: boolean;
}

export async function subscriptionsOf(db: Queries, user: UserId, limit: number): Promise<Subscription[]> {
  const rows = await db.rows<{ project_id: number; applied: string; tokens: string; unlocked: boolean }>(sql`
    select s.project_id, s.tokens, s.unlocked_at is not null as unlocked,
      case when p.settled_at is null then s.applied - s.tokens else 0 end::text as applied
    from launchpad_subscribers s join launchpad_projects p on p.id = s.project_id
    where s.user_id = ${user} and (s.tokens > 0 or (p.settled_at is null and s.applied > 0))
    order by s.project_id desc limit ${limit}`);
  return rows.map((row) => ({
    projectId: row.project_id,
    applied: amount(row.applied),
    tokens: amount(row.tokens),
    isUnlocked: row.unlocked,
  }));
}

import { empty, firstIdAfter, firstIdSince, searchInWindows, sql } from '@karat/platform/db';
import type { FoundRows, IdRange, Queries } from '@karat/platform/db';
import type { AuditRow } from './store.ts';

export interface AuditFilter {
  /** Login of the operator. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** Target of the action, `user:100001`. */
  readonly subject?: string | undefined;
  /** Unix ms, included. */
  readonly from?: number | undefined;
  /** Unix ms, excluded. */
  readonly to?: number | undefined;
}

/** A statement reads at most this many entries. */
const LIMITS = { window: 20_000, windowMax: 100_000, budgetMs: 1_500 };

/**
 * Returns the entries of a filter newest first, below the entry `before`. One condition is read by its index; several
 * are searched in windows, so a page may have fewer entries than the limit although `next` is not null.
 */
export async function searchAudit(
  db: Queries,
  filter: AuditFilter,
  page: { readonly before?: number | undefined; readonly limit: number },
): Promise<FoundRows<AuditRow>> {
  const range = await rangeOf(db, filter, page.before);
  const { actor, action, subject } = filter;
  const conditions = [actor, action, subject].filter((value) => value !== undefined).length;
  const read = (ids: IdRange, limit: number) =>
    db.rows<AuditRow>(sql`
      select id, actor, action, subject, detail, at, previous, hash from platform_audit
      where id >= ${ids.from} and id < ${ids.before}
      ${actor === undefined ? empty : sql`and actor = ${actor}`}
      ${action === undefined ? empty : sql`and action = ${action}`}
      ${subject === undefined ? empty : sql`and subject = ${subject}`}
      ${filter.from === undefined ? empty : sql`and at >= to_timestamp(${filter.from} / 1000.0)`}
      ${filter.to === undefined ? empty : sql`and at < to_timestamp(${filter.to} / 1000.0)`}
      order by id desc limit ${limit}`);
  const whole = { ...LIMITS, window: Number.MAX_SAFE_INTEGER };
  return searchInWindows(read, range, page.limit, conditions > 1 ? LIMITS : whole);
}

async function rangeOf(db: Queries, filter: AuditFilter, before: number | undefined): Promise<IdRange> {
  const { end } = await db.one<{ end: number }>(sql`select id + 1 as end from platform_audit_head`);
  const readFrom = (id: number) =>
    db.maybe<{ id: number; at: number }>(
      sql`select id, at from platform_audit where id >= ${id} order by id limit 1`,
    );
  const from = filter.from === undefined ? 1 : await firstIdSince(readFrom, end, filter.from);
  const after = filter.to === undefined ? end : await firstIdAfter(readFrom, end, filter.to);
  return { from, before: Math.min(after, before ?? end) };
}

/** Returns the operators and actions of the log by name, at most 500 each, each read from the index without a scan. */
export async function auditChoices(
  db: Queries,
): Promise<{ readonly actors: readonly string[]; readonly actions: readonly string[] }> {
  const actors = await db.rows<{ value: string }>(sql`
    with recursive each as (
      (select actor as value from platform_audit order by actor limit 1)
      union all
      select (select actor from platform_audit where actor > each.value order by actor limit 1)
      from each where each.value is not null
    )
    select value from each where value is not null limit ${CHOICES_MAX}`);
  const actions = await db.rows<{ value: string }>(sql`
    with recursive each as (
      (select action as value from platform_audit order by action limit 1)
      union all
      select (select action from platform_audit where action > each.value order by action limit 1)
      from each where each.value is not null
    )
    select value from each where value is not null limit ${CHOICES_MAX}`);
  return { actors: actors.map(({ value }) => value), actions: actions.map(({ value }) => value) };
}
const CHOICES_MAX = 500;

import { CASE_SEVERITIES } from '@karat/contract';
import type { CaseEventKind, CaseKind, CaseOutcome, CaseSeverity, CaseStatus, UserId } from '@karat/contract';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { CaseLink } from './deps.ts';
import type { Case, CaseEvent, StoredMatch } from './types.ts';

type Row = Omit<Case, 'severity'> & { readonly severity: number };

const columns = sql`c.id, c.kind, c.user_id as "user", c.severity, c.status, c.assignee, c.summary,
  c.opened_by as "openedBy", c.opened_at as "openedMs", c.changed_at as "changedMs", c.outcome, c.reason,
  c.closed_by as "closedBy", c.closed_at as "closedMs"`;

/** Severities are stored as numbers from 1, so that the queue orders by them. */
const numberOf = (severity: CaseSeverity): number => CASE_SEVERITIES.indexOf(severity) + 1;
const caseOf = (row: Row): Case => ({ ...row, severity: CASE_SEVERITIES[row.severity - 1] ?? 'critical' });
const maybeCase = (row: Row | undefined): Case | undefined => row && caseOf(row);
const at = (ms: number): Sql => sql`to_timestamp(${ms} / 1000.0)`;

export const caseById = async (db: Queries, id: number): Promise<Case | undefined> =>
  maybeCase(await db.maybe<Row>(sql`select ${columns} from compliance_cases c where c.id = ${id}`));

export const lockCase = async (tx: Tx, id: number): Promise<Case | undefined> =>
  maybeCase(
    await tx.maybe<Row>(sql`select ${columns} from compliance_cases c where c.id = ${id} for update`),
  );

export interface NewCase {
  readonly kind: CaseKind;
  readonly user: UserId;
  readonly severity: CaseSeverity;
  readonly summary: string;
  readonly by: string;
  readonly at: number;
}

/** Opens a case, or locks the one of the same user and kind that is not closed; its severity never falls. */
export async function openOrJoin(
  tx: Tx,
  input: NewCase,
): Promise<{ readonly row: Case; readonly joined: boolean }> {
  const severity = numberOf(input.severity);
  const row = await tx.one<Row & { readonly isNew: boolean }>(sql`
    insert into compliance_cases as c (kind, user_id, severity, summary, opened_by, opened_at, changed_at)
    values (${input.kind}, ${input.user}, ${severity}, ${input.summary}, ${input.by}, ${at(input.at)}, ${at(input.at)})
    on conflict (user_id, kind) where status <> 'closed'
    do update set severity = greatest(c.severity, excluded.severity), changed_at = excluded.changed_at
    returning ${columns}, xmax = 0 as "isNew"`);
  const { isNew, ...stored } = row;
  return { row: caseOf(stored), joined: !isNew };
}

export const addEvent = (
  tx: Tx,
  id: number,
  event: { readonly kind: CaseEventKind; readonly by: string; readonly text: string; readonly at: number },
): Promise<number> =>
  tx.run(sql`
    insert into compliance_events (case_id, kind, by, text, created_at)
    values (${id}, ${event.kind}, ${event.by}, ${event.text}, ${at(event.at)})`);

const EVENTS_MAX = 500;

/** Returns the newest events of a case, oldest first. */
export const eventsOf = async (db: Queries, id: number): Promise<CaseEvent[]> =>
  (
    await db.rows<CaseEvent>(sql`
      select id, kind, by, text, created_at as "createdMs" from compliance_events where case_id = ${id}
      order by id desc limit ${EVENTS_MAX}`)
  ).toReversed();

const LINKS_MAX = 200;

/** Adds a link. Returns false if the case has it, or as many as it may have. */
export const addLink = async (tx: Tx, id: number, { kind, reference }: CaseLink): Promise<boolean> =>
  (await tx.run(sql`
    insert into compliance_links (case_id, kind, reference)
    select ${id}, ${kind}, ${reference}
    where (select count(*) from compliance_links where case_id = ${id}) < ${LINKS_MAX}
    on conflict do nothing`)) === 1;

export const linksOf = (db: Queries, id: number): Promise<CaseLink[]> =>
  db.rows<CaseLink>(sql`
    select kind, reference from compliance_links where case_id = ${id} order by kind, reference`);

export const setAssignee = (
  tx: Tx,
  id: number,
  assignee: string | null,
  status: CaseStatus,
  now: number,
): Promise<number> =>
  tx.run(sql`
    update compliance_cases set assignee = ${assignee}, status = ${status}, changed_at = ${at(now)} where id = ${id}`);

export const setStatus = (tx: Tx, id: number, status: CaseStatus, now: number): Promise<number> =>
  tx.run(sql`update compliance_cases set status = ${status}, changed_at = ${at(now)} where id = ${id}`);

export const touch = (tx: Tx, id: number, now: number): Promise<number> =>
  tx.run(sql`update compliance_cases set changed_at = ${at(now)} where id = ${id}`);

export const saveClosed = (
  tx: Tx,
  id: number,
  end: { readonly outcome: CaseOutcome; readonly reason: string; readonly by: string; readonly at: number },
): Promise<number> =>
  tx.run(sql`
    update compliance_cases set status = 'closed', outcome = ${end.outcome}, reason = ${end.reason},
      closed_by = ${end.by}, closed_at = ${at(end.at)}, changed_at = ${at(end.at)}
    where id = ${id}`);

export interface CaseFilter {
  readonly status: CaseStatus | 'active' | undefined;
  readonly kind: CaseKind | undefined;
  readonly assigned: 'me' | 'nobody' | 'others' | undefined;
  /** Login of the operator who asks. */
  readonly login: string;
  readonly user: UserId | undefined;
  /** Opened at or before, unix ms. */
  readonly openedBefore: number | undefined;
}

function assignedTo({ assigned, login }: CaseFilter): Sql {
  switch (assigned) {
    case 'me':
      return sql`and c.assignee = ${login}`;
    case 'nobody':
      return sql`and c.assignee is null`;
    case 'others':
      return sql`and c.assignee <> ${login}`;
    case undefined:
      return empty;
  }
}

function inStatus({ status }: CaseFilter): Sql {
  if (status === undefined) return empty;
  return status === 'active' ? sql`and c.status <> 'closed'` : sql`and c.status = ${status}`;
}

const matching = (filter: CaseFilter): Sql => sql`
  where true ${inStatus(filter)} ${assignedTo(filter)}
  ${filter.kind === undefined ? empty : sql`and c.kind = ${filter.kind}`}
  ${filter.user === undefined ? empty : sql`and c.user_id = ${filter.user}`}
  ${filter.openedBefore === undefined ? empty : sql`and c.opened_at <= ${at(filter.openedBefore)}`}`;

/** Returns a page of cases: open ones by severity and age, then closed ones, the newest first. */
export async function readCases(
  db: Queries,
  filter: CaseFilter,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: Case[]; readonly total: number }> {
  const rows = await db.rows<Row>(sql`
    select ${columns} from compliance_cases c ${matching(filter)}
    order by c.status = 'closed', c.closed_at desc, c.severity desc, c.opened_at, c.id
    limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from compliance_cases c ${matching(filter)}`,
  );
  return { rows: rows.map(caseOf), total };
}

export const caseCounts = (
  db: Queries,
  login: string,
): Promise<{ readonly active: number; readonly mine: number }> =>
  db.one(sql`
    select count(*) as active, count(*) filter (where assignee = ${login}) as mine
    from compliance_cases where status <> 'closed'`);

/** Returns the cases of operators that are not closed, by login. */
export async function activeByOperator(db: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows<{ login: string; active: number }>(sql`
    select assignee as login, count(*) as active from compliance_cases
    where status <> 'closed' and assignee is not null group by assignee`);
  return new Map(rows.map(({ login, active }) => [login, active]));
}

const entries = <Key extends keyof StoredMatch>(matches: readonly StoredMatch[], key: Key) =>
  matches.map((match) => match[key]);

/** Stores matches of a case. Returns the number of new ones. */
export const addMatches = (tx: Tx, id: number, matches: readonly StoredMatch[]): Promise<number> =>
  tx.run(sql`
    insert into compliance_matches (case_id, entry_key, name_key, name, listed_name, entry, note, score, list_id)
    select ${id}, m.entry_key, m.name_key, m.name, m.listed_name, m.entry, m.note, m.score, m.list_id
    from unnest(${entries(matches, 'entryKey')}::bytea[], ${entries(matches, 'nameKey')}::text[],
      ${entries(matches, 'name')}::text[], ${entries(matches, 'listedName')}::text[], ${entries(matches, 'entry')}::text[],
      ${entries(matches, 'note')}::text[], ${entries(matches, 'score')}::smallint[], ${entries(matches, 'list')}::bigint[])
      as m (entry_key, name_key, name, listed_name, entry, note, score, list_id)
    on conflict do nothing`);

const MATCHES_SHOWN = 100;

export const matchesOf = (db: Queries, id: number): Promise<StoredMatch[]> =>
  db.rows<StoredMatch>(sql`
    select entry_key as "entryKey", name_key as "nameKey", name, listed_name as "listedName", entry, note, score,
      list_id as list
    from compliance_matches where case_id = ${id} order by score desc, entry, name_key limit ${MATCHES_SHOWN}`);

/** Clears all matches of a case. */
export const clearMatches = (tx: Tx, id: number, user: UserId): Promise<number> =>
  tx.run(sql`
    insert into compliance_cleared (user_id, name_key, entry_key, case_id)
    select ${user}, name_key, entry_key, case_id from compliance_matches where case_id = ${id}
    on conflict do nothing`);

/** Returns the keys of entries that were cleared for a name of a user. */
export const clearedEntries = async (
  db: Queries,
  user: UserId,
  nameKey: string,
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.rows<{ key: string }>(sql`
        select encode(entry_key, 'hex') as key from compliance_cleared
        where user_id = ${user} and name_key = ${nameKey}`)
    ).map(({ key }) => key),
  );

/** Returns true while the newest sanction match of a user is not closed or was confirmed. */
export const isHeld = async (db: Queries, user: UserId): Promise<boolean> =>
  (
    await db.maybe<{ held: boolean }>(sql`
      select status <> 'closed' or outcome = 'confirmed' as held from compliance_cases
      where user_id = ${user} and kind = 'sanction_match' order by id desc limit 1`)
  )?.held ?? false;

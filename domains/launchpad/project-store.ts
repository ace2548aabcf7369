import { currencyId } from '@karat/contract';
import type { CurrencyId, ProjectKind, ProjectState } from '@karat/contract';
import { amount, format, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { PayPrice, Project, ProjectTerms, ProjectTexts, ProjectTotals, Timetable } from './types.ts';

interface ProjectRow {
  id: number;
  kind: ProjectKind;
  currency_id: number;
  code: string;
  decimals: number;
  texts: ProjectTexts;
  logo: string | null;
  gallery: string[];
  white_paper: string | null;
  paper_file: string | null;
  paper_sha256: string | null;
  paper_bytes: number | null;
  website: string | null;
  demo: boolean;
  supply: string;
  price: string;
  order_min: string;
  user_max: string;
  start_at: number;
  end_at: number;
  listing_at: number | null;
  cancelled_at: number | null;
  allotting_at: number | null;
  allotted_supply: string | null;
  applied: string | null;
  cutoff_remainder: string | null;
  cutoff_id: number | null;
  settled_up_to: number;
  settled_at: number | null;
  unlocking_at: number | null;
  listed_at: number | null;
  prices: { currency_id: number; decimals: number; price: string }[];
}

function allotmentOf(row: ProjectRow): Project['allotment'] {
  const { allotted_supply: supply, applied, cutoff_id: id, cutoff_remainder: remainder, decimals } = row;
  if (supply === null || applied === null) return undefined;
  const cutoff = id === null || remainder === null ? undefined : { id, remainder: BigInt(remainder) };
  return { supply: amount(supply), applied: amount(applied), decimals, cutoff };
}

const paperOf = ({
  paper_file: file,
  paper_sha256: sha256,
  paper_bytes: bytes,
}: ProjectRow): Project['paper'] =>
  file === null || sha256 === null || bytes === null ? undefined : { file, sha256, bytes };

const projectOf = (row: ProjectRow): Project => ({
  id: row.id,
  kind: row.kind,
  currencyId: currencyId(row.currency_id),
  code: row.code,
  decimals: row.decimals,
  texts: row.texts,
  logo: row.logo ?? undefined,
  gallery: row.gallery,
  whitePaper: row.white_paper ?? undefined,
  paper: paperOf(row),
  website: row.website ?? undefined,
  demo: row.demo,
  supply: amount(row.supply),
  price: price(row.price),
  orderMin: amount(row.order_min),
  userMax: amount(row.user_max),
  startMs: row.start_at,
  endMs: row.end_at,
  listingMs: row.listing_at ?? undefined,
  cancelledMs: row.cancelled_at ?? undefined,
  allotment: allotmentOf(row),
  settledUpTo: row.settled_up_to,
  settledMs: row.settled_at ?? undefined,
  unlockingMs: row.unlocking_at ?? undefined,
  listedMs: row.listed_at ?? undefined,
  prices: row.prices.map((each) => ({
    currencyId: currencyId(each.currency_id),
    decimals: each.decimals,
    price: price(each.price),
  })),
});

const PROJECT = sql`p.*, (
  select json_agg(json_build_object('currency_id', currency_id, 'decimals', decimals, 'price', price::text) order by position)
  from launchpad_prices where project_id = p.id) as prices`;

export async function findProject(db: Queries, id: number): Promise<Project | undefined> {
  const row = await db.maybe<ProjectRow>(sql`select ${PROJECT} from launchpad_projects p where id = ${id}`);
  return row && projectOf(row);
}

/** A project, locked against its settlement until the transaction ends; applications do not wait for each other. */
export async function shareProject(tx: Tx, id: number): Promise<Project | undefined> {
  const row = await tx.maybe<ProjectRow>(
    sql`select ${PROJECT} from launchpad_projects p where id = ${id} for share of p`,
  );
  return row && projectOf(row);
}

/** A project, locked for a change; waits for applications in progress. */
export async function lockProject(tx: Tx, id: number): Promise<Project | undefined> {
  const row = await tx.maybe<ProjectRow>(
    sql`select ${PROJECT} from launchpad_projects p where id = ${id} for update of p`,
  );
  return row && projectOf(row);
}

export async function projectsOf(db: Queries, ids: readonly number[]): Promise<ReadonlyMap<number, Project>> {
  const rows = await db.rows<ProjectRow>(
    sql`select ${PROJECT} from launchpad_projects p where id = any(${[...ids]}::int[])`,
  );
  return new Map(rows.map((row) => [row.id, projectOf(row)]));
}

const at = (ms: number | undefined): Sql =>
  ms === undefined ? sql`null::timestamptz` : sql`to_timestamp(${ms} / 1000.0)`;

/** Adds a project; returns its id. */
export async function insertProject(
  tx: Tx,
  terms: ProjectTerms,
  token: CurrencyId,
  now: number,
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into launchpad_projects (kind, currency_id, code, decimals, texts, logo, gallery, white_paper, paper_file, paper_sha256,
      paper_bytes, website, demo, supply, price, order_min, user_max, start_at, end_at, listing_at, created_at)
    values (${terms.kind}, ${token}, ${terms.code}, ${terms.decimals}, ${JSON.stringify(terms.texts)}::jsonb, ${terms.logo ?? null},
      ${[...terms.gallery]}::text[], ${terms.whitePaper ?? null}, ${terms.paper?.file ?? null}, ${terms.paper?.sha256 ?? null},
      ${terms.paper?.bytes ?? null}, ${terms.website ?? null}, ${terms.demo}, ${format(terms.supply)},
      ${format(terms.price)}, ${format(terms.orderMin)}, ${format(terms.userMax)}, ${at(terms.startMs)}, ${at(terms.endMs)},
      ${at(terms.listingMs)}, ${at(now)})
    returning id`);
  await insertPrices(tx, id, terms.prices);
  return id;
}

const insertPrices = (tx: Tx, project: number, prices: readonly PayPrice[]): Promise<number> =>
  tx.run(sql`
    insert into launchpad_prices (project_id, currency_id, decimals, price, position)
    select ${project}, c.id, c.decimals, c.price, c.position
    from unnest(${prices.map(({ currencyId: id }) => id)}::int[], ${prices.map(({ decimals }) => decimals)}::smallint[],
      ${prices.map((each) => format(each.price))}::numeric[]) with ordinality as c (id, decimals, price, position)`);

export const updateTimes = (tx: Tx, id: number, times: Timetable): Promise<number> =>
  tx.run(sql`
    update launchpad_projects set start_at = ${at(times.startMs)}, end_at = ${at(times.endMs)}, listing_at = ${at(times.listingMs)}
    where id = ${id}`);

export const cancelProject = (tx: Tx, id: number, now: number): Promise<number> =>
  tx.run(sql`
    update launchpad_projects set cancelled_at = ${at(now)} where id = ${id} and cancelled_at is null and allotting_at is null`);

export interface ProjectFilter {
  readonly kind: ProjectKind | undefined;
  readonly state: ProjectState | undefined;
  /** Unix ms. */
  readonly now: number;
}

/** States in SQL, as `projectStateAt` of the rules. */
const stateAt = (
  now: number,
): Sql => sql`case when cancelled_at is not null then 'cancelled' when listed_at is not null then 'listed'
  when end_at <= ${at(now)} then 'ended' when start_at <= ${at(now)} then 'open' else 'warmup' end`;

interface Page {
  readonly page: number;
  readonly limit: number;
}

/** A page of projects: open ones by their end, those to come by their start, then the others, newest end first. */
export async function listProjects(
  db: Queries,
  { kind, state, now }: ProjectFilter,
  { page, limit }: Page,
): Promise<{ readonly rows: Project[]; readonly total: number }> {
  const where = sql`(${kind ?? null}::text is null or kind = ${kind ?? null}::text)
    and (${state ?? null}::text is null or ${stateAt(now)} = ${state ?? null}::text)`;
  const rows = await db.rows<ProjectRow>(sql`
    select ${PROJECT} from launchpad_projects p where ${where}
    order by array_position(array['open', 'warmup', 'ended', 'listed', 'cancelled'], ${stateAt(now)}),
      case when ${stateAt(now)} = 'open' then end_at when ${stateAt(now)} = 'warmup' then start_at end, end_at desc, id desc
    limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from launchpad_projects p where ${where}`,
  );
  return { rows: rows.map(projectOf), total };
}

/** A page of all projects, newest first. */
export async function newestProjects(
  db: Queries,
  { page, limit }: Page,
): Promise<{ readonly rows: Project[]; readonly total: number }> {
  const rows = await db.rows<ProjectRow>(sql`
    select ${PROJECT} from launchpad_projects p order by id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from launchpad_projects`);
  return { rows: rows.map(projectOf), total };
}

const NO_TOTALS: ProjectTotals = { applied: amount('0'), applications: 0 };

/** What has been applied for of each project; a project without an application is not in the map. */
async function readTotals(db: Queries, ids: readonly number[]): Promise<ReadonlyMap<number, ProjectTotals>> {
  const rows = await db.rows<{ project_id: number; applied: string; applications: number }>(sql`
    select project_id, sum(applied)::text as applied, sum(applications) as applications
    from launchpad_totals where project_id = any(${[...ids]}::int[]) group by project_id`);
  return new Map(
    rows.map((row) => [row.project_id, { applied: amount(row.applied), applications: row.applications }]),
  );
}

export async function totalsOf(db: Queries, ids: readonly number[]): Promise<(id: number) => ProjectTotals> {
  const totals = await readTotals(db, ids);
  return (id) => totals.get(id) ?? NO_TOTALS;
}

/** Projects whose links the app offers. */
const LINKED_MAX = 1_000;

/** Returns the hosts of the websites and white papers of projects, which two operators approved. */
export async function readLinkedHosts(db: Queries): Promise<string[]> {
  const rows = await db.rows<{ link: string }>(
    sql`select unnest(array_remove(array[white_paper, website], null)) as link from launchpad_projects order by id desc limit ${LINKED_MAX}`,
  );
  return [...new Set(rows.map(({ link }) => new URL(link).host))];
}

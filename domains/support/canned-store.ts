import type { Lang } from '@karat/i18n';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export interface CannedAnswer {
  readonly id: number;
  readonly shortcut: string;
  readonly texts: Readonly<Partial<Record<Lang, string>>>;
  readonly updatedMs: number;
}

/** Returns canned answers whose shortcut or a text contains the keyword, by shortcut. */
export async function cannedAnswers(
  db: Queries,
  keyword: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: CannedAnswer[]; readonly total: number }> {
  const where = sql`where position(lower(${keyword}) in lower(shortcut || ' ' || texts::text)) > 0`;
  const rows = await db.rows<CannedAnswer>(sql`
    select id, shortcut, texts, updated_at as "updatedMs" from support_canned ${where}
    order by shortcut limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from support_canned ${where}`,
  );
  return { rows, total };
}

export interface CannedInput {
  readonly shortcut: string;
  readonly texts: Readonly<Partial<Record<Lang, string>>>;
  readonly by: string;
  readonly at: number;
}

/** Adds a canned answer; undefined if the shortcut is taken. */
export const insertCanned = async (tx: Tx, canned: CannedInput): Promise<number | undefined> =>
  (
    await tx.maybe<{ id: number }>(sql`
      insert into support_canned (shortcut, texts, updated_at, updated_by)
      values (${canned.shortcut}, ${JSON.stringify(canned.texts)}::jsonb, to_timestamp(${canned.at} / 1000.0), ${canned.by})
      on conflict (shortcut) do nothing returning id`)
  )?.id;

export const cannedIdOf = async (db: Queries, shortcut: string): Promise<number | undefined> =>
  (await db.maybe<{ id: number }>(sql`select id from support_canned where shortcut = ${shortcut}`))?.id;

/** Returns the count of changed answers: 0 if there is none of the id. */
export const updateCanned = (tx: Tx, id: number, canned: CannedInput): Promise<number> =>
  tx.run(sql`
    update support_canned set shortcut = ${canned.shortcut}, texts = ${JSON.stringify(canned.texts)}::jsonb,
      updated_at = to_timestamp(${canned.at} / 1000.0), updated_by = ${canned.by}
    where id = ${id}`);

export const deleteCanned = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`delete from support_canned where id = ${id}`);

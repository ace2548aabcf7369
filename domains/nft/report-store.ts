import { userId } from '@karat/contract';
import type { NftReportReason, NftReportState, UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Found, Page } from './types.ts';

export interface Report {
  readonly id: number;
  readonly user: UserId;
  readonly code: string;
  readonly artworkId: number | undefined;
  readonly orderId: number | undefined;
  readonly reason: NftReportReason;
  readonly text: string;
  readonly state: NftReportState;
  readonly answer: string | undefined;
  readonly createdMs: number;
  readonly decidedMs: number | undefined;
  readonly decidedBy: string | undefined;
}

interface ReportRow {
  id: number;
  user_id: number;
  code: string;
  artwork_id: number | null;
  order_id: number | null;
  reason: NftReportReason;
  text: string;
  state: NftReportState;
  answer: string | null;
  created_at: number;
  decided_at: number | null;
  decided_by: string | null;
}

const reportOf = (row: ReportRow): Report => ({
  id: row.id,
  user: userId(row.user_id),
  code: row.code,
  artworkId: row.artwork_id ?? undefined,
  orderId: row.order_id ?? undefined,
  reason: row.reason,
  text: row.text,
  state: row.state,
  answer: row.answer ?? undefined,
  createdMs: row.created_at,
  decidedMs: row.decided_at ?? undefined,
  decidedBy: row.decided_by ?? undefined,
});

/** Adds a report. Returns 0 where the user has an open one on the same work. */
export const insertReport = (
  tx: Tx,
  report: Pick<Report, 'user' | 'code' | 'artworkId' | 'orderId' | 'reason' | 'text'>,
  now: number,
): Promise<number> =>
  tx.run(sql`
    insert into nft_reports (user_id, code, artwork_id, order_id, reason, text, created_at)
    values (${report.user}, ${report.code}, ${report.artworkId ?? null}, ${report.orderId ?? null}, ${report.reason},
      ${report.text}, to_timestamp(${now} / 1000.0)) on conflict do nothing`);

export async function lockReport(tx: Tx, id: number): Promise<Report | undefined> {
  const row = await tx.maybe<ReportRow>(sql`select * from nft_reports where id = ${id} for update`);
  return row && reportOf(row);
}

export const closeReport = (
  tx: Tx,
  id: number,
  closing: { readonly state: Exclude<NftReportState, 'open'>; readonly answer: string; readonly by: string },
  now: number,
): Promise<number> =>
  tx.run(sql`
    update nft_reports set state = ${closing.state}, answer = ${closing.answer}, decided_by = ${closing.by},
      decided_at = to_timestamp(${now} / 1000.0) where id = ${id} and state = 'open'`);

/** Reports of a user or of all, of a state; open ones first, then newest first. */
export async function reportList(
  db: Queries,
  filter: { readonly user?: UserId | undefined; readonly state?: NftReportState | undefined },
  page: Page,
): Promise<Found<Report>> {
  const where = sql`(${filter.user ?? null}::bigint is null or user_id = ${filter.user ?? null}::bigint)
    and (${filter.state ?? null}::text is null or state = ${filter.state ?? null}::text)`;
  const rows = await db.rows<ReportRow>(sql`
    select * from nft_reports where ${where} order by (state = 'open') desc, id desc
    limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from nft_reports where ${where}`,
  );
  return { rows: rows.map(reportOf), total };
}

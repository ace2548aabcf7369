import { sql } from '@karat/platform/db';
import type { Database, Queries } from '@karat/platform/db';
import { auditLedger } from './audit.ts';
import type { AuditReport } from './audit.ts';

/** Result of a past audit. */
export interface AuditResult {
  /** Unix ms. */
  readonly at: number;
  readonly differences: number;
}

/** Audits the ledger and stores the result. `now` is unix ms. */
export async function auditAndRecord(db: Database, now: number): Promise<AuditReport> {
  const report = await auditLedger(db);
  await db.run(sql`
    insert into ledger_audits (at, postings, differences)
    values (to_timestamp(${now} / 1000.0), ${report.postings}, ${report.differences.length})`);
  return report;
}

/** Returns the newest result; undefined before the first audit. */
export const lastAudit = (db: Queries): Promise<AuditResult | undefined> =>
  db.maybe<AuditResult>(sql`select at, differences from ledger_audits order by id desc limit 1`);

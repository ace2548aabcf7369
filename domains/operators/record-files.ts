import { refuse } from '@karat/contract';
import type { JournalView } from '@karat/domains/ledger';
import { format } from '@karat/money';
import type { AuditRow } from '@karat/platform/audit';
import type { FoundRows } from '@karat/platform/db';
import type { Cell } from '@karat/platform/spreadsheet';

/** Maximum rows of a file. */
export const FILE_ROWS_MAX = 50_000;

/**
 * Returns all rows of a search, page by page, so that other requests proceed between them. Refuses `export_too_large`
 * if they weigh more than `max`; a row weighs 1 unless `weightOf` says otherwise.
 */
export async function readAll<Row>(
  read: (before: number | undefined) => Promise<FoundRows<Row>>,
  max: number,
  weightOf: (row: Row) => number = () => 1,
): Promise<Row[]> {
  const all: Row[] = [];
  let weight = 0;
  let before: number | undefined;
  for (;;) {
    const { rows, next } = await read(before);
    for (const row of rows) {
      weight += weightOf(row);
      if (weight > max) refuse('export_too_large', { max });
      all.push(row);
    }
    if (next === null) return all;
    before = next;
  }
}

const timeCell = (ms: number): string => new Date(ms).toISOString();

/** Rows of a file of the audit log. */
export function* auditCells(rows: readonly AuditRow[]): Generator<readonly Cell[]> {
  yield ['No.', 'Time (UTC)', 'Operator', 'Action', 'Subject', 'Detail', 'Hash'];
  for (const { id, at, actor, action, subject, detail, hash } of rows)
    yield [{ decimal: String(id) }, timeCell(at), actor, action, subject, detail, hash.toString('hex')];
}

/** Rows of a file of journals: one for each posting. */
export function* journalCells(rows: readonly JournalView[]): Generator<readonly Cell[]> {
  yield ['Journal', 'Time (UTC)', 'Kind', 'Reference', 'Key', 'Account', 'Currency', 'Available', 'Held'];
  for (const { id, created_ms: at, kind, reference, key, postings } of rows)
    for (const posting of postings)
      yield [
        { decimal: String(id) },
        timeCell(at),
        posting.kind ?? kind,
        posting.reference ?? reference,
        key,
        posting.account,
        posting.currency,
        { decimal: format(posting.available) },
        { decimal: format(posting.held) },
      ];
}

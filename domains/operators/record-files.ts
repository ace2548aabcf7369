import { refuse } from '@karat/contract';
import type { JournalView } from '@karat/domains/ledger';
import { format } from '@karat/money';
import type { AuditRow } from '@karat/platform/audit';
import type { Context } from '@karat/platform/context';
import type { FoundRows } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { csv } from '@karat/platform/spreadsheet';
import type { Cell } from '@karat/platform/spreadsheet';
import { auditLook } from './audited.ts';

/** Rows of one read of a file. */
export const PORTION = 1_000;
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

/** A cursor is the id below which the next page begins. */
export const before = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined;
  const id = Number(cursor);
  return Number.isSafeInteger(id) && id > 0 ? id : refuse('parameter_error', { field: 'cursor' });
};

/** Returns a page with its cursor as text. */
export const cursorPage = <Row, View>({ rows, next }: FoundRows<Row>, view: (row: Row) => View) => ({
  data: rows.map(view),
  next: next === null ? null : String(next),
});

/** Conditions of an export, for its audit entry. */
export const conditionsOf = (
  filter: Readonly<Record<string, string | number | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** Admits few files at once. */
export type FileGate = <T>(work: () => Promise<T>) => Promise<T>;

interface RecordFile {
  /** Name of the records, `user orders`. */
  readonly records: string;
  /** Subject of the audit entry; the records if absent. */
  readonly subject?: string;
  readonly conditions: Readonly<Record<string, string>>;
  readonly count: number;
  readonly rows: Iterable<readonly Cell[]>;
}

/** Writes the audit entry of an export, then returns the file. */
export async function fileOf(
  ctx: Context,
  caller: OperatorCaller,
  { records, subject = records, conditions, count, rows }: RecordFile,
) {
  const at = ctx.clock.now();
  await auditLook(ctx, caller, `export ${records}`, subject, { ...conditions, count });
  const name = `karat-${records.replaceAll(' ', '-')}-${new Date(at).toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}.csv`;
  return { name, type: 'text/csv', body: csv(rows, { mark: true }) };
}

export const timeCell = (ms: number): string => new Date(ms).toISOString();

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

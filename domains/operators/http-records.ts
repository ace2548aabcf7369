import { refuse } from '@karat/contract';
import type { Contract } from '@karat/contract';
import type { JournalView, PostingView } from '@karat/domains/ledger';
import { format } from '@karat/money';
import { auditChoices, checkChain, searchAudit } from '@karat/platform/audit';
import type { FoundRows } from '@karat/platform/db';
import type { Handlers, OperatorCaller } from '@karat/platform/http';
import { createSemaphore } from '@karat/platform/semaphore';
import { csv } from '@karat/platform/spreadsheet';
import type { Cell } from '@karat/platform/spreadsheet';
import { auditLook } from './audited.ts';
import type { ConsoleDeps } from './console.ts';
import { FILE_ROWS_MAX, auditCells, journalCells, readAll } from './record-files.ts';

type All = Handlers<Contract['operators']>;

/** Files at once, and callers who wait. */
const [AT_ONCE, WAITING] = [1, 4];
/** Rows of one read of a file. */
const PORTION = 1_000;
/** Journals of one read of a file: a batch has thousands of postings. */
const JOURNALS_PORTION = 200;

/** Returns a posting with its amounts as text. */
export const postingView = <Row extends PostingView>(row: Row) => ({
  ...row,
  available: format(row.available),
  held: format(row.held),
});
const journalView = (row: JournalView) => ({
  ...row,
  postings: row.postings.map((movement) => postingView(movement)),
});

/** A cursor is the id below which the next page begins. */
const before = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined;
  const id = Number(cursor);
  return Number.isSafeInteger(id) && id > 0 ? id : refuse('parameter_error', { field: 'cursor' });
};
const cursorPage = <Row, View>({ rows, next }: FoundRows<Row>, view: (row: Row) => View) => ({
  data: rows.map(view),
  next: next === null ? null : String(next),
});

/** Conditions of an export, for its audit entry. */
const conditionsOf = (
  filter: Readonly<Record<string, string | number | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Writes the audit entry of an export, then returns the file. */
async function fileOf(
  { ctx }: ConsoleDeps,
  caller: OperatorCaller,
  records: 'audit' | 'journals',
  conditions: Record<string, string>,
  count: number,
  rows: Iterable<readonly Cell[]>,
) {
  const at = ctx.clock.now();
  await auditLook(ctx, caller, `export ${records}`, records, { ...conditions, count });
  const name = `karat-${records}-${new Date(at).toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}.csv`;
  return { name, type: 'text/csv', body: csv(rows, { mark: true }) };
}

function auditHandlers(
  deps: ConsoleDeps,
  gate: Gate,
): Pick<All, 'console/audit' | 'console/audit_choices' | 'console/audit_export' | 'console/audit_check'> {
  const { ctx } = deps;
  return {
    'console/audit': async ({ input: { cursor, limit, operator: actor, ...filter } }) => {
      const found = await searchAudit(ctx.db, { actor, ...filter }, { before: before(cursor), limit });
      return cursorPage(found, (row) => ({
        id: row.id,
        operator: row.actor,
        action: row.action,
        subject: row.subject,
        detail: row.detail,
        created_ms: row.at,
        hash: row.hash.toString('hex'),
      }));
    },
    'console/audit_choices': async () => {
      const { actors, actions } = await auditChoices(ctx.db);
      return { operators: [...actors], actions: [...actions] };
    },
    'console/audit_export': ({ input, caller }) =>
      gate(async () => {
        const { operator: actor, ...filter } = input;
        const rows = await readAll(
          (last) => searchAudit(ctx.db, { actor, ...filter }, { before: last, limit: PORTION }),
          deps.fileRowsMax ?? FILE_ROWS_MAX,
        );
        return fileOf(deps, caller, 'audit', conditionsOf(input), rows.length, auditCells(rows));
      }),
    'console/audit_check': async () => {
      const { entries, brokenAt, head } = await checkChain(ctx.db);
      return { entries, broken_at: brokenAt, head };
    },
  };
}

function journalHandlers(
  deps: ConsoleDeps,
  gate: Gate,
): Pick<All, 'console/journals' | 'console/journals_export'> {
  const { ctx, ledger } = deps;
  const max = deps.fileRowsMax ?? FILE_ROWS_MAX;
  return {
    'console/journals': async ({ input: { cursor, uid, ...filter }, caller }) => {
      if (uid !== undefined && cursor === undefined)
        await auditLook(ctx, caller, 'look at journals', `user:${uid}`);
      const found = await ledger.journals({ user: uid, ...filter, before: before(cursor) });
      return cursorPage(found, journalView);
    },
    'console/journals_export': ({ input: { uid, ...filter }, caller }) =>
      gate(async () => {
        const rows = await readAll(
          (last) => ledger.journals({ user: uid, ...filter, before: last, limit: JOURNALS_PORTION }, max + 1),
          max,
          ({ postings }) => postings.length,
        );
        const { min, max: most, ...rest } = filter;
        const conditions = conditionsOf({
          uid,
          ...rest,
          min: min && format(min),
          max: most && format(most),
        });
        return fileOf(deps, caller, 'journals', conditions, rows.length, journalCells(rows));
      }),
  };
}

/** Answers the audit log and the journals, with their files. Few files are written at once. */
export function recordHandlers(deps: ConsoleDeps) {
  const semaphore = createSemaphore(AT_ONCE, WAITING);
  const gate: Gate = (work) => semaphore.run(work, () => refuse('too_many_requests'));
  return { ...auditHandlers(deps, gate), ...journalHandlers(deps, gate) };
}

import { BATCHED_SEARCH_DAYS, isBatched, refuse } from '@karat/contract';
import type { Contract, Read } from '@karat/contract';
import type { JournalView, PostingView } from '@karat/domains/ledger';
import { format } from '@karat/money';
import { auditChoices, checkChain, searchAudit } from '@karat/platform/audit';
import type { Handlers } from '@karat/platform/http';
import { createSemaphore } from '@karat/platform/semaphore';
import { DAY_MS } from '@karat/rules';
import { auditLook } from './audited.ts';
import type { ConsoleDeps } from './console.ts';
import {
  FILE_ROWS_MAX,
  PORTION,
  auditCells,
  before,
  conditionsOf,
  cursorPage,
  fileOf,
  journalCells,
  readAll,
} from './record-files.ts';
import type { FileGate } from './record-files.ts';
import { userRecordHandlers } from './user-records.ts';

type All = Handlers<Contract['operators']>;
type JournalConditions = Read<Contract['operators']['console/journals_export']>;

/** Files at once, and callers who wait. */
const [AT_ONCE, WAITING] = [1, 4];
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

function auditHandlers(
  deps: ConsoleDeps,
  gate: FileGate,
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
        return fileOf(ctx, caller, {
          records: 'audit',
          conditions: conditionsOf(input),
          count: rows.length,
          rows: auditCells(rows),
        });
      }),
    'console/audit_check': async () => {
      const { entries, brokenAt, head } = await checkChain(ctx.db);
      return { entries, broken_at: brokenAt, head };
    },
  };
}

/** Refuses `parameter_error` for a search of trades by amount or currency without a time that bounds it. */
function checkBounds({ uid, kind, currency, min, max, from, to }: JournalConditions): void {
  const isByAmount = currency !== undefined || min !== undefined || max !== undefined;
  if (uid !== undefined || kind === undefined || !isBatched(kind) || !isByAmount) return;
  if (from === undefined) refuse('parameter_error', { field: 'from' });
  if (to === undefined || to - from > BATCHED_SEARCH_DAYS * DAY_MS)
    refuse('parameter_error', { field: 'to' });
}

function journalHandlers(
  deps: ConsoleDeps,
  gate: FileGate,
): Pick<All, 'console/journals' | 'console/journals_export'> {
  const { ctx, ledger } = deps;
  const max = deps.fileRowsMax ?? FILE_ROWS_MAX;
  return {
    'console/journals': async ({ input: { cursor, uid, ...filter }, caller }) => {
      checkBounds({ uid, ...filter });
      if (uid !== undefined && cursor === undefined)
        await auditLook(ctx, caller, 'look at journals', `user:${uid}`);
      const found = await ledger.journals({ user: uid, ...filter, before: before(cursor) });
      return cursorPage(found, journalView);
    },
    'console/journals_export': ({ input: { uid, ...filter }, caller }) =>
      gate(async () => {
        checkBounds({ uid, ...filter });
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
        return fileOf(ctx, caller, {
          records: 'journals',
          conditions,
          count: rows.length,
          rows: journalCells(rows),
        });
      }),
  };
}

/** Answers the audit log, the journals and the records of users, with their files. Few files are written at once. */
export function recordHandlers(deps: ConsoleDeps) {
  const semaphore = createSemaphore(AT_ONCE, WAITING);
  const gate: FileGate = (work) => semaphore.run(work, () => refuse('too_many_requests'));
  return {
    ...auditHandlers(deps, gate),
    ...journalHandlers(deps, gate),
    ...userRecordHandlers(deps, gate),
  };
}

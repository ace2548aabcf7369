import { pageReply, refuse } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { requestedSubjects } from '@karat/domains/operators';
import { append } from '@karat/platform/audit';
import type { Queries } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { DAY_MS } from '@karat/rules';
import { addNote, assign, close, linkRecord, setStatus, take } from './actions.ts';
import * as store from './case-store.ts';
import { CLEAR_MATCH, subjectOf } from './clear-request.ts';
import type { ComplianceDeps } from './deps.ts';
import { newestList, readCheck, readRun } from './list-store.ts';
import { hitsOfCase } from './monitoring/hit-store.ts';
import { hitView, monitoringHandlers } from './monitoring/http.ts';
import { openCase } from './open-case.ts';
import type { Case } from './types.ts';

type Calls = Handlers<Contract['compliance']>;

const caseView = (row: Case, closing: ReadonlySet<string>) => ({
  id: row.id,
  kind: row.kind,
  uid: row.user,
  severity: row.severity,
  status: row.status,
  assignee: row.assignee,
  summary: row.summary,
  opened_by: row.openedBy,
  opened_ms: row.openedMs,
  changed_ms: row.changedMs,
  outcome: row.outcome,
  reason: row.reason,
  closed_by: row.closedBy,
  closed_ms: row.closedMs,
  closing: closing.has(subjectOf(row.id)),
});

function readHandlers(deps: ComplianceDeps) {
  const { clock, db } = deps.ctx;
  const closing = (): Promise<ReadonlySet<string>> => requestedSubjects(db, CLEAR_MATCH, clock.now());
  return {
    'console/cases': async ({ caller, input }) => {
      const { status, kind, assigned, uid: user, older_than_days: days, page, limit } = input;
      const openedBefore = days === undefined ? undefined : clock.now() - days * DAY_MS;
      const filter = { status, kind, assigned, user, openedBefore, login: caller.login };
      const { rows, total } = await store.readCases(db, filter, { page, limit });
      const requested = await closing();
      const counts = await store.caseCounts(db, caller.login);
      return {
        ...pageReply(
          rows.map((row) => caseView(row, requested)),
          total,
          page,
          limit,
        ),
        counts,
      };
    },
    'console/case': ({ caller, input: { id } }) =>
      db.transact(async (tx) => {
        const row = (await store.caseById(tx, id)) ?? refuse('case_unknown');
        const view = {
          ...caseView(row, await requestedSubjects(tx, CLEAR_MATCH, clock.now())),
          events: (await store.eventsOf(tx, id)).map(({ createdMs, ...event }) => ({
            ...event,
            created_ms: createdMs,
          })),
          links: (await store.linksOf(tx, id)).map(({ kind, reference }) => ({ kind, reference })),
          matches: (await store.matchesOf(tx, id)).map(({ name, listedName, entry, score, note, list }) => ({
            ...{ name, listed_name: listedName, entry, score, note, list },
          })),
          hits: (await hitsOfCase(tx, id)).map(hitView),
        };
        await append(tx, {
          actor: caller.login,
          action: 'look at case',
          subject: `case:${id}`,
          detail: { user: row.user },
          at: clock.now(),
        });
        return view;
      }),
    'console/case_operators': async () => {
      const active = await store.activeByOperator(db);
      return (await deps.operators(db)).map((login) => ({ login, active: active.get(login) ?? 0 }));
    },
    'console/screening': () => screeningView(deps, db),
  } satisfies Partial<Calls>;
}

async function screeningView({ settings }: ComplianceDeps, db: Queries) {
  const configured = settings.path !== undefined;
  const list = configured ? await newestList(db) : undefined;
  const check = configured ? await readCheck(db) : undefined;
  const run = list && (await readRun(db, list.id));
  return {
    configured,
    threshold: settings.threshold,
    list: list
      ? {
          id: list.id,
          title: list.title,
          format: list.format,
          file_ms: list.fileMs,
          loaded_ms: list.loadedMs,
          sha256: list.sha256.toString('hex'),
          entries: list.entries,
          names: list.names,
        }
      : null,
    checked_ms: check?.checkedMs ?? null,
    error: check?.error ?? null,
    run: run
      ? { started_ms: run.startedMs, finished_ms: run.finishedMs, users: run.users, matched: run.matched }
      : null,
  };
}

function writeHandlers(deps: ComplianceDeps) {
  const { clock, db } = deps.ctx;
  const viewOf = async (row: Case) => caseView(row, await requestedSubjects(db, CLEAR_MATCH, clock.now()));
  return {
    'console/case_open': async ({ caller, input }) => {
      const { uid: user, kind, severity, text, link: linkKind, reference } = input;
      if ((linkKind === undefined) !== (reference === undefined))
        refuse('parameter_error', { field: 'reference' });
      const link = linkKind && reference ? { kind: linkKind, reference } : undefined;
      return db.transact(async (tx) => {
        if (!(await deps.userExists(tx, user))) refuse('not_found');
        if (link && !(await deps.isRecordOf(tx, user, link))) refuse('not_found');
        return openCase(tx, { user, kind, severity, text, link, by: caller.login, at: clock.now() });
      });
    },
    'console/case_take': async ({ caller, input }) => viewOf(await take(deps, caller, input.id)),
    'console/case_assign': async ({ caller, input }) =>
      viewOf(await assign(deps, caller, input.id, input.login)),
    'console/case_note': async ({ caller, input }) =>
      viewOf(await addNote(deps, caller, input.id, input.text)),
    'console/case_status': async ({ caller, input }) =>
      viewOf(await setStatus(deps, caller, input.id, input)),
    'console/case_link': async ({ caller, input: { id, link, reference } }) =>
      viewOf(await linkRecord(deps, caller, id, { kind: link, reference })),
    'console/case_close': async ({ caller, input }) => viewOf(await close(deps, caller, input.id, input)),
  } satisfies Partial<Calls>;
}

/** Answers the console's calls about cases, monitoring rules and the sanction list. */
export const complianceHandlers = (deps: ComplianceDeps): Calls => ({
  ...readHandlers(deps),
  ...writeHandlers(deps),
  ...monitoringHandlers(deps),
});

import { refuse } from '@karat/contract';
import type { CaseEventKind, CaseOutcome } from '@karat/contract';
import { requestApproval, requestedSubjects } from '@karat/domains/operators';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import * as store from './case-store.ts';
import { CLEAR_MATCH, presentClear, subjectOf } from './clear-request.ts';
import type { CaseLink, ComplianceDeps } from './deps.ts';
import { needsSecondOperator, outcomesOf } from './rules.ts';
import type { Case } from './types.ts';

/** Locks a case that is not closed. */
export async function needActive(tx: Tx, id: number): Promise<Case> {
  const row = (await store.lockCase(tx, id)) ?? refuse('case_unknown');
  return row.status === 'closed' ? refuse('case_closed') : row;
}

const again = async (tx: Tx, id: number): Promise<Case> =>
  (await store.caseById(tx, id)) ?? refuse('case_unknown');

const requireAssignee = ({ assignee }: Case, { login }: OperatorCaller): void => {
  if (assignee !== login) refuse('case_assigned');
};

/** Writes the history of a case and the audit log. */
async function record(
  { ctx }: ComplianceDeps,
  tx: Tx,
  caller: OperatorCaller,
  { id, user }: Case,
  event: { readonly kind: CaseEventKind; readonly text: string; readonly detail?: object },
): Promise<void> {
  const at = ctx.clock.now();
  await store.addEvent(tx, id, { kind: event.kind, by: caller.login, text: event.text, at });
  await append(tx, {
    actor: caller.login,
    action: `case:${event.kind}`,
    subject: `case:${id}`,
    detail: { user, ...event.detail },
    at,
  });
}

/** Assigns a case to the caller; once more has no effect. Refuses `case_assigned` if another operator has it. */
export const take = (deps: ComplianceDeps, caller: OperatorCaller, id: number): Promise<Case> =>
  deps.ctx.db.transact(async (tx) => {
    const row = await needActive(tx, id);
    if (row.assignee === caller.login) return row;
    if (row.assignee !== null) refuse('case_assigned');
    await store.setAssignee(tx, id, caller.login, 'in_review', deps.ctx.clock.now());
    await record(deps, tx, caller, row, { kind: 'taken', text: caller.login });
    return again(tx, id);
  });

/** Hands a case to another operator, or with undefined back. Refuses `case_operator_unknown`. */
export const assign = (
  deps: ComplianceDeps,
  caller: OperatorCaller,
  id: number,
  login: string | undefined,
): Promise<Case> =>
  deps.ctx.db.transact(async (tx) => {
    const row = await needActive(tx, id);
    if (login !== undefined && !(await deps.operators(tx)).includes(login)) refuse('case_operator_unknown');
    const assignee = login ?? null;
    if (assignee === row.assignee) return row;
    const status = assignee === null ? 'open' : row.status === 'open' ? 'in_review' : row.status;
    await store.setAssignee(tx, id, assignee, status, deps.ctx.clock.now());
    await record(deps, tx, caller, row, {
      kind: 'assigned',
      text: login ?? 'nobody',
      detail: { from: row.assignee, to: assignee },
    });
    return again(tx, id);
  });

export const addNote = (
  deps: ComplianceDeps,
  caller: OperatorCaller,
  id: number,
  text: string,
): Promise<Case> =>
  deps.ctx.db.transact(async (tx) => {
    const row = await needActive(tx, id);
    await store.touch(tx, id, deps.ctx.clock.now());
    await record(deps, tx, caller, row, { kind: 'noted', text });
    return again(tx, id);
  });

/** Sets the status of a case that the caller has. */
export const setStatus = (
  deps: ComplianceDeps,
  caller: OperatorCaller,
  id: number,
  { status, text }: { readonly status: 'in_review' | 'waiting'; readonly text: string },
): Promise<Case> =>
  deps.ctx.db.transact(async (tx) => {
    const row = await needActive(tx, id);
    requireAssignee(row, caller);
    await store.setStatus(tx, id, status, deps.ctx.clock.now());
    await record(deps, tx, caller, row, { kind: 'status', text: `${status}: ${text}`, detail: { status } });
    return again(tx, id);
  });

/** Links a record of the user of the case. Refuses `not_found` for a record of somebody else. */
export const linkRecord = (
  deps: ComplianceDeps,
  caller: OperatorCaller,
  id: number,
  link: CaseLink,
): Promise<Case> =>
  deps.ctx.db.transact(async (tx) => {
    const row = await needActive(tx, id);
    if (!(await deps.isRecordOf(tx, row.user, link))) refuse('not_found');
    if (!(await store.addLink(tx, id, link))) return row;
    await store.touch(tx, id, deps.ctx.clock.now());
    await record(deps, tx, caller, row, {
      kind: 'linked',
      text: `${link.kind} ${link.reference}`,
      detail: { [link.kind]: link.reference },
    });
    return again(tx, id);
  });

/** Refuses to operators who have decided about a linked record. */
export async function refuseOwnDecision(
  deps: ComplianceDeps,
  tx: Tx,
  id: number,
  logins: readonly string[],
): Promise<void> {
  for (const link of await store.linksOf(tx, id)) {
    const deciders = await deps.decidedBy(tx, link);
    if (logins.some((login) => deciders.includes(login))) refuse('case_own_decision');
  }
}

/** Closes a case, and writes its history and the audit log. */
export async function closeLocked(
  deps: ComplianceDeps,
  tx: Tx,
  row: Case,
  end: { readonly outcome: CaseOutcome; readonly reason: string; readonly by: string },
): Promise<void> {
  const at = deps.ctx.clock.now();
  await store.addEvent(tx, row.id, {
    ...{ kind: 'closed', by: end.by, at },
    text: `${end.outcome}: ${end.reason}`,
  });
  await store.saveClosed(tx, row.id, { ...end, at });
  await append(tx, {
    actor: end.by,
    action: 'case:closed',
    subject: `case:${row.id}`,
    detail: { user: row.user, kind: row.kind, outcome: end.outcome },
    at,
  });
}

/**
 * Closes a case that the caller has. A sanction match as a false positive requests the approval of a second operator
 * instead. Refuses `case_outcome` if the kind has no such outcome, `case_closing` while a request is open.
 */
export const close = (
  deps: ComplianceDeps,
  caller: OperatorCaller,
  id: number,
  { outcome, reason }: { readonly outcome: CaseOutcome; readonly reason: string },
): Promise<Case> =>
  deps.ctx.db.transact(async (tx) => {
    const row = await needActive(tx, id);
    requireAssignee(row, caller);
    if (!outcomesOf(row.kind).includes(outcome)) refuse('case_outcome');
    await refuseOwnDecision(deps, tx, id, [caller.login]);
    const now = deps.ctx.clock.now();
    const requested = await requestedSubjects(tx, CLEAR_MATCH, now);
    if (requested.has(subjectOf(id))) refuse('case_closing');
    if (!needsSecondOperator(row.kind, outcome)) {
      await closeLocked(deps, tx, row, { outcome, reason, by: caller.login });
      return again(tx, id);
    }
    await requestApproval(deps.ctx, tx, caller, {
      kind: CLEAR_MATCH,
      subject: subjectOf(id),
      payload: { case: id, uid: row.user, matches: (await store.matchesOf(tx, id)).length },
      reason,
      present: presentClear,
    });
    await store.addEvent(tx, id, { kind: 'closing_requested', by: caller.login, text: reason, at: now });
    return again(tx, id);
  });

import { Refusal, pageReply, refuse } from '@karat/contract';
import type { OperatorRole, Page, UserId } from '@karat/contract';
import { append } from '@karat/platform/audit';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller, RequestInfo } from '@karat/platform/http';
import { signInAgain } from './login.ts';
import type { LoginDeps } from './login.ts';
import type { ApprovalKinds } from './operators.ts';
import { change, changesAnything } from './presentation.ts';
import type { Change, Present, Presentation } from './presentation.ts';
import { APPROVAL_MS, digestOf } from './rules.ts';
import type { Payload } from './rules.ts';
import type { SecondFactor } from './second-factor.ts';
import * as store from './store.ts';
import type { ApprovalRow, ApprovalState } from './store.ts';

/** A request for operators. */
export interface ApprovalView {
  readonly id: number;
  readonly kind: string;
  readonly title: string;
  readonly subject: string;
  readonly changes: Change[];
  readonly uid: number | null;
  readonly article_version: number | null;
  readonly person: string | null;
  readonly digest: string;
  readonly reason: string;
  readonly asked_by: string;
  readonly own: boolean;
  readonly decided_by: string | null;
  readonly state: ApprovalState;
  readonly created_ms: number;
  readonly decided_ms: number | null;
}

/** Presentation of a request without a stored one: the values of its payload. */
const presentationOf = (row: ApprovalRow): Presentation =>
  row.presentation ?? {
    title: row.kind,
    subject: row.subject,
    changes: Object.entries(row.payload).map(([name, value]) => change(name, null, String(value))),
  };

const viewOf = (
  row: ApprovalRow,
  caller: OperatorCaller,
  view = presentationOf(row),
  owner: string | null = null,
): ApprovalView => ({
  id: row.id,
  kind: row.kind,
  title: view.title,
  subject: view.subject,
  changes: [...view.changes],
  uid: view.user ?? null,
  article_version: view.articleVersion ?? null,
  person: owner,
  digest: row.digest,
  reason: row.reason,
  asked_by: row.asked_by,
  own: row.asked_by_id === caller.operatorId,
  decided_by: row.decided_by,
  state: row.state,
  created_ms: row.created_ms,
  decided_ms: row.decided_ms,
});

/** Input of an approval request. */
export interface ApprovalRequest {
  readonly kind: string;
  readonly subject: string;
  readonly payload: Payload;
  readonly reason: string;
  readonly present: Present;
}

/** Creates an approval request. Refuses `no_change` if nothing would differ afterwards. */
export async function requestApproval(
  ctx: Context,
  tx: Tx,
  caller: OperatorCaller,
  { present, ...request }: ApprovalRequest,
): Promise<ApprovalView> {
  const at = ctx.clock.now();
  const digest = digestOf(request.kind, request.subject, request.payload);
  const presentation = await present(tx, request.payload);
  if (!changesAnything(presentation)) refuse('no_change');
  const id = await store.insertApproval(tx, {
    ...request,
    digest,
    presentation,
    askedBy: caller.operatorId,
    at,
    expires: at + APPROVAL_MS,
  });
  await append(tx, {
    actor: caller.login,
    action: `ask ${request.kind}`,
    subject: request.subject,
    detail: { id, digest, reason: request.reason },
    at,
  });
  return viewOf(await store.approvalById(tx, id), caller);
}

/** Returns an open request with current values; if its subject is gone, as it was requested. */
async function current(
  { ctx, approvals }: { ctx: Context; approvals: ApprovalKinds },
  row: ApprovalRow,
): Promise<Presentation> {
  const kind = row.state === 'asked' ? approvals[row.kind] : undefined;
  if (!kind) return presentationOf(row);
  try {
    return await kind.present(ctx.db, row.payload);
  } catch (failure) {
    if (failure instanceof Refusal) return presentationOf(row);
    throw failure;
  }
}

interface ListDeps {
  readonly ctx: Context;
  readonly approvals: ApprovalKinds;
  /** How operators refer to a user. */
  nameOf(user: UserId): Promise<string | null>;
}

/** Returns a page of requests, newest first. Open ones have current values, decided ones those of their decision. */
export async function list(
  deps: ListDeps,
  caller: OperatorCaller,
  filter: store.ApprovalFilter,
  page: number,
  limit: number,
): Promise<Page<ApprovalView>> {
  const { ctx } = deps;
  await store.expireApprovals(ctx.db, ctx.clock.now());
  const rows = await store.approvals(ctx.db, filter, limit, (page - 1) * limit);
  const views: ApprovalView[] = [];
  for (const row of rows) {
    const view = await current(deps, row);
    const owner = view.user === undefined ? null : await deps.nameOf(view.user);
    views.push(viewOf(row, caller, view, owner));
  }
  return pageReply(views, await store.countApprovals(ctx.db, filter), page, limit);
}

async function open(ctx: Context, tx: Tx, id: number): Promise<ApprovalRow> {
  const row = (await store.lockApproval(tx, id)) ?? refuse('approval_unknown');
  if (row.state !== 'asked') refuse('approval_decided');
  if (row.expires_ms <= ctx.clock.now()) refuse('approval_stale');
  return row;
}

/**
 * Approves a request of another operator and executes it, in one transaction. The digest identifies the reviewed
 * content. The approver signs in again with password and a fresh second factor.
 */
export async function approve(
  deps: Pick<LoginDeps, 'ctx' | 'passwords' | 'passkeys'> & { readonly approvals: ApprovalKinds },
  caller: OperatorCaller,
  input: SecondFactor & { id: number; digest: string; password: string },
  request: Pick<RequestInfo, 'origin'>,
): Promise<ApprovalView> {
  const { ctx, approvals } = deps;
  const result = await ctx.db.transact(async (tx) => {
    const row = await open(ctx, tx, input.id);
    if (row.asked_by_id === caller.operatorId) refuse('approval_own');
    if (row.digest !== input.digest || digestOf(row.kind, row.subject, row.payload) !== row.digest)
      refuse('approval_stale');
    const { password, totp, credential } = input;
    const signedIn = await signInAgain(deps, tx, caller, { password, totp, credential }, request);
    if (signedIn !== 'ok') return signedIn;
    const kind = approvals[row.kind] ?? refuse('approval_unknown');
    const at = ctx.clock.now();
    const presentation = await kind.present(tx, row.payload);
    if (!changesAnything(presentation)) refuse('approval_stale');
    await store.savePresentation(tx, row.id, presentation);
    if ((await store.decide(tx, row.id, 'approved', caller.operatorId, at)) !== 1) refuse('approval_stale');
    await kind.execute(tx, row.payload, {
      approval: row.id,
      reason: row.reason,
      askedBy: row.asked_by,
      approvedBy: caller.login,
    });
    await append(tx, {
      actor: caller.login,
      action: `approve ${row.kind}`,
      subject: row.subject,
      detail: { id: row.id, digest: row.digest },
      at,
    });
    return viewOf(await store.approvalById(tx, row.id), caller);
  });
  return typeof result === 'string' ? refuse(result) : result;
}

/** Roles that may reject requests of others; every operator may withdraw their own. */
const DECIDERS: readonly OperatorRole[] = ['risk', 'admin'];

/** Rejects a request of another operator, or withdraws one's own. */
export const refuseRequest = (
  ctx: Context,
  caller: OperatorCaller,
  input: { id: number; reason: string },
): Promise<ApprovalView> =>
  ctx.db.transact(async (tx) => {
    const row = await open(ctx, tx, input.id);
    if (row.asked_by_id !== caller.operatorId && !DECIDERS.includes(caller.role)) refuse('forbidden');
    const at = ctx.clock.now();
    if ((await store.decide(tx, row.id, 'refused', caller.operatorId, at)) !== 1) refuse('approval_stale');
    await append(tx, {
      actor: caller.login,
      action: `refuse ${row.kind}`,
      subject: row.subject,
      detail: { id: row.id, reason: input.reason },
      at,
    });
    return viewOf(await store.approvalById(tx, row.id), caller);
  });

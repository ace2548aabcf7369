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

/** A request as an operator sees it. */
export interface ApprovalView {
  readonly id: number;
  readonly kind: string;
  readonly title: string;
  readonly subject: string;
  readonly changes: Change[];
  readonly uid: number | null;
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

/** What is shown of a request whose presentation was not kept: the values of its payload. */
const presentationOf = (row: ApprovalRow): Presentation =>
  row.presentation ?? {
    title: row.kind,
    subject: row.subject,
    changes: Object.entries(row.payload).map(([name, value]) => change(name, null, String(value))),
  };

const viewOf = (
  row: ApprovalRow,
  caller: OperatorCaller,
  shown = presentationOf(row),
  person: string | null = null,
): ApprovalView => ({
  id: row.id,
  kind: row.kind,
  title: shown.title,
  subject: shown.subject,
  changes: [...shown.changes],
  uid: shown.user ?? null,
  person,
  digest: row.digest,
  reason: row.reason,
  asked_by: row.asked_by,
  own: row.asked_by_id === caller.operatorId,
  decided_by: row.decided_by,
  state: row.state,
  created_ms: row.created_ms,
  decided_ms: row.decided_ms,
});

/** What an operator asks a second person for. */
export interface ApprovalRequest {
  readonly kind: string;
  readonly subject: string;
  readonly payload: Payload;
  readonly reason: string;
  readonly present: Present;
}

/** Asks for something that needs a second person. Refuses `no_change` where nothing would differ afterwards. */
export async function ask(
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

/** An open request with the values of this moment; where its subject is gone, as it was asked for. */
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
  /** How operators name a user. */
  nameOf(user: UserId): Promise<string | null>;
}

/** A page of requests, newest first. Open ones show the values of this moment, decided ones those of their decision. */
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
    const shown = await current(deps, row);
    const person = shown.user === undefined ? null : await deps.nameOf(shown.user);
    views.push(viewOf(row, caller, shown, person));
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
 * Approves a request of somebody else and does what it asks for, in one transaction. The digest names what was seen;
 * whoever approves signs in again with password and a fresh second factor.
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
    await store.keepPresentation(tx, row.id, presentation);
    await store.decide(tx, row.id, 'approved', caller.operatorId, at);
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

/** Who may decide on what others asked for; everybody may take back what they asked for themselves. */
const DECIDERS: readonly OperatorRole[] = ['risk', 'admin'];

/** Refuses a request of somebody else, or takes one's own back. */
export const refuseRequest = (
  ctx: Context,
  caller: OperatorCaller,
  input: { id: number; reason: string },
): Promise<ApprovalView> =>
  ctx.db.transact(async (tx) => {
    const row = await open(ctx, tx, input.id);
    if (row.asked_by_id !== caller.operatorId && !DECIDERS.includes(caller.role)) refuse('forbidden');
    const at = ctx.clock.now();
    await store.decide(tx, row.id, 'refused', caller.operatorId, at);
    await append(tx, {
      actor: caller.login,
      action: `refuse ${row.kind}`,
      subject: row.subject,
      detail: { id: row.id, reason: input.reason },
      at,
    });
    return viewOf(await store.approvalById(tx, row.id), caller);
  });

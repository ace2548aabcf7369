import { pageReply, refuse } from '@karat/contract';
import type { OperatorRole, Page } from '@karat/contract';
import { append } from '@karat/platform/audit';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { signInAgain } from './login.ts';
import type { Executors, Passwords } from './operators.ts';
import { APPROVAL_MS, digestOf } from './rules.ts';
import type { Payload } from './rules.ts';
import * as store from './store.ts';
import type { ApprovalRow, ApprovalState } from './store.ts';

/** A request as an operator sees it. */
export interface ApprovalView {
  readonly id: number;
  readonly kind: string;
  readonly subject: string;
  readonly payload: Record<string, string | number | boolean>;
  readonly digest: string;
  readonly reason: string;
  readonly asked_by: string;
  readonly own: boolean;
  readonly decided_by: string | null;
  readonly state: ApprovalState;
  readonly created_ms: number;
  readonly decided_ms: number | null;
}

const viewOf = (row: ApprovalRow, caller: OperatorCaller): ApprovalView => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  payload: { ...row.payload },
  digest: row.digest,
  reason: row.reason,
  asked_by: row.asked_by,
  own: row.asked_by_id === caller.operatorId,
  decided_by: row.decided_by,
  state: row.state,
  created_ms: row.created_ms,
  decided_ms: row.decided_ms,
});

/** Asks for something that needs a second person. */
export async function ask(
  ctx: Context,
  tx: Tx,
  caller: OperatorCaller,
  request: { kind: string; subject: string; payload: Payload; reason: string },
): Promise<ApprovalView> {
  const at = ctx.clock.now();
  const digest = digestOf(request.kind, request.subject, request.payload);
  const id = await store.insertApproval(tx, {
    ...request,
    digest,
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

/** A page of requests, newest first. */
export async function list(
  ctx: Context,
  caller: OperatorCaller,
  filter: store.ApprovalFilter,
  page: number,
  limit: number,
): Promise<Page<ApprovalView>> {
  await store.expireApprovals(ctx.db, ctx.clock.now());
  const rows = await store.approvals(ctx.db, filter, limit, (page - 1) * limit);
  return pageReply(
    rows.map((row) => viewOf(row, caller)),
    await store.countApprovals(ctx.db, filter),
    page,
    limit,
  );
}

async function open(ctx: Context, tx: Tx, id: number): Promise<ApprovalRow> {
  const row = (await store.lockApproval(tx, id)) ?? refuse('approval_unknown');
  if (row.state !== 'asked') refuse('approval_decided');
  if (row.expires_ms <= ctx.clock.now()) refuse('approval_stale');
  return row;
}

/**
 * Approves a request of somebody else and does what it asks for, in one transaction. The digest names what was seen;
 * whoever approves signs in again with password and a fresh one-time code.
 */
export async function approve(
  { ctx, passwords, executors }: { ctx: Context; passwords: Passwords; executors: Executors },
  caller: OperatorCaller,
  input: { id: number; digest: string; password: string; totp: string },
): Promise<ApprovalView> {
  const result = await ctx.db.transact(async (tx) => {
    const row = await open(ctx, tx, input.id);
    if (row.asked_by_id === caller.operatorId) refuse('approval_own');
    if (row.digest !== input.digest || digestOf(row.kind, row.subject, row.payload) !== row.digest)
      refuse('approval_stale');
    const signedIn = await signInAgain(ctx, passwords, tx, caller, input);
    if (signedIn !== 'ok') return signedIn;
    const execute = executors[row.kind] ?? refuse('approval_unknown');
    const at = ctx.clock.now();
    await store.decide(tx, row.id, 'approved', caller.operatorId, at);
    await execute(tx, row.payload, {
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

import { PRODUCTS, STOP_TARGETS, refuse } from '@karat/contract';
import type { Contract, Reply, StopLevel, StopTarget, UserId } from '@karat/contract';
import { append } from '@karat/platform/audit';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { requestApproval } from './approvals.ts';
import type { ApprovalView } from './approvals.ts';
import type { ApprovalKind } from './operators.ts';
import { change, fact } from './presentation.ts';
import type { Present } from './presentation.ts';
import type { Payload } from './rules.ts';
import { deleteStop, saveStop, lockSubject, stopOf, stopsNow } from './stop-store.ts';

/** Kind of the approval request, for every subject. */
export const RESUME = 'resume';

/** Current state of a subject that can be stopped. */
export interface StopSubject {
  readonly name: string;
  /** Label, such as `halted`. */
  readonly state: string;
  /** Whether nothing of it is stopped. */
  readonly runs: boolean;
  /** Level of the stop; default `halt`. */
  readonly level?: StopLevel;
  /** Cause of the stop if no operator stopped it. */
  readonly reason?: string;
  /** Changes with every stop: a request to resume an earlier one is stale. Unix ms. */
  readonly sinceMs?: number;
  /** The user whose account it concerns. */
  readonly user?: UserId;
}

export interface StopOrder {
  readonly level: StopLevel;
  readonly reason: string;
  readonly by: string;
  /** Unix ms. */
  readonly at: number;
}

/** How a product is stopped, and resumed by two operators. */
export interface Stoppable {
  /** Supported levels besides `halt`. */
  readonly reduces?: boolean;
  /** Undefined if the subject does not exist. */
  find(db: Queries, subject: string): Promise<StopSubject | undefined>;
  stop(tx: Tx, subject: string, order: StopOrder): Promise<void>;
  resume(tx: Tx, subject: string, order: Omit<StopOrder, 'level'>): Promise<void>;
  /** Refuses requests that are not permitted, such as for an account that its owner froze. */
  checkResume?(db: Queries, subject: string): Promise<void>;
}

export type Stoppables = Readonly<Record<StopTarget, Stoppable>>;

export interface StopDeps {
  readonly ctx: Context;
  readonly stoppables: Stoppables;
}

const HARDER: Readonly<Record<StopLevel, number>> = { reduce: 1, halt: 2 };
const hardness = ({ runs, level = 'halt' }: StopSubject): number => (runs ? 0 : HARDER[level]);

interface StopRequest {
  readonly target: StopTarget;
  readonly subject: string;
  readonly level: StopLevel;
  readonly reason: string;
}

/** Stops a subject at once. Refuses `not_found`, and `no_change` if it is stopped at that level already. */
export const stopNow = (
  { ctx, stoppables }: StopDeps,
  caller: OperatorCaller,
  { target, subject, level, reason }: StopRequest,
): Promise<void> =>
  ctx.db.transact(async (tx) => {
    const stoppable = stoppables[target];
    if (!(await stoppable.find(tx, subject))) refuse('not_found');
    await lockSubject(tx, target, subject);
    const found = (await stoppable.find(tx, subject)) ?? refuse('not_found');
    // The memory may be older than the stop that was just committed.
    const stored = await stopOf(tx, target, subject);
    if (stored && HARDER[level] <= HARDER[stored.level]) refuse('no_change');
    if (level === 'reduce' && stoppable.reduces !== true) refuse('value_invalid', { field: 'level' });
    if (HARDER[level] <= hardness(found)) refuse('no_change');
    const order = { level, reason, by: caller.login, at: ctx.clock.now() };
    await saveStop(tx, { target, subject, ...order });
    await stoppable.stop(tx, subject, order);
    await append(tx, {
      actor: caller.login,
      action: `stop ${target}`,
      subject: `${target}:${subject}`,
      detail: { name: found.name, level, reason },
      at: order.at,
    });
  });

const read = (payload: Payload): { readonly target: StopTarget; readonly subject: string } => ({
  target: STOP_TARGETS.find((each) => each === payload['target']) ?? refuse('approval_stale'),
  subject: String(payload['subject']),
});

const present =
  ({ stoppables }: StopDeps): Present =>
  async (db, payload) => {
    const { target, subject } = read(payload);
    const found = (await stoppables[target].find(db, subject)) ?? refuse('not_found');
    const stop = await stopOf(db, target, subject);
    return {
      title: `Resume: ${target}`,
      subject: found.name,
      ...(found.user === undefined ? {} : { user: found.user }),
      changes: [
        change('State', found.runs ? 'running' : found.state, 'running'),
        fact('Stopped because', stop?.reason ?? found.reason ?? '–'),
        fact('Stopped by', stop?.by ?? '–'),
      ],
    };
  };

/** Identifies the stop of a request: a later stop makes the request stale. */
const stopIn = async ({ stoppables }: StopDeps, db: Queries, target: StopTarget, subject: string) => {
  const found = (await stoppables[target].find(db, subject)) ?? refuse('not_found');
  const stop = await stopOf(db, target, subject);
  return { target, subject, stop: stop?.at ?? 0, since: found.sinceMs ?? 0 };
};

/** Requests to resume a subject. Refuses `not_found` and `no_change`. */
export const requestResume = (
  deps: StopDeps,
  caller: OperatorCaller,
  { target, subject, reason }: Omit<StopRequest, 'level'>,
): Promise<ApprovalView> =>
  deps.ctx.db.transact(async (tx) => {
    const payload = await stopIn(deps, tx, target, subject);
    await deps.stoppables[target].checkResume?.(tx, subject);
    return requestApproval(deps.ctx, tx, caller, {
      kind: RESUME,
      subject: `${target}:${subject}`,
      payload,
      reason,
      present: present(deps),
    });
  });

/** Presentation and effect of a resume. Refuses `approval_stale` if the subject was stopped anew or runs already. */
export const resumeKind = (deps: StopDeps): ApprovalKind => ({
  present: present(deps),
  async execute(tx, payload, { reason, approvedBy }) {
    const { target, subject } = read(payload);
    await lockSubject(tx, target, subject);
    const now = await stopIn(deps, tx, target, subject);
    if (now.stop !== payload['stop'] || now.since !== payload['since']) refuse('approval_stale');
    const stoppable = deps.stoppables[target];
    await stoppable.checkResume?.(tx, subject);
    await deleteStop(tx, target, subject);
    await stoppable.resume(tx, subject, { reason, by: approvedBy, at: deps.ctx.clock.now() });
  },
});

/** Returns all stops, with the state of every product. */
export async function stopsView({
  ctx,
  stoppables,
}: StopDeps): Promise<Reply<Contract['operators']['console/stops']>> {
  const stopped = await stopsNow(ctx.db);
  const rows = await Promise.all(
    stopped.map(async ({ target, subject, level, reason, by, at }) => ({
      target,
      subject,
      name: (await stoppables[target].find(ctx.db, subject))?.name ?? subject,
      level,
      reason,
      stopped_by: by,
      stopped_ms: at,
    })),
  );
  const halted = new Set(rows.filter(({ target }) => target === 'product').map(({ subject }) => subject));
  return { products: PRODUCTS.map((product) => ({ product, halted: halted.has(product) })), stops: rows };
}

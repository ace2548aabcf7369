import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { marketOf, sessionsOf } from './deps.ts';
import type { RecurringDeps } from './deps.ts';
import { SKIP_AHEAD_MS, unboughtOn } from './rules.ts';
import { occurrenceAfter, occurrenceFrom } from './schedule.ts';
import { activeAt, insertExecutions, lockPlan, uncountPlan, writeProgress } from './store.ts';
import type { PlanProgress } from './store.ts';
import type { PlainDate } from '@karat/rules';
import type { Plan } from './types.ts';

interface PlanKey {
  readonly userId: UserId;
  readonly id: number;
}

/** A plan of the user, locked. Refuses `recurring_placing` while an order of it may be on its way: its result comes first. */
async function lockOwn(tx: Tx, { userId, id }: PlanKey): Promise<Plan> {
  const plan = (await lockPlan(tx, id, userId)) ?? refuse('recurring_unknown');
  return plan.isPlacing ? refuse('recurring_placing') : plan;
}

async function lockActive(tx: Tx, key: PlanKey): Promise<Plan> {
  const plan = await lockOwn(tx, key);
  return plan.state === 'active' ? plan : refuse('recurring_not_active');
}

const resting = { attemptMs: undefined, isPlacing: false, waiting: undefined } as const;

const paused = ({ next }: Plan): PlanProgress => ({ ...resting, state: 'paused', next, endedMs: undefined });

/** Refuses `recurring_unknown`, `recurring_not_active`, `recurring_placing`. */
export const pausePlan = ({ ctx }: RecurringDeps, key: PlanKey): Promise<Plan> =>
  ctx.db.transact(async (tx) => {
    const plan = await lockActive(tx, key);
    return writeProgress(tx, plan.id, paused(plan));
  });

/** Goes on with the first date after now. Refuses `recurring_unknown`, `recurring_not_paused`, `recurring_market`. */
export const resumePlan = (deps: RecurringDeps, key: PlanKey): Promise<Plan> =>
  deps.ctx.db.transact(async (tx) => {
    const { clock } = deps.ctx;
    if (!clock.isTrusted()) refuse('clock_untrusted');
    const plan = await lockOwn(tx, key);
    if (plan.state !== 'paused') refuse('recurring_not_paused');
    const session = sessionsOf(marketOf(deps, plan.marketId));
    const next = occurrenceFrom(plan, clock.now(), session, plan.next.date);
    return writeProgress(tx, plan.id, activeAt(next));
  });

/** Skips the next date if it is still `date`. Refuses `recurring_date` and, a year ahead, `recurring_skip_max`. */
export const skipDate = (deps: RecurringDeps, key: PlanKey & { readonly date: PlainDate }): Promise<Plan> =>
  deps.ctx.db.transact(async (tx) => {
    const now = deps.ctx.clock.now();
    const plan = await lockActive(tx, key);
    if (plan.next.date !== key.date) refuse('recurring_date');
    const next = occurrenceAfter(
      plan,
      plan.next.date,
      sessionsOf(deps.market.instruments.need(plan.marketId)),
    );
    if (next.dueMs > now + SKIP_AHEAD_MS) refuse('recurring_skip_max');
    await insertExecutions(tx, plan.id, [unboughtOn(plan.next, 'skipped', now)]);
    return writeProgress(tx, plan.id, activeAt(next));
  });

/** Refuses `recurring_unknown`, `recurring_ended`, `recurring_placing`. */
export const endPlan = ({ ctx }: RecurringDeps, key: PlanKey): Promise<Plan> =>
  ctx.db.transact(async (tx) => {
    const plan = await lockOwn(tx, key);
    if (plan.state === 'ended') refuse('recurring_ended');
    await uncountPlan(tx, plan.userId);
    const endedMs = ctx.clock.now();
    return writeProgress(tx, plan.id, { ...resting, state: 'ended', next: plan.next, endedMs });
  });

import { Refusal } from '@karat/contract';
import type { NoticesOf, RecurringOutcome } from '@karat/contract';
import type { Market } from '@karat/domains/market';
import type { Order } from '@karat/domains/spot';
import { format, minus } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { sessionsOf } from './deps.ts';
import type { RecurringDeps } from './deps.ts';
import { PLACING_MS, deadlineOf, meaningOf, orderKey, resultOf, retryAt, unboughtOn } from './rules.ts';
import { occurrencesUntil } from './schedule.ts';
import { activeAt, claimDue, insertExecutions, lockPlan, writeProgress } from './store.ts';
import type { PlanProgress } from './store.ts';
import type { Execution, Plan } from './types.ts';

/** What the claim of a due plan leads to. */
type Claim =
  | { readonly kind: 'none' }
  /** Its date needed no order. */
  | { readonly kind: 'done' }
  | { readonly kind: 'place'; readonly plan: Plan };

/** The answer of the engine. */
type Answer =
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'refused'; readonly meaning: ReturnType<typeof meaningOf> };

const marketOfPlan = ({ market }: RecurringDeps, { marketId }: Plan): Market =>
  market.instruments.need(marketId);

/** Kinds of notices by outcome; what a user skipped is not news. */
const NOTICES: Readonly<Record<Exclude<RecurringOutcome, 'skipped'>, NoticesOf<'recurring'>>> = {
  bought: 'recurring:bought',
  no_funds: 'recurring:no_funds',
  not_traded: 'recurring:not_traded',
  no_liquidity: 'recurring:no_liquidity',
  refused: 'recurring:refused',
  missed: 'recurring:missed',
};

/** One notice for each kind of result: missed days share one. */
async function notifyResults(
  { messages }: RecurringDeps,
  tx: Tx,
  plan: Plan,
  { baseName, quoteName }: Market,
  results: readonly Execution[],
): Promise<void> {
  await messages.notifyAll(
    tx,
    [...Map.groupBy(results, ({ outcome }) => outcome)].flatMap(([outcome, [first, ...more]]) =>
      outcome === 'skipped' || !first
        ? []
        : [
            {
              user: plan.userId,
              kind: NOTICES[outcome],
              key: `recurring:${plan.id}:${first.date}:${outcome}`,
              values: {
                amount: format(plan.amount),
                currency: quoteName,
                coin: baseName,
                date: first.date,
                count: String(more.length + 1),
                spent: format(first.spent),
                received: format(minus(first.bought, first.fee)),
              },
            },
          ],
    ),
  );
}

/** Writes results of a locked plan's dates and moves it on. */
async function recordResults(
  deps: RecurringDeps,
  tx: Tx,
  plan: Plan,
  results: readonly Execution[],
  progress: PlanProgress,
): Promise<void> {
  await insertExecutions(tx, plan.id, results);
  await writeProgress(tx, plan.id, progress);
  await notifyResults(deps, tx, plan, marketOfPlan(deps, plan), results);
}

/** Records the result of the next date, and of all later dates whose time is over as missed: nothing is bought in bulk. */
async function recordNext(deps: RecurringDeps, tx: Tx, plan: Plan, result: Execution): Promise<void> {
  const now = deps.ctx.clock.now();
  const session = sessionsOf(marketOfPlan(deps, plan));
  const { over, next } = occurrencesUntil(
    plan,
    plan.next,
    session,
    (one) => one.date === plan.next.date || deadlineOf(one, deps.limits.windowMs) <= now,
  );
  const missed = over.slice(1).map((one) => unboughtOn(one, 'missed', now));
  await recordResults(deps, tx, plan, [result, ...missed], activeAt(next));
}

/** Tries the next date again a little later. */
const postpone = ({ limits }: RecurringDeps, tx: Tx, plan: Plan, now: number): Promise<Plan> =>
  writeProgress(tx, plan.id, {
    ...activeAt(plan.next),
    attemptMs: retryAt(plan.next, now, limits.windowMs),
    waiting: 'not_traded',
  });

/** Claims the plan that is due longest and decides whether it may still buy. */
const claim = (deps: RecurringDeps): Promise<Claim> =>
  deps.ctx.db.transact(async (tx): Promise<Claim> => {
    const now = deps.ctx.clock.now();
    const plan = await claimDue(tx, now);
    if (!plan) return { kind: 'none' };
    // A process that was killed may have placed the order without recording it.
    const order = plan.isPlacing ? await deps.orders.find(tx, plan.userId, orderKey(plan)) : undefined;
    if (order) await recordNext(deps, tx, plan, resultOf(plan.next, order));
    else if (now >= deadlineOf(plan.next, deps.limits.windowMs))
      await recordNext(deps, tx, plan, unboughtOn(plan.next, plan.waiting ?? 'missed', now));
    else if (deps.isStopped() || !(await deps.mayTrade(tx, plan.userId))) await postpone(deps, tx, plan, now);
    else {
      const placing = { ...activeAt(plan.next), attemptMs: now + PLACING_MS, isPlacing: true };
      await writeProgress(tx, plan.id, { ...placing, waiting: plan.waiting });
      return { kind: 'place', plan };
    }
    return { kind: 'done' };
  });

/** Places the order of a date; its client order id makes a second placement return the first order. */
async function place({ orders }: RecurringDeps, plan: Plan): Promise<Answer> {
  try {
    const order = await orders.place(plan.userId, {
      marketId: plan.marketId,
      side: 'buy',
      orderType: 'market',
      quoteAmount: plan.amount,
      slippage: plan.slippage,
      clientKey: orderKey(plan),
    });
    return { kind: 'order', order };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'refused', meaning: meaningOf(error.code) };
  }
}

/** Records the engine's answer, unless another process has done so. */
const record = (deps: RecurringDeps, claimed: Plan, answer: Answer): Promise<void> =>
  deps.ctx.db.transact(async (tx) => {
    const now = deps.ctx.clock.now();
    const plan = await lockPlan(tx, claimed.id);
    if (plan?.isPlacing !== true || plan.next.date !== claimed.next.date) return;
    if (answer.kind === 'order') await recordNext(deps, tx, plan, resultOf(plan.next, answer.order));
    else if (answer.meaning === 'wait') await postpone(deps, tx, plan, now);
    else await recordNext(deps, tx, plan, unboughtOn(plan.next, answer.meaning, now));
  });

/** Executes one due plan; returns whether there was one. */
export async function buyNext(deps: RecurringDeps): Promise<boolean> {
  const claimed = await claim(deps);
  if (claimed.kind !== 'place') return claimed.kind === 'done';
  deps.onStep?.('claimed');
  const answer = await place(deps, claimed.plan);
  deps.onStep?.('placed');
  await record(deps, claimed.plan, answer);
  deps.onStep?.('recorded');
  return true;
}

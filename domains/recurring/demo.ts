import type { UserId } from '@karat/contract';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { createPlan } from './create-plan.ts';
import type { PlanRequest } from './create-plan.ts';
import type { RecurringDeps } from './deps.ts';
import { dateIn, weekdayOf } from '@karat/rules';

/** Plans of the demo user: a coin every week, and a stock at the end of the month. */
const PLANS = [
  { symbol: 'BTC/USDT', amount: '50', frequency: 'weekly', hour: 9 },
  { symbol: 'AAPL/USDT', amount: '25', frequency: 'monthly', day: 31, hour: 10 },
] as const;

/** Two plans of a demo user, once: the weekly one buys tomorrow. Demonstrations only. */
export async function seedDemoPlans(
  deps: RecurringDeps,
  tx: Tx,
  userId: UserId,
  zone: string,
): Promise<void> {
  const { plans } = await tx.one<{ plans: number }>(
    sql`select count(*) as plans from recurring_plans where user_id = ${userId}`,
  );
  if (plans > 0) return;
  const tomorrow = weekdayOf(dateIn(zone, deps.ctx.clock.now() + DAY_MS));
  for (const plan of PLANS) {
    const market = deps.market.instruments.bySymbol(plan.symbol);
    if (!market) continue;
    const schedule: Omit<PlanRequest, 'userId' | 'marketId' | 'amount'> = {
      frequency: plan.frequency,
      day: 'day' in plan ? plan.day : tomorrow,
      hour: plan.hour,
      zone,
    };
    await createPlan(deps, tx, { userId, marketId: market.id, amount: amount(plan.amount), ...schedule });
  }
}

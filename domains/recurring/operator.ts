import { marketId, pageReply } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { amount, format } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { DAY_MS } from '@karat/rules';
import type { RecurringDeps } from './deps.ts';
import { lastExecutions, readPlans } from './store.ts';
import { executionView, planView } from './view.ts';

type Calls = Contract['recurring'];
type ConsoleCalls = Extract<keyof Calls, `console/${string}`>;

interface MarketTotals {
  readonly market_id: number;
  readonly active: number;
  readonly paused: number;
  readonly due_day: string;
  readonly bought_week: number;
  readonly failed_week: number;
  readonly overdue: number | null;
}

const readTotals = (db: Queries, now: number): Promise<MarketTotals[]> =>
  db.rows<MarketTotals>(sql`
    with results as (
      select p.market_id, count(*) filter (where e.outcome = 'bought') as bought,
        count(*) filter (where e.outcome not in ('bought', 'skipped')) as failed
      from recurring_executions e join recurring_plans p on p.id = e.plan_id
      where e.executed_at > to_timestamp(${now - 7 * DAY_MS} / 1000.0) group by p.market_id
    )
    select p.market_id, count(*) filter (where p.state = 'active') as active,
      count(*) filter (where p.state = 'paused') as paused,
      coalesce(sum(p.amount) filter (where p.state = 'active'
        and p.buy_at <= to_timestamp(${now + DAY_MS} / 1000.0)), 0)::text as due_day,
      coalesce(max(r.bought), 0) as bought_week, coalesce(max(r.failed), 0) as failed_week,
      min(p.buy_at) filter (where p.state = 'active' and p.attempt_at <= to_timestamp(${now} / 1000.0)) as overdue
    from recurring_plans p left join results r using (market_id) group by p.market_id order by p.market_id`);

/** Plans of all users and their totals by market, for operators. */
export function consoleHandlers(deps: RecurringDeps): Pick<Handlers<Calls>, ConsoleCalls> {
  const { ctx, limits, market } = deps;
  return {
    'console/recurring_plans': async ({ input }) => {
      const filter = { user: input.uid, market: input.match_id, state: input.state };
      const { rows, total } = await readPlans(ctx.db, filter, input);
      const last = await lastExecutions(
        ctx.db,
        rows.map(({ id }) => id),
      );
      const views = rows.map((plan) => {
        const own = market.instruments.need(plan.marketId);
        const result = last.get(plan.id);
        return {
          ...planView(plan, own, limits.windowMs),
          uid: plan.userId,
          last: result ? executionView(result, own) : null,
        };
      });
      return pageReply(views, total, input.page, input.limit);
    },
    'console/recurring_totals': async (): Promise<Reply<Calls['console/recurring_totals']>> => {
      const totals = await readTotals(ctx.db, ctx.clock.now());
      return totals.map((row) => {
        const own = market.instruments.need(marketId(row.market_id));
        return {
          match_id: own.id,
          symbol: own.symbol,
          legal_name: own.quoteName,
          active: row.active,
          paused: row.paused,
          due_day: format(amount(row.due_day)),
          bought_week: row.bought_week,
          failed_week: row.failed_week,
          overdue_ms: row.overdue,
        };
      });
    },
  };
}

import { pageReply, refuse } from '@karat/contract';
import type { Contract, Read } from '@karat/contract';
import { format, percentFromRate } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { MINUTE_MS } from '@karat/rules';
import { endPlan, pausePlan, resumePlan, skipDate } from './change-plan.ts';
import { createPlan, previewDates } from './create-plan.ts';
import { isBuyable } from './deps.ts';
import type { RecurringDeps } from './deps.ts';
import { consoleHandlers } from './operator.ts';
import type { Schedule } from './schedule.ts';
import { planOfUser, readExecutions, readPlans } from './store.ts';
import type { Plan } from './types.ts';
import { executionView, occurrenceView, planView } from './view.ts';
import type { PlanView } from './view.ts';

type Calls = Contract['recurring'];

const scheduleOf = (input: Read<Calls['recurring/preview']>): Schedule => ({
  frequency: input.frequency,
  day: input.day,
  hour: input.hour,
  zone: input.time_zone,
});

/** Answers the calls of recurring buy; users see only what is their own. */
export function recurringHandlers(deps: RecurringDeps): Handlers<Calls> {
  const { ctx, ledger, limits, market } = deps;
  const viewOf = (plan: Plan): PlanView =>
    planView(plan, market.instruments.need(plan.marketId), limits.windowMs);
  return {
    ...consoleHandlers(deps),
    'recurring/config': async () => {
      const decimals = new Map((await ledger.currencies(ctx.db)).map((one) => [one.id, one.decimals]));
      return {
        slippage: format(percentFromRate(limits.slippage)),
        window_minutes: limits.windowMs / MINUTE_MS,
        plans_max: limits.plansMax,
        markets: market.instruments
          .all()
          .filter(isBuyable)
          .map((one) => ({
            match_id: one.id,
            symbol: one.symbol,
            currency_id: one.base,
            currency_name: one.baseName,
            legal_id: one.quote,
            legal_name: one.quoteName,
            kind: one.kind,
            min: format(one.minNotional),
            max: format(limits.amountMax),
            decimals: decimals.get(one.quote) ?? 0,
          })),
      };
    },
    'recurring/preview': ({ input }) =>
      Promise.resolve(
        previewDates(deps, { marketId: input.match_id, ...scheduleOf(input) }).map(occurrenceView),
      ),
    'recurring/create': async ({ input, caller, tx }) =>
      viewOf(
        await createPlan(deps, tx, {
          userId: caller.userId,
          marketId: input.match_id,
          amount: input.quote_amount,
          ...scheduleOf(input),
        }),
      ),
    'recurring/list': async ({ input, caller }) => {
      const filter = { user: caller.userId, market: input.match_id, state: input.state };
      const { rows, total } = await readPlans(ctx.db, filter, input);
      return pageReply(rows.map(viewOf), total, input.page, input.limit);
    },
    'recurring/detail': async ({ input, caller }) =>
      viewOf((await planOfUser(ctx.db, caller.userId, input.id)) ?? refuse('recurring_unknown')),
    'recurring/executions': async ({ input, caller }) => {
      const plan = (await planOfUser(ctx.db, caller.userId, input.id)) ?? refuse('recurring_unknown');
      const { rows, total } = await readExecutions(ctx.db, plan.id, input);
      const own = market.instruments.need(plan.marketId);
      return pageReply(
        rows.map((row) => executionView(row, own)),
        total,
        input.page,
        input.limit,
      );
    },
    'recurring/pause': async ({ input, caller }) =>
      viewOf(await pausePlan(deps, { userId: caller.userId, id: input.id })),
    'recurring/resume': async ({ input, caller }) =>
      viewOf(await resumePlan(deps, { userId: caller.userId, id: input.id })),
    'recurring/skip': async ({ input, caller }) =>
      viewOf(await skipDate(deps, { userId: caller.userId, id: input.id, date: input.date })),
    'recurring/end': async ({ input, caller }) =>
      viewOf(await endPlan(deps, { userId: caller.userId, id: input.id })),
  };
}

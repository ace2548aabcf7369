import { refuse } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import type { Market } from '@karat/domains/market';
import { format, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { marketOf, sessionsOf } from './deps.ts';
import type { RecurringDeps } from './deps.ts';
import { isDayValid, occurrenceAfter, occurrenceFrom } from './schedule.ts';
import type { Occurrence, Schedule } from './schedule.ts';
import { countPlan, insertPlan } from './store.ts';
import { canonicalZone } from '@karat/rules';
import type { Plan } from './types.ts';

export interface PlanRequest extends Schedule {
  readonly userId: UserId;
  readonly marketId: MarketId;
  readonly amount: Amount;
}

/** A schedule with the canonical name of its zone. Refuses `recurring_day` and `recurring_time_zone`. */
export function checkedSchedule({ frequency, day, hour, zone }: Schedule): Schedule {
  if (!isDayValid(frequency, day)) refuse('recurring_day');
  return { frequency, day, hour, zone: canonicalZone(zone) ?? refuse('recurring_time_zone') };
}

const PREVIEW = 3;

/** The next dates of a schedule. Refuses `recurring_market`, `recurring_day`, `recurring_time_zone`. */
export function previewDates(
  deps: RecurringDeps,
  request: Omit<PlanRequest, 'userId' | 'amount'>,
): Occurrence[] {
  const session = sessionsOf(marketOf(deps, request.marketId));
  const schedule = checkedSchedule(request);
  const dates = [occurrenceFrom(schedule, deps.ctx.clock.now(), session)];
  for (let last = dates[0]; last && dates.length < PREVIEW; last = dates.at(-1))
    dates.push(occurrenceAfter(schedule, last.date, session));
  return dates;
}

/** Refuses amounts outside the limits of a purchase or with too many decimals. */
function checkAmount({ limits }: RecurringDeps, wanted: Amount, market: Market, decimals: number): void {
  const currency = market.quoteName;
  if (roundDown(wanted, decimals) !== wanted) refuse('amount_too_precise', { decimals });
  if (wanted < market.minNotional) refuse('recurring_minimum', { min: format(market.minNotional), currency });
  if (wanted > limits.amountMax) refuse('recurring_maximum', { max: format(limits.amountMax), currency });
}

/** Creates a plan; refuses what the contract lists for `recurring/create`. */
export async function createPlan(deps: RecurringDeps, tx: Tx, request: PlanRequest): Promise<Plan> {
  const { ctx, ledger, limits } = deps;
  if (!ctx.clock.isTrusted()) refuse('clock_untrusted');
  const market = marketOf(deps, request.marketId);
  const schedule = checkedSchedule(request);
  checkAmount(deps, request.amount, market, (await ledger.currency(tx, market.quote)).decimals);
  if (!(await countPlan(tx, request.userId, limits.plansMax)))
    refuse('recurring_plans_max', { max: limits.plansMax });
  const now = ctx.clock.now();
  const { userId, marketId, amount } = request;
  const terms = { ...schedule, userId, marketId, amount, slippage: limits.slippage, createdMs: now };
  return insertPlan(tx, terms, occurrenceFrom(schedule, now, sessionsOf(market)));
}

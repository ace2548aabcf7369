import { FLAG, OPTION_DIRECTION, OPTION_STATUS, refuse, wireTime } from '@karat/contract';
import type { Contract, NumberOf, Reply } from '@karat/contract';
import { ZERO, format, minus, percentFromRate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { breakEvenRate } from '@karat/rules';
import { countersAt, endOfDay, limitAt, profitResult } from './rules.ts';
import type { Duration, Limit, Order, Person } from './types.ts';

type Calls = Contract['options'];
export type OrderView = Reply<Calls['microtrade/get_result']>;
export type LimitsView = Reply<Calls['microtrade/limits']>;

/** A ratio in wire format, in percent. */
export const percentOf = (ratio: Rate): string => format(percentFromRate(ratio));

/** Wire names of states. */
function statusOf(order: Order, now: number): NumberOf<typeof OPTION_STATUS> {
  if (order.outcome === 'void') return OPTION_STATUS.void;
  if (order.outcome !== undefined) return OPTION_STATUS.closed;
  return order.expiresMs <= now ? OPTION_STATUS.settling : OPTION_STATUS.open;
}

export interface Names {
  readonly symbol: (order: Order) => string;
  readonly currency: (order: Order) => string;
}

export function orderView(order: Order, names: Names, now: number): OrderView {
  const { returned, settledMs, acceptedMs, expiresMs } = order;
  return {
    id: order.id,
    match_id: order.marketId,
    currency_id: order.currencyId,
    currency_name: names.currency(order),
    type: order.direction === 'up' ? OPTION_DIRECTION.up : OPTION_DIRECTION.down,
    seconds: order.seconds,
    number: format(order.stake),
    open_price: order.entryPrice === undefined ? null : format(order.entryPrice),
    open_ms: order.entrySecond === undefined ? null : order.entrySecond * 1000,
    end_price: order.settlement === undefined ? null : format(order.settlement),
    fee: format(ZERO),
    profit_ratio: percentOf(order.ratio),
    fact_profits: format(returned === undefined ? ZERO : minus(returned, order.stake)),
    returned: format(returned ?? ZERO),
    status: statusOf(order, now),
    profit_result: profitResult(order.outcome),
    created_at: wireTime(acceptedMs),
    created_ms: acceptedMs,
    handled_at: wireTime(expiresMs),
    handled_ms: expiresMs,
    complete_at: settledMs === undefined ? null : wireTime(settledMs),
    complete_ms: settledMs ?? null,
    symbol_name: names.symbol(order),
    remain_milli_seconds: order.outcome === undefined ? Math.max(0, expiresMs - now) : 0,
    receipt: order.receipt ?? null,
  };
}

const textOf = (value: Amount | undefined): string | null => (value === undefined ? null : format(value));

function limitView(limit: Limit, used: Amount, now: number): LimitsView['daily_stake'] {
  const waits = limit.nextAt !== undefined && limit.nextAt > now;
  return {
    limit: textOf(limitAt(limit, now)),
    next: waits ? textOf(limit.next) : null,
    next_ms: waits ? (limit.nextAt ?? null) : null,
    used: format(used),
  };
}

const NONE: Limit = { value: undefined, next: undefined, nextAt: undefined };

/** A user's own limits and their use today. */
export function limitsView(person: Person | undefined, now: number): LimitsView {
  const { staked, net } = person ? countersAt(person, now) : { staked: ZERO, net: ZERO };
  const cooling = person?.coolingUntil;
  return {
    daily_stake: limitView(person?.limitStake ?? NONE, staked, now),
    daily_loss: limitView(person?.limitLoss ?? NONE, net < 0n ? minus(ZERO, net) : ZERO, now),
    cooling_until_ms: cooling !== undefined && cooling > now ? cooling : null,
    day_ends_ms: endOfDay(now),
  };
}

export const durationView = (row: Duration): Reply<Calls['microtrade/seconds']>[number] => ({
  id: row.id,
  seconds: row.seconds,
  status: row.enabled ? FLAG.yes : FLAG.no,
  profit_ratio: percentOf(row.ratio),
  min_amount: format(row.minStake),
  max_amount: format(row.maxStake),
  break_even: format(breakEvenRate(row.ratio)),
});

/** Names of markets and currencies for views; an unknown market is a bug. */
export const namesOf = (
  symbols: ReadonlyMap<number, string>,
  currencies: ReadonlyMap<number, string>,
): Names => ({
  symbol: ({ marketId }) => symbols.get(marketId) ?? refuse('internal_error'),
  currency: ({ currencyId }) => currencies.get(currencyId) ?? refuse('internal_error'),
});

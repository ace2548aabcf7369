import type { Contract, Reply } from '@karat/contract';
import type { Market } from '@karat/domains/market';
import { meanPrice } from '@karat/domains/spot';
import { format, minus, percentFromRate } from '@karat/money';
import { deadlineOf } from './rules.ts';
import type { Occurrence } from './schedule.ts';
import type { Execution, Plan, Purchase } from './types.ts';

type Calls = Contract['recurring'];
export type PlanView = Reply<Calls['recurring/detail']>;
export type ExecutionView = Reply<Calls['recurring/executions']>['data'][number];

export const occurrenceView = ({
  date,
  dueMs,
  buyMs,
}: Occurrence): Reply<Calls['recurring/preview']>[number] => ({
  date,
  due_ms: dueMs,
  buy_ms: buyMs,
});

/** Sums of purchases: what arrived after fees, and the mean fill price. */
const purchaseView = (
  { spent, bought, fee }: Purchase,
  market: Market,
): Pick<PlanView, 'spent' | 'received' | 'fee' | 'avg_price'> => ({
  spent: format(spent),
  received: format(minus(bought, fee)),
  fee: format(fee),
  avg_price: meanPrice({ filled: bought, filledQuote: spent }, market),
});

export const planView = (plan: Plan, market: Market, windowMs: number): PlanView => ({
  id: plan.id,
  match_id: market.id,
  symbol: market.symbol,
  currency_id: market.base,
  currency_name: market.baseName,
  legal_name: market.quoteName,
  kind: market.kind,
  quote_amount: format(plan.amount),
  frequency: plan.frequency,
  day: plan.day,
  hour: plan.hour,
  time_zone: plan.zone,
  slippage: format(percentFromRate(plan.slippage)),
  state: plan.state,
  next: plan.state === 'ended' ? null : occurrenceView(plan.next),
  waiting: plan.waiting ?? null,
  waiting_until_ms: plan.waiting === undefined ? null : deadlineOf(plan.next, windowMs),
  purchases: plan.purchases,
  skips: plan.skips,
  ...purchaseView(plan, market),
  created_ms: plan.createdMs,
  ended_ms: plan.endedMs ?? null,
});

export const executionView = (execution: Execution, market: Market): ExecutionView => ({
  date: execution.date,
  due_ms: execution.dueMs,
  outcome: execution.outcome,
  order_id: execution.orderId ?? null,
  ...purchaseView(execution, market),
  executed_ms: execution.executedMs,
});

import { amount, format, minus, plus, price } from '@karat/money';
import { MINUTE_MS, estimatedTokens, subscriptionCost } from '@karat/rules';
import { typedAmount } from '../../lib/amount-problem.ts';
import type { AmountProblem } from '../../lib/amount-problem.ts';
import type { ReplyOf } from '../../lib/calls.ts';

export type Project = ReplyOf<'project'>['list'][number];
export type ProjectDetail = ReplyOf<'project/detail'>;
export type Order = ReplyOf<'user/project/order_detail'>;
export type PayCurrency = Project['pay_currencies'][number];
/** What of a project decides about an application. */
export type SaleTerms = Pick<
  ProjectDetail,
  'decimals' | 'save_min' | 'own_remaining' | 'user_max' | 'amount' | 'total_sell'
>;
/** A currency of payment: its price of one token, its decimals and the balance. */
export type Payment = Pick<PayCurrency, 'price' | 'decimals' | 'available'>;

/** Figures of an application made now, in plain decimal texts. */
export interface Estimate {
  readonly tokens: string;
  /** Held at once. */
  readonly cost: string;
  /** Tokens, charge and refund if the subscription ended now. */
  readonly estimated: string;
  readonly paid: string;
  readonly refund: string;
  /** What is left of the balance; null without a login. */
  readonly after: string | null;
}

/** The first thing that refuses an application of a typed number of tokens; null: nothing. */
export function problemOf(text: string, project: SaleTerms, pay: Payment): AmountProblem | null {
  const { value: tokens, problem } = typedAmount(text, project.decimals);
  if (problem) return problem;
  if (tokens < amount(project.save_min)) return { type: 'below_min', limit: project.save_min };
  const largest = project.own_remaining ?? project.user_max;
  if (tokens > amount(largest)) return { type: 'above_max', limit: largest };
  const cost = subscriptionCost(tokens, price(pay.price), pay.decimals);
  return pay.available !== null && cost > amount(pay.available) ? { type: 'not_enough' } : null;
}

/** What an application of a typed number of tokens costs and would receive; undefined where it is no number of tokens. */
export function estimateOf(text: string, project: SaleTerms, pay: Payment): Estimate | undefined {
  const { value: tokens } = typedAmount(text, project.decimals);
  if (tokens === undefined) return undefined;
  const cost = subscriptionCost(tokens, price(pay.price), pay.decimals);
  const estimated = estimatedTokens(tokens, {
    supply: amount(project.amount),
    applied: plus(amount(project.total_sell), tokens),
    decimals: project.decimals,
  });
  const paid = subscriptionCost(estimated, price(pay.price), pay.decimals);
  const after = pay.available === null ? undefined : minus(amount(pay.available), cost);
  return {
    tokens: format(tokens),
    cost: format(cost),
    estimated: format(estimated),
    paid: format(paid),
    refund: format(minus(cost, paid)),
    after: after === undefined || after < 0n ? null : format(after),
  };
}

/** The largest number of tokens that the user's maximum and the balance allow, rounded down at the token's decimals. */
export function largestTokens(project: SaleTerms, pay: Payment): string {
  const within = amount(project.own_remaining ?? project.user_max);
  if (pay.available === null) return format(within);
  const scale = 10n ** BigInt(10 - project.decimals);
  const affordable = (amount(pay.available) * 10n ** 10n) / price(pay.price);
  const largest = affordable < within ? affordable : within;
  return format(amount((largest / scale) * scale));
}

const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR;

/** Days, hours and minutes until a moment; a started minute counts in full, 0 once it is past. */
export function timeLeft(untilMs: number, nowMs: number): { days: number; hours: number; minutes: number } {
  const minutes = Math.max(0, Math.ceil((untilMs - nowMs) / MINUTE_MS));
  return {
    days: Math.floor(minutes / MINUTES_OF_DAY),
    hours: Math.floor((minutes % MINUTES_OF_DAY) / MINUTES_OF_HOUR),
    minutes: minutes % MINUTES_OF_HOUR,
  };
}

import { MINING_CATEGORIES, currencyId, refuse } from '@karat/contract';
import type { Contract, Read } from '@karat/contract';
import { dailyYield } from '@karat/rules';
import type { Payload } from '@karat/domains/operators';
import { UNIT, amount, divDown, divUp, format, rate, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import { FLEXIBLE_RESERVE_DAYS } from './rules.ts';
import type { ProductTerms } from './types.ts';

type Calls = Contract['mining'];

/** Yield of a day, at most: 10 %. */
const RATE_MAX = rate('0.1');
const PERCENT = rate('100');

const textAt = (payload: Payload, field: string): string => String(payload[field] ?? '');
const amountAt = (payload: Payload, field: string): Amount => amount(textAt(payload, field));
const timeAt = (payload: Payload, field: string): number | undefined =>
  payload[field] === undefined ? undefined : Number(payload[field]);

/** The terms as an approval keeps them. `now` (unix ms) is the opening where none is asked for. */
export const termsPayload = (
  input: Omit<Read<Calls['console/mining_product']>, 'reason' | 'day'> & { readonly day: number },
  now: number,
): Payload => ({
  currency_id: input.currency_id,
  category: input.category,
  day: input.day,
  interest_rate: format(input.interest_rate),
  penalty_ratio: format(input.penalty_ratio),
  save_min: format(input.save_min),
  save_max: format(input.save_max),
  total: format(input.total),
  opens_ms: input.opens_ms ?? now,
  ...(input.closes_ms === undefined ? {} : { closes_ms: input.closes_ms }),
  vip_only: input.vip_only,
});

/** Terms from an approved payload; refuses `value_invalid` naming the field that is out of bounds. */
export function termsOf(payload: Payload, decimals: number): ProductTerms {
  const category =
    MINING_CATEGORIES.find((one) => one === payload['category']) ??
    refuse('value_invalid', { field: 'category' });
  const days = Number(payload['day']);
  if ((category === 'flexible') !== (days === 0)) refuse('value_invalid', { field: 'day' });
  const terms: ProductTerms = {
    currencyId: currencyId(Number(payload['currency_id'])),
    category,
    days,
    rate: rate(divDown(amountAt(payload, 'interest_rate'), PERCENT)),
    penaltyRatio: rate(divUp(amountAt(payload, 'penalty_ratio'), PERCENT)),
    reserveDays: days === 0 ? FLEXIBLE_RESERVE_DAYS : days,
    orderMin: amountAt(payload, 'save_min'),
    userMax: amountAt(payload, 'save_max'),
    totalMax: amountAt(payload, 'total'),
    vipOnly: payload['vip_only'] === true,
    opensMs: timeAt(payload, 'opens_ms') ?? refuse('value_invalid', { field: 'opens_ms' }),
    closesMs: timeAt(payload, 'closes_ms'),
  };
  checkTerms(terms, decimals);
  return terms;
}

function checkTerms(terms: ProductTerms, decimals: number): void {
  const { rate: daily, penaltyRatio, days, orderMin, userMax, totalMax, opensMs, closesMs } = terms;
  if (daily <= 0n || daily > RATE_MAX) refuse('value_invalid', { field: 'interest_rate' });
  if (penaltyRatio > UNIT || (days === 0 && penaltyRatio > 0n))
    refuse('value_invalid', { field: 'penalty_ratio' });
  for (const [field, value] of [
    ['save_min', orderMin],
    ['save_max', userMax],
    ['total', totalMax],
  ] as const)
    if (roundDown(value, decimals) !== value) refuse('value_invalid', { field });
  // A minimum whose yield rounds to nothing would earn nothing.
  if (dailyYield(orderMin, daily, decimals) === 0n) refuse('value_invalid', { field: 'save_min' });
  if (userMax < orderMin) refuse('value_invalid', { field: 'save_max' });
  if (totalMax < userMax) refuse('value_invalid', { field: 'total' });
  if (closesMs !== undefined && closesMs <= opensMs) refuse('value_invalid', { field: 'closes_ms' });
}

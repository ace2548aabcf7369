import { format, isMultipleOf, mulDown } from '@karat/money';
import type { Price } from '@karat/money';
import { hasLimit, hasStop, mayTimeInForce, readAmount, readPrice } from './form.ts';
import type { Form } from './form.ts';
import { crosses, summaryOf } from './summary.ts';
import type { TicketContext } from './summary.ts';

/** Validation error of an order, and its field. The server checks the price band. */
export type Problem =
  | { readonly field: 'market'; readonly type: 'halted' | 'cancel_only' | 'closed_now' | 'no_liquidity' }
  | { readonly field: 'price' | 'stop'; readonly type: 'enter' }
  | { readonly field: 'price' | 'stop'; readonly type: 'step'; readonly step: string }
  | { readonly field: 'stop'; readonly type: 'stop_above' | 'stop_below'; readonly price: string }
  | { readonly field: 'price'; readonly type: 'limit_above' | 'limit_below'; readonly price: string }
  | { readonly field: 'price'; readonly type: 'would_take' }
  | { readonly field: 'amount' | 'total'; readonly type: 'enter' }
  | { readonly field: 'amount'; readonly type: 'step'; readonly step: string }
  | { readonly field: 'amount' | 'total'; readonly type: 'below_min'; readonly min: string }
  | { readonly field: 'amount' | 'total'; readonly type: 'not_enough' };

/** One that is shown at its field; a balance that does not suffice is shown with the way to fill it. */
export type FieldProblem = Exclude<Problem, { readonly type: 'not_enough' }>;

export interface Conditions extends TicketContext {
  readonly state: 'open' | 'closed' | 'cancel_only' | 'halted';
  /** The last price, which triggers are compared with. */
  readonly last: Price;
}

function marketProblem(form: Form, { state, book }: Conditions): Problem | null {
  if (state === 'halted' || state === 'cancel_only') return { field: 'market', type: state };
  const immediate =
    form.orderType === 'market' || (mayTimeInForce(form.orderType) && form.timeInForce !== 'GTC');
  if (state === 'closed' && immediate) return { field: 'market', type: 'closed_now' };
  const facing = form.side === 'buy' ? book.asks : book.bids;
  return form.orderType === 'market' && facing.length === 0
    ? { field: 'market', type: 'no_liquidity' }
    : null;
}

function priceAt(form: Form, field: 'price' | 'stop', { terms }: Conditions): Problem | null {
  const value = readPrice(form[field]);
  if (value === 0n) return { field, type: 'enter' };
  return isMultipleOf(value, terms.tick) ? null : { field, type: 'step', step: format(terms.tick) };
}

/** A stop lies beyond the last price, the limit of an OCO pair on the other side. */
function triggerProblem(form: Form, { last }: Conditions): Problem | null {
  if (last === 0n) return null;
  const stop = readPrice(form.stop);
  const buys = form.side === 'buy';
  const price = format(last);
  if (buys ? stop <= last : stop >= last) {
    return { field: 'stop', type: buys ? 'stop_above' : 'stop_below', price };
  }
  if (form.orderType !== 'oco') return null;
  const limit = readPrice(form.price);
  const wrong = buys ? limit >= last : limit <= last;
  return wrong ? { field: 'price', type: buys ? 'limit_below' : 'limit_above', price } : null;
}

function sizeProblem(form: Form, conditions: Conditions): Problem | null {
  const { terms } = conditions;
  const field = form.by;
  const byMoney = field === 'total' && !hasLimit(form.orderType);
  const amount = readAmount(form.amount);
  if (byMoney ? readAmount(form.total) === 0n : amount === 0n) {
    // A total below one lot is reported as the minimum.
    return field === 'total' && readAmount(form.total) > 0n
      ? { field, type: 'below_min', min: format(terms.minNotional) }
      : { field, type: 'enter' };
  }
  if (!byMoney && !isMultipleOf(amount, terms.lot)) {
    return { field: 'amount', type: 'step', step: format(terms.lot) };
  }
  const at = hasLimit(form.orderType)
    ? readPrice(form.price)
    : hasStop(form.orderType)
      ? readPrice(form.stop)
      : conditions.last;
  const worth = byMoney ? readAmount(form.total) : mulDown(amount, at);
  return worth < terms.minNotional ? { field, type: 'below_min', min: format(terms.minNotional) } : null;
}

function fundsProblem(form: Form, conditions: Conditions): Problem | null {
  const { funds } = conditions;
  if (!funds) return null;
  const field = form.by;
  const summary = summaryOf(form, conditions);
  const spent =
    form.by === 'total' && form.side === 'buy' && !hasLimit(form.orderType)
      ? readAmount(form.total)
      : (summary?.spend ?? 0n);
  return spent > funds[form.side === 'buy' ? 'quote' : 'base'] ? { field, type: 'not_enough' } : null;
}

/** Returns the first error in the order of the fields; null for a valid order. */
export function problemOf(form: Form, conditions: Conditions): Problem | null {
  return (
    marketProblem(form, conditions) ??
    (hasStop(form.orderType) ? priceAt(form, 'stop', conditions) : null) ??
    (hasLimit(form.orderType) ? priceAt(form, 'price', conditions) : null) ??
    (hasStop(form.orderType) ? triggerProblem(form, conditions) : null) ??
    (form.postOnly && crosses(form, conditions.book)
      ? ({ field: 'price', type: 'would_take' } as const)
      : null) ??
    sizeProblem(form, conditions) ??
    fundsProblem(form, conditions)
  );
}

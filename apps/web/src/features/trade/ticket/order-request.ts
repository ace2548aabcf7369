import { ORDER_SIDE } from '@karat/contract';
import { format } from '@karat/money';
import type { SentTo } from '../../../lib/calls.ts';
import { hasLimit, hasStop, mayByTotal, mayPostOnly, mayTimeInForce, readAmount, readPrice } from './form.ts';
import type { Form } from './form.ts';

export interface Pair {
  readonly currency_id: number;
  readonly legal_id: number;
}

/** Returns the fields of the call: only those of the order type. */
export function orderRequestOf(form: Form, pair: Pair, clientId: string): SentTo<'coin/trade'> {
  const byMoney = form.by === 'total' && mayByTotal(form);
  return {
    type: form.side === 'buy' ? ORDER_SIDE.buy : ORDER_SIDE.sell,
    currency_id: pair.currency_id,
    legal_id: pair.legal_id,
    order_type: form.orderType,
    ...(byMoney
      ? { quote_amount: format(readAmount(form.total)) }
      : { amount: format(readAmount(form.amount)) }),
    ...(hasLimit(form.orderType) ? { target_price: format(readPrice(form.price)) } : {}),
    ...(hasStop(form.orderType) ? { stop_price: format(readPrice(form.stop)) } : {}),
    ...(mayTimeInForce(form.orderType) ? { time_in_force: form.timeInForce } : {}),
    ...(form.postOnly && mayPostOnly(form) ? { post_only: 1 } : {}),
    client_id: clientId,
  };
}

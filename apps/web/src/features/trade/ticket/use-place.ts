import { ORDER_SIDE, ORDER_STATUS } from '@karat/contract';
import { format } from '@karat/money';
import { useRef } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useAction } from '../../../lib/query.ts';
import { useServerErrors } from '../../../lib/server-errors.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import { symbolOf, tickDecimals } from '../market.ts';
import { INVALIDATED, useOwnOrders } from '../orders/use-own-orders.ts';
import { isOpen, withOrder, withPending, withoutPending } from '../orders/own-orders-store.ts';
import type { Order } from '../orders/own-orders-store.ts';
import { tradeText } from '../text.ts';
import { hasLimit, hasStop, readAmount, readPrice } from './form.ts';
import type { Form } from './form.ts';
import { orderRequestOf } from './order-request.ts';

/** The pending order for the list, until the server answers. */
function expected(form: Form, market: Quotation, clientId: string): Order {
  const now = Date.now();
  return {
    id: 0,
    client_id: clientId,
    match_id: market.id,
    currency_id: market.currency_id,
    legal_id: market.legal_id,
    symbol: symbolOf(market),
    type: ORDER_SIDE[form.side],
    order_type: form.orderType,
    time_in_force: form.timeInForce,
    post_only: form.postOnly,
    target_price: hasLimit(form.orderType) ? format(readPrice(form.price)) : null,
    stop_price: hasStop(form.orderType) ? format(readPrice(form.stop)) : null,
    waiting: false,
    pair_id: null,
    amount: form.by === 'amount' || hasLimit(form.orderType) ? format(readAmount(form.amount)) : null,
    quote_amount: form.by === 'total' ? format(readAmount(form.total)) : null,
    filled: '0',
    filled_quote: '0',
    avg_price: null,
    fee: '0',
    fee_currency: form.side === 'buy' ? market.currency_name : market.legal_name,
    status: ORDER_STATUS.open,
    reason: null,
    created_at: '',
    created_ms: now,
    updated_ms: now,
  };
}

/** One client id per order: a retry after a lost answer keeps it, so that the order is placed once. */
function useClientId(): { readonly of: (form: Form) => string; readonly answered: () => void } {
  const request = useRef<{ readonly form: string; readonly id: string } | null>(null);
  return {
    of(form) {
      const text = JSON.stringify(form);
      if (request.current?.form !== text) request.current = { form: text, id: newIdempotencyKey() };
      return request.current.id;
    },
    answered() {
      request.current = null;
    },
  };
}

export type RefusalField = 'price' | 'stop' | 'amount';
const REFUSALS = {
  byCode: {
    insufficient_balance: 'amount',
    quantity_lot: 'amount',
    quantity_invalid: 'amount',
    notional_too_small: 'amount',
    order_too_large: 'amount',
    price_invalid: 'price',
    price_tick: 'price',
    price_outside_band: 'price',
    would_take: 'price',
    stop_price_invalid: 'stop',
  },
  byName: () => undefined,
} as const;

/** Sends the ticket: the order is shown at once, then as the server returns it; a refusal stays at its field. */
export function usePlace(market: Quotation, onPlaced: () => void) {
  const refused = useServerErrors<RefusalField>(REFUSALS);
  const t = useText(tradeText);
  const locale = useLocale();
  const client = useClientId();
  const forget = (clientId: unknown): void => {
    if (typeof clientId === 'string') useOwnOrders.setState((own) => withoutPending(own, clientId));
  };
  const showResult = (order: Order): void => {
    const tick = { kind: 'tick', decimals: tickDecimals(market) } as const;
    const values = {
      amount: formatNumber(order.filled, { kind: 'full' }, locale),
      coin: market.currency_name,
      price: order.avg_price === null ? '–' : formatNumber(order.avg_price, tick, locale),
      quote: market.legal_name,
    };
    if (order.status === ORDER_STATUS.complete) toast(t('order_filled', values), 'good');
    else if (order.filled !== '0') toast(t('order_part', values), 'good');
    else if (isOpen(order)) toast(t('order_placed'), 'good');
    else toast(t('order_expired'), 'bad');
  };
  const action = useAction('coin/trade', {
    quiet: true,
    invalidates: INVALIDATED,
    onDone: (order) => {
      client.answered();
      forget(order.client_id);
      useOwnOrders.setState((own) => withOrder(own, order));
      showResult(order);
      onPlaced();
    },
    onRefused: (error, { client_id }) => {
      forget(client_id);
      refused.onRefused(error);
      if (error.kind !== 'network') client.answered();
    },
  });
  const place = (form: Form): void => {
    refused.forget();
    const clientId = client.of(form);
    if (form.orderType !== 'market') {
      useOwnOrders.setState((own) => withPending(own, clientId, expected(form, market, clientId)));
    }
    action.mutate(orderRequestOf(form, market, clientId));
  };
  return { place, pending: action.isPending, refused };
}

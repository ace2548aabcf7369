import { ORDER_SIDE, ORDER_STATUS } from './enums.ts';
import * as z from 'zod';
import { get, post } from './call.ts';
import {
  amountText,
  currencyIdText,
  decimalText,
  flag,
  marketIdText,
  oneOf,
  optional,
  orderIdText,
  pageOf,
  paging,
  patternText,
  priceText,
  timeMs,
  timeText,
} from './scalars.ts';

export const ORDER_TYPES = ['limit', 'market', 'stop_limit', 'stop_market', 'oco'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

export const orderStatus = z.literal(Object.values(ORDER_STATUS));

export const spotOrder = z.object({
  id: z.number(),
  client_id: z.string().nullable(),
  match_id: z.number(),
  currency_id: z.number(),
  legal_id: z.number(),
  symbol: z.string(),
  /** 1 buy, 2 sell. */
  type: z.literal(Object.values(ORDER_SIDE)),
  order_type: z.enum(ORDER_TYPES),
  time_in_force: z.enum(TIMES_IN_FORCE),
  post_only: z.boolean(),
  /** Limit price, null for market orders. */
  target_price: decimalText.nullable(),
  stop_price: decimalText.nullable(),
  /** Is true for a stop order that waits for its trigger. */
  waiting: z.boolean(),
  /** The other leg of an OCO pair. */
  pair_id: z.number().nullable(),
  /** Quantity in base; null for a market order with a quote amount. */
  amount: decimalText.nullable(),
  quote_amount: decimalText.nullable(),
  filled: decimalText,
  /** Quote currency traded so far. */
  filled_quote: decimalText,
  /** Average fill price, null before the first fill. */
  avg_price: decimalText.nullable(),
  /** Fee taken so far, in `fee_currency`. */
  fee: decimalText,
  fee_currency: z.string(),
  status: orderStatus,
  reason: z.string().nullable(),
  created_at: timeText,
  created_ms: timeMs,
  updated_ms: timeMs,
});

const fill = z.object({
  id: z.number(),
  order_id: z.number(),
  match_id: z.number(),
  symbol: z.string(),
  type: z.literal(Object.values(ORDER_SIDE)),
  price: decimalText,
  amount: decimalText,
  quote_amount: decimalText,
  fee: decimalText,
  fee_currency: z.string(),
  maker: z.boolean(),
  created_at: timeText,
  created_ms: timeMs,
});

const clientIdText = patternText(/^[A-Za-z0-9._:-]{1,36}$/);

const pair = { currency_id: optional(currencyIdText), legal_id: optional(currencyIdText) };

/** Orders or cancellations of one request. */
export const ORDERS_MAX = 100;

const newOrder = z.object({
  /** 1 buy, 2 sell. */
  type: oneOf(1, 2),
  currency_id: currencyIdText,
  legal_id: currencyIdText,
  /** Quantity in base. */
  amount: optional(amountText),
  /** Market orders only: amount to spend or to receive, in quote. */
  quote_amount: optional(amountText),
  target_price: optional(priceText),
  stop_price: optional(priceText),
  order_type: optional(z.enum(ORDER_TYPES)),
  time_in_force: optional(z.enum(TIMES_IN_FORCE)),
  post_only: optional(flag),
  client_id: optional(clientIdText),
});

const placingCodes = [
  'insufficient_balance',
  'market_unknown',
  'market_halted',
  'market_cancel_only',
  'market_closed',
  'price_invalid',
  'price_tick',
  'quantity_lot',
  'quantity_invalid',
  'notional_too_small',
  'order_too_large',
  'price_outside_band',
  'would_take',
  'stop_price_invalid',
  'too_many_open_orders',
  'index_stale',
  'idempotency_conflict',
  'busy',
  'outcome_unknown',
] as const;

/** An order by its id or by the client's. */
const orderName = {
  id: optional(orderIdText),
  /** `client_id` or the header `Idempotency-Key` of the order. */
  client_id: optional(patternText(/^[\x21-\x7e]{1,128}$/)),
};

const namedOrder = z
  .object(orderName)
  .refine(({ id, client_id: clientId }) => id !== undefined || clientId !== undefined);

const listOf = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(ORDERS_MAX);

/** Outcome of one item of a request, in the sequence of the request: the order, or the refusal. */
const outcome = z.object({
  order: spotOrder.nullable(),
  /** Stable code of the refusal. */
  error: z.string().nullable(),
  /** Text of the refusal in the caller's language. */
  message: z.string().nullable(),
});

export const spot = {
  'coin/trade': post({
    who: 'user',
    effect: 'order',
    right: 'trade',
    summary:
      'Places an order in the book; acknowledged once it is durable. One that may not rest and finds nothing to trade is answered with status 5.',
    perMinute: 60_000,
    rateClass: 'orders',
    input: newOrder,
    reply: spotOrder,
    refusals: placingCodes,
  }),
  'coin/batch_trade': post({
    who: 'user',
    effect: 'order',
    right: 'trade',
    summary:
      'Places up to 100 orders, as a JSON body, each with an outcome of its own; they reach the book together and in this sequence. One malformed order refuses all.',
    perMinute: 60_000,
    rateClass: 'orders',
    countsEach: 'orders',
    input: z.object({ orders: listOf(newOrder) }),
    reply: z.object({ outcomes: z.array(outcome) }),
  }),
  'coin/batch_cancel': post({
    who: 'user',
    effect: 'order',
    right: 'trade',
    summary:
      'Cancels up to 100 open orders by id or client id, as a JSON body, each with an outcome of its own.',
    perMinute: 60_000,
    rateClass: 'cancels',
    countsEach: 'orders',
    input: z.object({ orders: listOf(namedOrder) }),
    reply: z.object({ outcomes: z.array(outcome) }),
  }),
  'coin/cancel': post({
    who: 'user',
    effect: 'order',
    right: 'trade',
    summary: 'Cancels an open order, by its id or client id.',
    perMinute: 60_000,
    rateClass: 'cancels',
    input: z.object(orderName),
    reply: spotOrder,
    refusals: ['order_unknown', 'order_not_open', 'busy', 'outcome_unknown'],
  }),
  'coin/cancel_all': post({
    who: 'user',
    effect: 'order',
    right: 'trade',
    summary: 'Cancels all open orders, or those of one market.',
    input: z.object(pair),
    reply: z.object({ cancelled: z.array(z.number()) }),
    refusals: ['market_unknown', 'busy', 'outcome_unknown'],
  }),
  'coin/amend': post({
    who: 'user',
    effect: 'order',
    right: 'trade',
    summary:
      'Changes an open limit order. A lower quantity keeps its place in the queue; with another `target_price`, or a higher quantity at a price, it is cancelled and placed anew in one step, and the new order is returned.',
    input: z.object({
      id: orderIdText,
      /** Total quantity, what is filled already included. */
      amount: amountText,
      target_price: optional(priceText),
    }),
    reply: spotOrder,
    refusals: [
      'order_unknown',
      'order_not_open',
      'amend_invalid',
      'quantity_lot',
      'notional_too_small',
      'busy',
      'outcome_unknown',
      'insufficient_balance',
      'market_halted',
      'market_cancel_only',
      'market_closed',
      'price_invalid',
      'price_tick',
      'quantity_invalid',
      'order_too_large',
      'price_outside_band',
      'would_take',
      'too_many_open_orders',
      'index_stale',
      'idempotency_conflict',
    ],
  }),
  'coin/list': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'Own orders, newest first: those of one `status`, or the open (`open` 1) or ended ones (`open` 0).',
    input: z.object({
      ...pair,
      /** Exactly this status. */
      status: optional(oneOf(1, 2, 3, 4, 5)),
      /** Open orders, partly filled ones included, or finished ones. */
      open: optional(flag),
      ...paging,
    }),
    reply: pageOf(spotOrder),
    refusals: ['market_unknown'],
  }),
  'coin/order': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'One own order by its id or client id.',
    input: z.object(orderName),
    reply: spotOrder.extend({ fills: z.array(fill) }),
    refusals: ['order_unknown'],
  }),
  'coin/fills': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Own fills, newest first.',
    input: z.object({
      ...pair,
      match_id: optional(marketIdText),
      order_id: optional(orderIdText),
      ...paging,
    }),
    reply: pageOf(fill),
    refusals: ['market_unknown'],
  }),
};

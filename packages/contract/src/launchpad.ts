import * as z from 'zod';
import { get, post } from './call.ts';
import {
  amountText,
  decimalText,
  oneOf,
  optional,
  pageOf,
  paging,
  priceText,
  rowId,
  text,
  timeMs,
  timeText,
} from './scalars.ts';

/** A token launch, or a real-estate fund whose tokens pay dividends. */
export const PROJECT_KINDS = ['token', 'fund'] as const;
export type ProjectKind = (typeof PROJECT_KINDS)[number];
export const PROJECT_STATES = ['warmup', 'open', 'ended', 'listed', 'cancelled'] as const;
export type ProjectState = (typeof PROJECT_STATES)[number];

const kind = z.enum(PROJECT_KINDS);
const state = z.enum(PROJECT_STATES);

/** A currency that a project takes, with the fixed price of a token in it. */
const payCurrency = z.object({
  currency_id: z.number(),
  currency_name: z.string(),
  price: decimalText,
  decimals: z.number(),
  /** What the caller can spend of it; null for visitors. */
  available: decimalText.nullable(),
});

const project = z.object({
  id: z.number(),
  kind,
  title: z.string(),
  summary: z.string(),
  logo: z.string().nullable(),
  currency_id: z.number(),
  currency_name: z.string(),
  /** Decimals of the token. */
  decimals: z.number(),
  /** Tokens for sale. */
  amount: decimalText,
  /** Tokens that have been applied for. */
  total_sell: decimalText,
  /** Applications that have not been cancelled. */
  orders: z.number(),
  /** Applied for, percent of the tokens for sale; above 100 where it is oversubscribed. */
  percentage: decimalText,
  /** Price of a token in USDT. */
  price: decimalText,
  pay_currencies: z.array(payCurrency),
  /** 1 warm-up, 2 in progress, 3 ended. */
  time_status: z.number(),
  status: state,
  /** Days of the subscription. */
  day: z.number(),
  start_at: timeText,
  start_ms: timeMs,
  end_at: timeText,
  end_ms: timeMs,
  /** When the tokens are to be unlocked; null where operators decide later. */
  listing_at: timeText.nullable(),
  listing_ms: timeMs.nullable(),
  /** When they were unlocked. */
  listed_ms: timeMs.nullable(),
  demo: z.boolean(),
});

/** The spot market that a listing opens; `match_id` is null before. */
export const plannedMarket = z.object({
  symbol: z.string(),
  quote_id: z.number(),
  match_id: z.number().nullable(),
  reference_price: decimalText,
  tick: decimalText,
  lot: decimalText,
  min_notional: decimalText,
});

const projectDetail = project.extend({
  /** Link to a white paper on another site. */
  white_paper: z.string().nullable(),
  /** The white paper that `project/paper` returns. */
  paper: z.object({ sha256: z.string(), bytes: z.number() }).nullable(),
  website: z.string().nullable(),
  gallery: z.array(z.string()),
  /** Null where the tokens stay in the assets after the listing. */
  market: plannedMarket.nullable(),
  /** Days between the end and the planned unlocking; null where operators decide later. */
  lock_day: z.number().nullable(),
  /** Minimum of one application, maximum of a user's applications together, in tokens. */
  save_min: decimalText,
  user_max: decimalText,
  /** Tokens that the caller has applied for, and may still apply for; null for visitors. */
  own_applied: decimalText.nullable(),
  own_remaining: decimalText.nullable(),
});

const order = z.object({
  id: z.number(),
  project_id: z.number(),
  kind,
  title: z.string(),
  logo: z.string().nullable(),
  currency_name: z.string(),
  pay_currency_name: z.string(),
  price: decimalText,
  /** Tokens applied for. */
  coin_amount: decimalText,
  /** Tokens allotted; null before the settlement. */
  give_amount: decimalText.nullable(),
  /** What was held at the application. */
  amount: decimalText,
  /** Charged for the allotted tokens, and released; null before the settlement. */
  paid: decimalText.nullable(),
  refund: decimalText.nullable(),
  /** 0 cancelled, 1 applied, 2 allotting, 3 allotted. */
  status: z.number(),
  project_status: state,
  created_at: timeText,
  created_ms: timeMs,
  end_at: timeText,
  end_ms: timeMs,
  listing_ms: timeMs.nullable(),
  listed_ms: timeMs.nullable(),
  complete_ms: timeMs.nullable(),
  /** Number of the signed receipt; null before the settlement. */
  receipt: z.string().nullable(),
});

const ORDER_REFUSALS = ['project_unknown', 'project_not_open', 'clock_untrusted'] as const;

/** Subscriptions: token launches and real-estate funds. */
export const launchpad = {
  project: get({
    who: 'visitor',
    effect: 'read',
    summary: 'Subscription projects, of one kind or state or all; open ones first, then those to come.',
    input: z.object({ kind: optional(kind), status: optional(state), ...paging }),
    reply: z.object({
      list: z.array(project),
      current_page: z.number(),
      last_page: z.number(),
      per_page: z.number(),
      total: z.number(),
    }),
  }),
  'project/detail': get({
    who: 'visitor',
    effect: 'read',
    summary: 'One project with its documents, limits and what the caller may still apply for.',
    input: z.object({ project_id: rowId }),
    reply: projectDetail,
    refusals: ['project_unknown'],
  }),
  'project/paper': get({
    who: 'visitor',
    effect: 'read',
    summary: 'The white paper of a project as a PDF, byte for byte what two operators approved.',
    perMinute: 20,
    input: z.object({ project_id: rowId }),
    reply: z.object({ name: z.string(), type: z.string(), body: z.unknown() }),
    replyKind: 'file',
    refusals: ['project_unknown', 'project_paper_unknown'],
  }),
  'project/order': post({
    who: 'user',
    effect: 'money',
    summary:
      'Applies for tokens. The money is held until the end; `price` must be the price of the project in the paying currency (id or code).',
    perMinute: 60,
    input: z.object({ project_id: rowId, amount: amountText, pay_currency: text(10, 1), price: priceText }),
    reply: order,
    refusals: [
      ...ORDER_REFUSALS,
      ...(['project_price_changed', 'project_pay_currency', 'project_minimum', 'project_maximum'] as const),
      ...(['amount_too_precise', 'insufficient_balance', 'currency_disabled'] as const),
    ],
  }),
  'project/order/cancel': post({
    who: 'user',
    effect: 'money',
    summary: 'Cancels an own application before the end of the subscription; all of the money is released.',
    perMinute: 60,
    input: z.object({ id: rowId }),
    reply: order,
    refusals: ['project_order_unknown', 'project_order_ended', 'clock_untrusted'],
  }),
  'user/project/order': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'The own applications, newest first: status 0 cancelled, 1 applied, 2 allotting, 3 allotted, or all.',
    input: z.object({ status: optional(oneOf(0, 1, 2, 3)), ...paging }),
    reply: pageOf(order),
  }),
  'user/project/order_detail': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'One of the own applications.',
    input: z.object({ id: rowId }),
    reply: order,
    refusals: ['project_order_unknown'],
  }),
  'user/project/holdings': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The own applications and allotments of each project together, newest project first.',
    input: z.object({}),
    reply: z.array(
      z.object({
        project_id: z.number(),
        kind,
        title: z.string(),
        logo: z.string().nullable(),
        currency_name: z.string(),
        status: state,
        /** Tokens applied for in a subscription that is not settled. */
        applied: decimalText,
        /** Tokens allotted. */
        allotted: decimalText,
        /** Whether the allotted tokens are still locked. */
        locked: z.boolean(),
        end_ms: timeMs,
        listing_ms: timeMs.nullable(),
        listed_ms: timeMs.nullable(),
      }),
    ),
  }),
  'user/project/dividends': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Dividends of funds that the caller has received, newest first.',
    input: z.object({ ...paging }),
    reply: pageOf(
      z.object({
        id: z.number(),
        project_id: z.number(),
        title: z.string(),
        token_name: z.string(),
        /** Tokens held at the record time. */
        holding: decimalText,
        amount: decimalText,
        currency_name: z.string(),
        record_ms: timeMs,
        paid_ms: timeMs,
      }),
    ),
  }),
};

import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { DUAL_SALE_STATES, DUAL_TYPES } from './dual.ts';
import {
  amountText,
  decimalText,
  flag,
  marketIdText,
  momentText,
  optional,
  pageOf,
  paging,
  priceText,
  rowId,
  text,
  timeMs,
  userIdText,
} from './scalars.ts';
import { changeRefusals } from './refusal-groups.ts';

const type = z.enum(DUAL_TYPES);
const reason = text(500, 3);
/** A date, `2026-12-24`, in Hong Kong. */
const dateText = text(10, 10).refine((value) => /^\d{4}-\d\d-\d\d$/.test(value));

const product = z.object({
  id: z.number(),
  symbol: z.string(),
  type,
  currency_name: z.string(),
  strike: decimalText,
  apr: decimalText,
  share_price: decimalText,
  total_shares: z.number(),
  sold_shares: z.number(),
  user_max_shares: z.number(),
  sale_start_ms: timeMs,
  sale_end_ms: timeMs,
  maturity_ms: timeMs,
  enabled: z.boolean(),
  status: z.enum(DUAL_SALE_STATES),
});

const settlement = z.object({
  market_id: z.number(),
  symbol: z.string(),
  maturity_ms: timeMs,
  /** `waiting` for maturity, `settling` for two operators, `paying` out, `done`. */
  state: z.enum(['waiting', 'settling', 'paying', 'done']),
  /** Index ticks of the half hour before maturity; null before it. */
  ticks: z.number().nullable(),
  ticks_needed: z.number(),
  basis: z.enum(['ticks', 'source', 'void']).nullable(),
  price: decimalText.nullable(),
  source: z.string().nullable(),
  orders: z.number(),
  open_orders: z.number(),
});

const sums = {
  orders: z.number(),
  shares: z.number(),
  principal: decimalText,
};
const exposure = z.object({
  market_id: z.number(),
  symbol: z.string(),
  coin_name: z.string(),
  quote_name: z.string(),
  maturity_ms: timeMs,
  strikes: z.array(
    z.object({
      strike: decimalText,
      call: z.object(sums),
      put: z.object(sums),
      /** Paid out if it settles below the strike, in the coin. */
      coin_payout: decimalText,
      /** Paid out otherwise, in the quote currency. */
      quote_payout: decimalText,
    }),
  ),
  /** What the house receives less what it pays, by settlement price. Negative: it has to be bought; positive: it can be sold. */
  bands: z.array(
    z.object({
      /** Lowest settlement price of the band; null: from zero. */
      from: decimalText.nullable(),
      /** The settlement price where the next band begins; null: none. */
      to: decimalText.nullable(),
      coin: decimalText,
      quote: decimalText,
    }),
  ),
});

/** What two people decide on dual currency products, and what the house owes. */
export const dualConsole = {
  'console/dual': get({
    who: desk.anyone,
    effect: 'read',
    summary:
      'Coverage of the house account, exposure by maturity and strike, settlements. Nothing here reaches an outcome that ticks give.',
    input: z.object({}),
    reply: z.object({
      coverage: z.array(
        z.object({
          currency_name: z.string(),
          available: decimalText,
          /** Set aside for open orders. */
          held: decimalText,
          /** What open orders may cost the house beyond the principal in this currency. */
          worst_case: decimalText,
          covered: z.boolean(),
        }),
      ),
      exposure: z.array(exposure),
      settlements: z.array(settlement),
    }),
  }),
  'console/dual_products': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'All dual currency products, newest first.',
    input: z.object({ ...paging }),
    reply: pageOf(product),
  }),
  'console/dual_orders': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Dual currency orders, newest first; of a product, of a user, open ones or all.',
    input: z.object({
      product_id: optional(rowId),
      uid: optional(userIdText),
      open: optional(flag),
      ...paging,
    }),
    reply: pageOf(
      z.object({
        id: z.number(),
        uid: z.number(),
        product_id: z.number(),
        symbol: z.string(),
        type,
        shares: z.number(),
        principal: decimalText,
        currency_name: z.string(),
        strike: decimalText,
        apr: decimalText,
        days: z.number(),
        coin_payout: decimalText,
        quote_payout: decimalText,
        status: z.number(),
        payout: decimalText.nullable(),
        payout_currency_name: z.string().nullable(),
        purchased_ms: timeMs,
        maturity_ms: timeMs,
        settled_ms: timeMs.nullable(),
        receipt: z.string().nullable(),
      }),
    ),
  }),
  'console/dual_product': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for a new product; a second operator approves. It matures at 16:00 in Hong Kong on the date; its sale ends on an earlier date.',
    input: z.object({
      market_id: marketIdText,
      type,
      strike: priceText,
      apr: amountText,
      share_price: amountText,
      total_shares: rowId,
      user_max_shares: rowId,
      sale_start_ms: momentText,
      sale_end_ms: momentText,
      maturity: dateText,
      reason,
    }),
    reply: approval,
    refusals: [...changeRefusals, 'market_unknown', 'amount_too_precise'],
  }),
  'console/dual_terms': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks for other terms of a product for orders to come; a second operator approves. No order changes.',
    input: z.object({
      id: rowId,
      apr: amountText,
      total_shares: rowId,
      user_max_shares: rowId,
      sale_end_ms: momentText,
      enabled: flag,
      reason,
    }),
    reply: approval,
    refusals: [...changeRefusals, 'dual_product_unknown'],
  }),
  'console/dual_source': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks to settle a maturity with too few index ticks at a documented price; a second operator approves. The document stands on every receipt.',
    input: z.object({
      market_id: marketIdText,
      maturity_ms: momentText,
      price: priceText,
      source: text(300, 8),
      reason,
    }),
    reply: approval,
    refusals: [...changeRefusals, 'dual_settlement_unknown', 'dual_settlement_decided'],
  }),
  'console/dual_void': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks to void a maturity with too few index ticks; a second operator approves. Every principal returns.',
    input: z.object({ market_id: marketIdText, maturity_ms: momentText, reason }),
    reply: approval,
    refusals: ['no_change', 'dual_settlement_unknown', 'dual_settlement_decided', 'reason_required'],
  }),
};

import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { MINING_ENDS, miningProduct, miningProductKey, miningTerms } from './mining.ts';
import { decimalText, oneOf, optional, pageOf, paging, rowId, text, timeMs, userIdText } from './scalars.ts';
import { changeRefusals } from './refusal-groups.ts';

const reason = { reason: text(500, 3) };

/** Products, orders and coverage of Earn for operators. Nothing here reaches a running order. */
export const miningConsole = {
  'console/mining_products': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'All products with their terms and what of them is sold.',
    input: z.object({}),
    reply: z.array(miningProduct.extend({ orders: z.number(), sold: decimalText })),
  }),
  'console/mining_product': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Asks for a new product; a second operator approves.',
    input: z.object({ ...miningProductKey, ...miningTerms, ...reason }),
    reply: approval,
    refusals: [...changeRefusals, 'currency_unknown'],
  }),
  'console/mining_terms': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Asks for other terms of a product; a second operator approves. Running orders keep theirs.',
    input: z.object({ id: rowId, ...miningTerms, ...reason }),
    reply: approval,
    refusals: [...changeRefusals, 'mining_product_unknown'],
  }),
  'console/mining_orders': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Orders, newest first; of one user, product or status.',
    input: z.object({
      uid: optional(userIdText),
      config_id: optional(rowId),
      status: optional(oneOf(1, 2)),
      ...paging,
    }),
    reply: pageOf(
      z.object({
        id: z.number(),
        uid: z.number(),
        config_id: z.number(),
        currency_name: z.string(),
        category: miningProduct.shape.category,
        day: z.number(),
        interest_rate: decimalText,
        penalty_ratio: decimalText,
        amount: decimalText,
        principal: decimalText,
        interest: decimalText,
        penalty: decimalText,
        days_paid: z.number(),
        status: z.literal([1, 2]),
        end: z.enum(MINING_ENDS).nullable(),
        created_ms: timeMs,
        end_ms: timeMs.nullable(),
        next_ms: timeMs.nullable(),
        closed_ms: timeMs.nullable(),
      }),
    ),
  }),
  'console/mining_coverage': get({
    who: desk.anyone,
    effect: 'read',
    summary:
      'By currency: what the interest account has free, what it has set aside, and what open orders will still earn.',
    input: z.object({}),
    reply: z.array(
      z.object({
        currency_id: z.number(),
        currency_name: z.string(),
        available: decimalText,
        reserved: decimalText,
        /** What all open orders will still earn; equal to what is set aside. */
        owed: decimalText,
        /** Whether both are equal. */
        covered: z.boolean(),
        orders: z.number(),
        principal: decimalText,
        /** What is due within a day and within a week. */
        day: decimalText,
        week: decimalText,
        /** The oldest yield that is due and not paid; null: none. */
        overdue_ms: timeMs.nullable(),
      }),
    ),
  }),
};

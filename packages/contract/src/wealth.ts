import * as z from 'zod';
import { get } from './call.ts';
import { decimalText, timeMs } from './scalars.ts';

/** Products of the Finance tab in which a user has positions. */
export const WEALTH_KINDS = ['earn', 'dual', 'subscription', 'loan', 'recurring'] as const;
export type WealthKind = (typeof WEALTH_KINDS)[number];

/** Kinds whose amounts count as invested; a loan is owed, a plan has not been paid yet. */
export const INVESTED_KINDS = ['earn', 'dual', 'subscription'] as const satisfies readonly WealthKind[];

/** The Finance tab across all products. */
export const wealth = {
  'finance/overview': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'What the caller has invested and earned in all products, in USDT at index prices, and the positions with the soonest events. Yesterday is the last full day in UTC.',
    input: z.object({}),
    reply: z.object({
      /** Invested now. */
      value: decimalText,
      /** Yields, dividends and premiums of yesterday, and of all time. */
      yesterday: decimalText,
      total: decimalText,
      products: z.array(
        z.object({
          kind: z.enum(WEALTH_KINDS),
          /** Open positions. */
          count: z.number(),
          /** What is in them, in USDT; owed for loans, a purchase of each plan for recurring buy. */
          value: decimalText,
        }),
      ),
      positions: z.array(
        z.object({
          kind: z.enum(WEALTH_KINDS),
          id: z.number(),
          /** The asset that it is about. */
          name: z.string(),
          /** What is in it, owed, or bought each time. */
          amount: decimalText,
          currency_name: z.string(),
          /** The next payment, maturity, allotment, due date or purchase. */
          next_ms: timeMs.nullable(),
          /** What then arrives; null where it is not fixed yet or nothing arrives. */
          next_amount: decimalText.nullable(),
        }),
      ),
    }),
  }),
};

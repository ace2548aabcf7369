import * as z from 'zod';
import { get } from './call.ts';
import { decimalText, timeMs } from './scalars.ts';

/** What a VIP level requires and gives. */
export const vipTerms = z.object({
  level: z.number(),
  /** Trading volume of 30 days in USDT, */
  volume: decimalText,
  /** or balance in USDT: either is enough. */
  balance: decimalText,
  /** Percent off the fees of spot, contracts and conversions. */
  fee_discount: decimalText,
  /** Percent of the limits of withdrawals and payments of the verification level. */
  outflow_limit: decimalText,
  /** Highest leverage, as far as market and verification level allow. */
  multiple_max: z.number(),
});

/** VIP levels, invitations and rebates. */
export const growth = {
  'vip/levels': get({
    who: 'visitor',
    effect: 'read',
    summary: 'What each VIP level requires and gives.',
    input: z.object({}),
    reply: z.array(vipTerms),
  }),
  'vip/status': get({
    who: 'user',
    effect: 'read',
    summary:
      'The own VIP level, its figures as of 00:00 UTC, the figures of now with the level that they would give, and when levels are set next.',
    input: z.object({}),
    reply: z.object({
      level: z.number(),
      /** Figures of the last decision, in USDT; null before the first. */
      decided: z
        .object({ date: z.string(), volume: decimalText, balance: decimalText, level: z.number() })
        .nullable(),
      volume: decimalText,
      balance: decimalText,
      /** Level that the figures of now would give. */
      expected_level: z.number(),
      next_ms: timeMs,
    }),
  }),
};

import * as z from 'zod';
import { get } from './call.ts';
import { decimalText, pageOf, paging, timeMs } from './scalars.ts';

/** Parts of the credit score in the order in which they are shown. */
export const CREDIT_PARTS = [
  'base',
  'verification',
  'age',
  'loans_on_time',
  'loans_late',
  'loans_overdue',
  'auctions_unpaid',
  'proofs_refused',
] as const;

/** Products whose fees give rebates. */
export const REBATE_PRODUCTS = ['spot', 'contracts', 'conversion'] as const;
export type RebateProduct = (typeof REBATE_PRODUCTS)[number];

/** `due`: paid at the end of its period. `held`: operators look at the pair; they make it `released` or `refused`. */
export const REBATE_STATES = ['due', 'held', 'released', 'paid', 'refused'] as const;
export type RebateState = (typeof REBATE_STATES)[number];

export const INVITATION_STATES = ['clear', 'held', 'refused'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** What inviter and invited user have in common. */
export const INVITATION_SIGNS = ['device', 'payee', 'document'] as const;
export type InvitationSign = (typeof INVITATION_SIGNS)[number];

const money = z.object({ currency_name: z.string(), amount: decimalText });

/** What a VIP level requires and gives. */
export const vipTerms = z.object({
  level: z.number(),
  /** Trading volume of 30 days in USDT, */
  volume: decimalText,
  /** or balance in USDT: either is enough. */
  balance: decimalText,
  /** Percent off the fees of spot, contracts, conversions and NFT sales. */
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
    reply: z.array(
      vipTerms.extend({
        /** Percent of a conversion, and of the price of a sold NFT, after the discount. */
        conversion_fee: decimalText,
        nft_fee: decimalText,
      }),
    ),
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
  'credit/score': get({
    who: 'user',
    effect: 'read',
    summary:
      'The own credit score with everything that it is made of. Nothing else counts, and nothing depends on it.',
    input: z.object({}),
    reply: z.object({
      score: z.number(),
      max: z.number(),
      parts: z.array(
        z.object({
          part: z.enum(CREDIT_PARTS),
          /** Units of the caller, such as loans repaid in time. */
          count: z.number(),
          /** Points of each unit; negative ones lower the score. */
          each: z.number(),
          /** How many units count. */
          count_max: z.number(),
          points: z.number(),
        }),
      ),
    }),
  }),
  'invite/summary': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The own invite code, the share of fees that it earns, and the rebates so far.',
    input: z.object({}),
    reply: z.object({
      extension_code: z.string(),
      /** Percent of the fees that invited users pay. */
      share: decimalText,
      /** Interval of the payments. */
      period_seconds: z.number(),
      invited: z.number(),
      /** Paid rebates in USDT at the index of now. */
      total: decimalText,
      paid: z.array(money),
      /** Not paid yet: its period runs, or operators look at the pair. */
      pending: z.array(money),
    }),
  }),
  'invite/people': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Users who registered with the own code, newest first; names and UIDs are masked.',
    input: z.object({ ...paging }),
    reply: pageOf(z.object({ name: z.string(), uid: z.string(), verified: z.boolean(), created_ms: timeMs })),
  }),
  'invite/rebates': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Own rebates by day (UTC), product, currency and state, newest first.',
    input: z.object({ ...paging }),
    reply: pageOf(
      z.object({
        date: z.string(),
        product: z.enum(REBATE_PRODUCTS),
        state: z.enum(REBATE_STATES),
        currency_name: z.string(),
        amount: decimalText,
        /** Number of invited users who paid the fees. */
        people: z.number(),
      }),
    ),
  }),
};

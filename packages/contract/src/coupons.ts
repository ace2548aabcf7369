import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { changeRefusals } from './refusal-groups.ts';
import {
  amountText,
  decimalText,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  userIdText,
} from './scalars.ts';

/** `open`: not used yet. `active`: returns fees now. `used`: has returned all that it can. */
export const COUPON_STATES = ['open', 'active', 'used', 'expired'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

/**
 * `fee`: returns a part of trading fees. `yield`: raises the yield of one Earn order. `trial`: pays margin and fees of one futures
 * position.
 */
export const COUPON_KINDS = ['fee', 'yield', 'trial'] as const;
export type CouponKind = (typeof COUPON_KINDS)[number];

/** Who gets the coupons of a campaign; `code`: everybody who enters its code, once. */
export const COUPON_AUDIENCES = ['user', 'everyone', 'verified', 'vip', 'code'] as const;
export type CouponAudience = (typeof COUPON_AUDIENCES)[number];

/** Markets by their numbers, separated by commas; `undefined` for all. */
const marketList = optional(z.string().regex(/^[1-9][0-9]{0,8}(,[1-9][0-9]{0,8}){0,49}$/));

const trialTerms = z.object({
  /** Highest leverage. */
  multiple_max: z.number(),
  /** Longest holding time of the position, in hours. */
  hold_hours: z.number(),
  /** Numbers of the markets; null for all. */
  markets: z.array(z.number()).nullable(),
});

const coupon = z.object({
  id: z.number(),
  kind: z.enum(COUPON_KINDS),
  /** Percent of each fee that is returned, extra percent of yield a day, or percent of the profit that the user keeps. */
  percent: decimalText,
  /** Most that it returns or pays, in USDT. */
  face: decimalText,
  /** Days whose yield is raised at most, and the Earn order that it raised; null otherwise. */
  yield_days: z.number().nullable(),
  order_id: z.number().nullable(),
  /** Of a coupon for trial margin; null otherwise. */
  trial: trialTerms.nullable(),
  /** The futures position that it paid for. */
  position_id: z.number().nullable(),
  returned: decimalText,
  state: z.enum(COUPON_STATES),
  issued_ms: timeMs,
  expires_ms: timeMs,
});

/** Coupons that return trading fees, raise a yield or pay the margin of a futures position. */
export const coupons = {
  'coupon/list': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'The own coupons, those that can be used first, newest first.',
    input: z.object({ ...paging }),
    reply: pageOf(coupon),
  }),
  'coupon/use': post({
    who: 'user',
    effect: 'write',
    summary:
      'Activates a coupon: fees paid from now on are returned, until its amount is used or it expires.',
    perMinute: 20,
    input: z.object({ id: rowId }),
    reply: coupon,
    refusals: ['coupon_unknown', 'coupon_used', 'coupon_kind', 'coupon_other_active'],
  }),
  'coupon/boost': post({
    who: 'user',
    effect: 'write',
    summary:
      'Raises the yield of an own open Earn order by a coupon, from its running day on; all of the extra yield is set aside at once.',
    perMinute: 20,
    input: z.object({ id: rowId, order_id: rowId }),
    reply: coupon,
    refusals: [
      'coupon_unknown',
      'coupon_used',
      'coupon_kind',
      'mining_order_unknown',
      'mining_order_ended',
      'mining_boosted',
      'mining_boost_small',
      'mining_boost_uncovered',
      'price_unavailable',
      'clock_untrusted',
    ],
  }),
  'coupon/redeem': post({
    who: 'user',
    effect: 'write',
    summary: 'Enters the code of a campaign for a coupon; once for each user.',
    perMinute: 5,
    input: z.object({ code: text(40, 1) }),
    reply: coupon,
    refusals: ['coupon_code', 'coupon_redeemed', 'coupon_exhausted', 'too_many_attempts'],
  }),
  'console/coupon_campaigns': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'Campaigns with their coupons and what these have returned, newest first.',
    input: z.object({ ...paging }),
    reply: pageOf(
      z.object({
        id: z.number(),
        kind: z.enum(COUPON_KINDS),
        yield_days: z.number().nullable(),
        trial: trialTerms.nullable(),
        percent: decimalText,
        face: decimalText,
        days: z.number(),
        audience: z.enum(COUPON_AUDIENCES),
        code: z.string().nullable(),
        coupons_max: z.number(),
        issued: z.number(),
        activated: z.number(),
        returned: decimalText,
        ends_ms: timeMs,
      }),
    ),
  }),
  'console/coupon_campaign': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Asks for coupons to be issued to a user, a group, or by a code; a second operator approves.',
    input: z.object({
      kind: z.enum(COUPON_KINDS).default('fee'),
      yield_days: optional(rowId),
      /** Of coupons for trial margin. */
      multiple_max: optional(rowId),
      hold_hours: optional(rowId),
      markets: marketList,
      percent: amountText,
      face: amountText,
      days: rowId,
      audience: z.enum(COUPON_AUDIENCES),
      uid: optional(userIdText),
      code: optional(text(20)),
      coupons_max: rowId,
      reason: text(500, 3),
    }),
    reply: approval,
    refusals: changeRefusals,
  }),
};

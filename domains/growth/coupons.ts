import { refuse } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { countAttempts, refuseForNow } from '@karat/domains/identity';
import type { Allowance } from '@karat/domains/identity';
import { divDown } from '@karat/money';
import type { Amount } from '@karat/money';
import { violatedConstraint } from '@karat/platform/db';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { countFees } from './count-fees.ts';
import {
  activate,
  campaignOfCode,
  couponOfCampaign,
  issueTo,
  lockCoupon,
  writeUsed,
} from './coupon-store.ts';
import type { Coupon } from './coupon-store.ts';
import type { GrowthDeps } from './deps.ts';

/** Codes that a user may try before waiting. */
const TRIES: Allowance = { free: 10, firstMs: MINUTE_MS, maxMs: HOUR_MS, forgetMs: DAY_MS };

/** Most that a coupon pays in a currency, rounded down; undefined without a price. */
const faceIn = ({ priceOf }: GrowthDeps, face: Amount, currency: CurrencyId): Amount | undefined => {
  const price = priceOf(currency);
  return price === undefined ? undefined : divDown(face, price);
};

/**
 * Raises the yield of an Earn order by a coupon, once and for good. Refuses `coupon_unknown`, `coupon_used` (used or expired),
 * `coupon_kind`, and what `boostOrder` refuses; then the coupon stays unused.
 */
export const boostByCoupon = (
  deps: GrowthDeps,
  user: UserId,
  { id, order }: { readonly id: number; readonly order: number },
): Promise<Coupon> =>
  deps.ctx.db.transact(async (tx) => {
    const coupon = (await lockCoupon(tx, user, id)) ?? refuse('coupon_unknown');
    const { kind, yieldDays, ratio, face } = coupon;
    const now = deps.ctx.clock.now();
    if (kind !== 'yield' || yieldDays === undefined) return refuse('coupon_kind');
    if (coupon.state !== 'open' || coupon.expiresMs <= now) refuse('coupon_used');
    await deps.boostOrder(tx, {
      userId: user,
      orderId: order,
      couponId: id,
      rate: ratio,
      days: yieldDays,
      maxIn: (currency) => faceIn(deps, face, currency),
    });
    await writeUsed(tx, id, order, now);
    return { ...coupon, state: 'used' as const, orderId: order };
  });

/**
 * Activates a coupon for fees. Fees from before are counted first: they are not returned. Refuses `coupon_unknown`, `coupon_used`
 * (used, expired or active already), `coupon_kind` for another kind, `coupon_other_active`.
 */
export async function activateCoupon(deps: GrowthDeps, user: UserId, id: number): Promise<Coupon> {
  const { db, clock } = deps.ctx;
  await countFees(deps);
  try {
    return await db.transact(async (tx) => {
      const coupon = (await lockCoupon(tx, user, id)) ?? refuse('coupon_unknown');
      const now = clock.now();
      if (coupon.kind !== 'fee') refuse('coupon_kind');
      if (coupon.state !== 'open' || coupon.expiresMs <= now) refuse('coupon_used');
      await activate(tx, id, now);
      return { ...coupon, state: 'active' as const };
    });
  } catch (error) {
    if (violatedConstraint(error) === 'growth_coupons_active') refuse('coupon_other_active');
    throw error;
  }
}

/** Counts a try of a code; refuses `too_many_attempts`. The count stays when the code is wrong. */
async function countTry({ ctx }: GrowthDeps, user: UserId): Promise<void> {
  const wait = await ctx.db.transact((tx) =>
    countAttempts(tx, [{ key: `coupon:${user}`, allowance: TRIES }], ctx.clock.now()),
  );
  if (wait > 0) refuseForNow(wait);
}

/**
 * Gives a user the coupon of a code. Refuses `coupon_code`, `coupon_redeemed` (the user has it), `coupon_exhausted` (all are
 * given), `too_many_attempts`.
 */
export async function redeemCode(deps: GrowthDeps, user: UserId, typed: string): Promise<Coupon> {
  const { db, clock } = deps.ctx;
  await countTry(deps, user);
  return db.transact(async (tx) => {
    const now = clock.now();
    const code = typed.trim().toUpperCase();
    const campaign = (await campaignOfCode(tx, code, now)) ?? refuse('coupon_code');
    if (await couponOfCampaign(tx, campaign.id, user)) refuse('coupon_redeemed');
    const issued = await issueTo(tx, campaign.id, [user], now);
    const coupon = await couponOfCampaign(tx, campaign.id, user);
    if (!coupon) return refuse('coupon_exhausted');
    // Another request of the user was first.
    return issued.length > 0 ? coupon : refuse('coupon_redeemed');
  });
}

import { Refusal, refuse } from '@karat/contract';
import { ZERO, minus } from '@karat/money';
import { allOrNothing } from './all-or-nothing.ts';
import { openPosition } from './commands.ts';
import type { OpenedAs } from './commands.ts';
import type { TrialCoupon } from './engine/ports.ts';
import type { HouseState, MarginAccount } from './margin-account.ts';
import type { OpenRequest, OrderTerms, UserLimits } from './order-checks.ts';
import { isLive } from './position.ts';
import type { PositionEvent } from './position-events.ts';

function checkCoupon(
  coupon: TrialCoupon,
  request: OpenRequest,
  account: MarginAccount,
  { market }: OrderTerms,
) {
  if (!coupon.isTrial) refuse('coupon_kind');
  if (!coupon.isUsable) refuse('coupon_used');
  if (request.mode !== 'isolated' || request.target !== undefined) refuse('trial_order');
  if (coupon.markets && !coupon.markets.includes(request.marketId))
    refuse('trial_market', { symbol: market.symbol });
  if (request.multiple > coupon.multipleMax) refuse('trial_multiple', { max: coupon.multipleMax });
  if (account.positions.some((position) => position.trial && isLive(position))) refuse('trial_running');
}

/**
 * Opens an isolated position at the market price whose margin and fee the promotion account pays; the user's balance is neither
 * needed nor touched. Refuses what an order refuses, a coupon that does not allow it, and what the promotion account cannot pay.
 */
export function openByCoupon(
  terms: OrderTerms,
  account: MarginAccount,
  house: HouseState,
  request: OpenRequest,
  coupon: TrialCoupon,
  limits: UserLimits,
  as: OpenedAs,
): PositionEvent {
  checkCoupon(coupon, request, account, terms);
  const { id: couponId, face, holdMs } = coupon;
  return allOrNothing(account, house, () => {
    // Only the coupon pays: the order sees its amount as the balance.
    const funded: MarginAccount = { available: face, positions: account.positions };
    const event = openFunded(terms, funded, house, request, limits, as);
    const paid = minus(face, funded.available);
    if (event.kind !== 'opened') throw new Error('an order with a coupon waits');
    if (paid > house.promotion) refuse('trial_uncovered');
    house.promotion = minus(house.promotion, paid);
    event.position.trial = { couponId, paid, returned: ZERO, endsAt: as.at + holdMs };
    return { ...event, funds: face, trialPaid: paid };
  });
}

/** Opens a position; a coupon that is too small for it is refused as such. */
function openFunded(...order: Parameters<typeof openPosition>): PositionEvent {
  try {
    return openPosition(...order);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'insufficient_balance') refuse('trial_face');
    throw error;
  }
}

import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { openPosition } from './commands.ts';
import type { OpenedAs } from './commands.ts';
import type { BatchContext } from './engine/persist/batch.ts';
import type { TrialCoupon } from './engine/ports.ts';
import type { OpenRequest, UserLimits } from './order-checks.ts';
import type { PositionEvent } from './position-events.ts';
import { multipleFor } from './settings-store.ts';
import { openByCoupon } from './trial.ts';

/** Limits of a user by the verification and VIP levels. */
export const limitsOf = (context: BatchContext, userId: UserId): UserLimits => ({
  multipleMax: multipleFor(context.limits, context.level, context.vip?.(userId)),
  positionsMax: context.limits.positionsMax,
  feeDiscount: context.vip?.(userId).feeDiscount,
});

/** Number and time of a new position in a batch. */
export const openedIn = (context: BatchContext, userId: UserId): OpenedAs => ({
  id: context.nextId(),
  userId,
  at: context.at,
  marks: context.marks,
});

/** Opens a position whose margin a coupon pays; refuses `coupon_unknown` without the coupon. */
export const openByCouponIn = (
  context: BatchContext,
  userId: UserId,
  request: OpenRequest,
  coupon: TrialCoupon | undefined,
): PositionEvent =>
  openByCoupon(
    ...([context.terms(request.marketId), context.account, context.house, request] as const),
    coupon ?? refuse('coupon_unknown'),
    limitsOf(context, userId),
    openedIn(context, userId),
  );

/** Opens a position of a user in a batch, with the limits of the user's level. */
export const openRequestOf = (context: BatchContext, userId: UserId, request: OpenRequest): PositionEvent =>
  openPosition(
    ...([context.terms(request.marketId), context.account, context.house, request] as const),
    limitsOf(context, userId),
    openedIn(context, userId),
  );

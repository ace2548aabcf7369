import type { UserId } from '@karat/contract';
import { openPosition } from './commands.ts';
import type { OpenRequest } from './commands.ts';
import type { PositionEvent } from './margin-account.ts';
import type { BatchContext } from './engine/persist/batch.ts';
import { multipleFor } from './settings-store.ts';

/** Opens a position for a user of a test setup, with the limits of the user's level. */
export const openRequestOf = (context: BatchContext, userId: UserId, request: OpenRequest): PositionEvent =>
  openPosition(
    ...([context.terms(request.marketId), context.account, context.house, request] as const),
    {
      multipleMax: multipleFor(context.limits, context.level, context.vip?.(userId)),
      positionsMax: context.limits.positionsMax,
      feeDiscount: context.vip?.(userId).feeDiscount,
    },
    { id: context.nextId(), userId, at: context.at, marks: context.marks },
  );

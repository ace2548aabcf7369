import type { UserId } from '@karat/contract';
import { openPosition } from './commands.ts';
import type { OpenRequest } from './commands.ts';
import type { PositionEvent } from './margin-account.ts';
import type { BatchContext } from './engine/persist/batch.ts';
import { multipleOf } from './settings-store.ts';

/** A position opened in a user's scene, with the limits of the user's level. */
export const openRequestOf = (scene: BatchContext, userId: UserId, request: OpenRequest): PositionEvent =>
  openPosition(
    ...([scene.terms(request.marketId), scene.account, scene.house, request] as const),
    { multipleMax: multipleOf(scene.limits, scene.level), positionsMax: scene.limits.positionsMax },
    { id: scene.nextId(), userId, at: scene.at, marks: scene.marks },
  );

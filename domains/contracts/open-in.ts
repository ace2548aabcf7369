import type { UserId } from '@karat/contract';
import { openPosition } from './commands.ts';
import type { OpenWish } from './commands.ts';
import type { Deed } from './desk.ts';
import type { Scene } from './engine/round.ts';
import { multipleOf } from './settings-store.ts';

/** A position opened in a user's scene, with the limits of the user's level. */
export const openIn = (scene: Scene, userId: UserId, wish: OpenWish): Deed =>
  openPosition(
    ...([scene.terms(wish.marketId), scene.account, scene.house, wish] as const),
    { multipleMax: multipleOf(scene.limits, scene.level), positionsMax: scene.limits.positionsMax },
    { id: scene.nextId(), userId, at: scene.at, marks: scene.marks },
  );

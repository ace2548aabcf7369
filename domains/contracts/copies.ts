import { Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { closePosition } from './commands.ts';
import type { OpenRequest } from './commands.ts';
import type { ContractEngine } from './engine/engine.ts';
import { openRequestOf } from './open-in.ts';
import { isLive } from './position.ts';
import type { Position } from './position.ts';
import { multipleOf } from './settings-store.ts';

/** A copy to be opened for a follower. */
export interface CopyRequest extends OpenRequest {
  readonly userId: UserId;
}
/** What became of a copy: the position, or why there is none. */
export type CopyOutcome =
  | { readonly userId: UserId; readonly position: Position }
  | { readonly userId: UserId; readonly refused: Refusal };

/** A copy to be closed, all of it or some lots. */
export interface CopyToClose {
  readonly userId: UserId;
  readonly id: number;
  readonly lots?: Amount;
}

/** Copies in one transaction at most. */
export const COPIES_MAX = 2_000;

/** Positions of many users in one transaction, as copy trading opens and closes them. */
export interface Copies {
  /**
   * Opens copies for many followers in one transaction, at the index of this moment, with what `within` writes about them.
   * At most 2,000 at a time; one that cannot be opened is answered with its refusal and does not keep the others.
   */
  openFor(
    copies: readonly CopyRequest[],
    within: (tx: Tx, outcomes: readonly CopyOutcome[]) => Promise<void>,
  ): Promise<void>;
  /** Closes copies of many users in one transaction, for the trader's close; those that cannot be closed now are answered with their refusal. */
  closeFor(
    copies: readonly CopyToClose[],
    within: (tx: Tx, refused: ReadonlyMap<number, Refusal>) => Promise<void>,
  ): Promise<void>;
}

const usersOf = (copies: readonly { readonly userId: UserId }[]): UserId[] => [
  ...new Set(copies.map((copy) => copy.userId)),
];

export function createCopies(engine: ContractEngine): Copies {
  return {
    async openFor(copies, within) {
      if (copies.length > COPIES_MAX) throw new RangeError(`more than ${COPIES_MAX} copies`);
      let outcomes: CopyOutcome[] = [];
      await engine.exclusive({
        users: usersOf(copies),
        ids: copies.length,
        // The lowest level is enough for most; only who wants more leverage than it allows is looked up.
        levelled: copies
          .filter((copy) => copy.multiple > multipleOf(engine.limits, 0))
          .map((copy) => copy.userId),
        work(_tx, sceneOf, events) {
          outcomes = copies.map((copy): CopyOutcome => {
            try {
              const event = openRequestOf(sceneOf(copy.userId), copy.userId, { ...copy, orderType: 2 });
              events.push(event);
              return { userId: copy.userId, position: event.position };
            } catch (error) {
              if (error instanceof Refusal) return { userId: copy.userId, refused: error };
              throw error;
            }
          });
        },
        write: (tx) => within(tx, outcomes),
      });
    },
    async closeFor(copies, within) {
      let refused = new Map<number, Refusal>();
      await engine.exclusive({
        users: usersOf(copies),
        ids: 0,
        levelled: [],
        work(_tx, sceneOf, events) {
          refused = new Map();
          for (const { userId, id, lots } of copies) {
            const scene = sceneOf(userId);
            const position = scene.account.positions.find((each) => each.id === id && isLive(each));
            if (!position) continue;
            try {
              const asked = { id, lots, at: scene.at, reason: 'trader' as const };
              events.push(closePosition(scene.terms(position.marketId), scene.account, scene.house, asked));
            } catch (error) {
              if (!(error instanceof Refusal)) throw error;
              refused.set(id, error);
            }
          }
        },
        write: (tx) => within(tx, refused),
      });
    },
  };
}

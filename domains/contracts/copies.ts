import { Refusal } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { closePosition } from './commands.ts';
import type { OpenRequest } from './order-checks.ts';
import type { ContractEngine } from './engine/engine.ts';
import { openRequestOf } from './open-in.ts';
import { isLive } from './position.ts';
import type { Position } from './position.ts';
import { multipleOf } from './settings-store.ts';

/** A request to open a copy for a follower. */
export interface CopyRequest extends OpenRequest {
  readonly userId: UserId;
}
/** The result of a copy: its position, or the refusal. */
export type CopyOutcome =
  | { readonly userId: UserId; readonly position: Position }
  | { readonly userId: UserId; readonly refused: Refusal };

/** A request to close all or some lots of a copy. */
export interface CopyToClose {
  readonly userId: UserId;
  readonly id: number;
  readonly lots?: Amount;
}

/** Maximum number of copies per transaction. */
export const COPIES_MAX = 2_000;

/** Opens and closes the positions of many users in one transaction, for copy trading. */
export interface Copies {
  /**
   * Opens copies for many followers in one transaction at the current index, together with what `within` writes. At
   * most 2,000 per call; a copy that cannot be opened returns its refusal and does not affect the others.
   */
  openFor(
    copies: readonly CopyRequest[],
    within: (tx: Tx, outcomes: readonly CopyOutcome[]) => Promise<void>,
  ): Promise<void>;
  /**
   * Closes copies of many users in one transaction after the trader's close. Copies that cannot be closed now return
   * their refusal.
   */
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
      await engine.runTask({
        users: usersOf(copies),
        ids: copies.length,
        // The lowest level's limit is enough for most; verification is looked up only for higher leverage.
        levelUsers: copies
          .filter((copy) => copy.multiple > multipleOf(engine.limits, 0))
          .map((copy) => copy.userId),
        decide(_tx, contextOf, events) {
          outcomes = copies.map((copy): CopyOutcome => {
            try {
              const event = openRequestOf(contextOf(copy.userId), copy.userId, { ...copy, orderType: 2 });
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
      await engine.runTask({
        users: usersOf(copies),
        ids: 0,
        levelUsers: [],
        decide(_tx, contextOf, events) {
          refused = new Map();
          for (const { userId, id, lots } of copies) {
            const context = contextOf(userId);
            const position = context.account.positions.find((each) => each.id === id && isLive(each));
            if (!position) continue;
            try {
              const unwarned = { id, lots, at: context.at, reason: 'trader' as const };
              events.push(
                closePosition(context.terms(position.marketId), context.account, context.house, unwarned),
              );
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

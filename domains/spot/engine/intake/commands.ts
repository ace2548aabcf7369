import type { MarketId, OrderId, UserId } from '@karat/contract';
import type { Amount } from '@karat/money';
import type { Waiting } from '@karat/platform/tracing';
import type { Order, PlaceInput } from '../../types.ts';

/** Identity of a client key. */
export interface UsedClientId {
  readonly input: string;
  readonly id: OrderId;
}

/** A command to the engine. */
export type Command =
  | { readonly kind: 'place'; readonly userId: UserId; readonly input: PlaceInput }
  | { readonly kind: 'cancel'; readonly userId: UserId; readonly id: OrderId }
  | { readonly kind: 'cancel_all'; readonly userId: UserId; readonly marketId: MarketId | undefined }
  | { readonly kind: 'amend'; readonly userId: UserId; readonly id: OrderId; readonly total: Amount }
  /** Cancels an order in the book and places `input` in its stead; `input.quantity` is the total with what the old one traded. */
  | { readonly kind: 'replace'; readonly userId: UserId; readonly id: OrderId; readonly input: PlaceInput }
  /** Orders of the opening queue enter the market's book. */
  | { readonly kind: 'open'; readonly marketId: MarketId };

/** The order that a command places, if it places one. */
export const placedInput = (command: Command): PlaceInput | undefined =>
  command.kind === 'place' || command.kind === 'replace' ? command.input : undefined;

/** The result of a command, once it is durable. */
export type CommandReply = { readonly order: Order } | { readonly cancelled: readonly OrderId[] };

/** Returns the order of a result. */
export function orderOfReply(answer: CommandReply): Order {
  if ('order' in answer) return answer.order;
  throw new Error('engine result is not an order');
}

/** A command with its waiting caller. */
export interface QueuedCommand extends Waiting {
  readonly command: Command;
  /** Arrival by the monotonic clock, ms; for metrics only. */
  readonly since?: number;
  /** Whether its client key was in use on arrival, and the time of that lookup (see `RecentKeys`). */
  readonly key?: { readonly moment: number; readonly taken: UsedClientId | undefined };
  readonly resolve: (answer: CommandReply) => void;
  readonly reject: (error: unknown) => void;
}

/** The result of a command in memory. */
export type CommandDecision =
  /** An order placed or changed in the batch. */
  | { readonly kind: 'order'; readonly id: OrderId }
  /** An order of an earlier batch under the same client key. */
  | { readonly kind: 'known'; readonly id: OrderId; readonly userId: UserId }
  | { readonly kind: 'cancelled'; readonly ids: readonly OrderId[] }
  /** Not among the open orders: unknown, another's, or ended. */
  | { readonly kind: 'not_open'; readonly id: OrderId; readonly userId: UserId }
  | { readonly kind: 'refused'; readonly error: unknown };

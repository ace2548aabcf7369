import type { MarketId, OrderId, UserId } from '@karat/contract';
import type { Amount } from '@karat/money';
import type { Order, PlaceInput } from '../../types.ts';

/** What a client key stands for. */
export interface UsedClientId {
  readonly input: string;
  readonly id: OrderId;
}

/** What is asked of the engine. */
export type Command =
  | { readonly kind: 'place'; readonly userId: UserId; readonly input: PlaceInput }
  | { readonly kind: 'cancel'; readonly userId: UserId; readonly id: OrderId }
  | { readonly kind: 'cancel_all'; readonly userId: UserId; readonly marketId: MarketId | undefined }
  | { readonly kind: 'amend'; readonly userId: UserId; readonly id: OrderId; readonly total: Amount }
  /** Orders that waited for the opening of a market go to its book. */
  | { readonly kind: 'open'; readonly marketId: MarketId };

/** What became of a command, once it is durable. */
export type CommandReply = { readonly order: Order } | { readonly cancelled: readonly OrderId[] };

/** The order that a command was about. */
export function orderOfReply(answer: CommandReply): Order {
  if ('order' in answer) return answer.order;
  throw new Error('the engine answered something else than an order');
}

/** A command with whoever waits for it. */
export interface QueuedCommand {
  readonly command: Command;
  /** Whether its client key was taken when it arrived, and the moment of that look (see `RecentKeys`). */
  readonly key?: { readonly moment: number; readonly taken: UsedClientId | undefined };
  readonly resolve: (answer: CommandReply) => void;
  readonly reject: (error: unknown) => void;
}

/** What a command came to in memory. */
export type CommandDecision =
  /** An order of the batch, placed or changed. */
  | { readonly kind: 'order'; readonly id: OrderId }
  /** An order of an earlier batch under the same client key. */
  | { readonly kind: 'known'; readonly id: OrderId; readonly userId: UserId }
  | { readonly kind: 'cancelled'; readonly ids: readonly OrderId[] }
  /** Not among the open orders: unknown, another's, or ended. */
  | { readonly kind: 'not_open'; readonly id: OrderId; readonly userId: UserId }
  | { readonly kind: 'refused'; readonly error: unknown };

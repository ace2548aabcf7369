import { POSITION_SIDE, refuse } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import type { Amount, Price } from '@karat/money';
import { amendOrder } from './amend-order.ts';
import type { AmendRequest } from './amend-order.ts';
import { changeMargin } from './change-margin.ts';
import type { MarginRequest } from './change-margin.ts';
import { cancelOrder, closeMany, closePosition, setStops } from './commands.ts';
import type { ContractEngine } from './engine/engine.ts';
import type { Command } from './engine/intake/command.ts';
import type { BatchContext } from './engine/persist/batch.ts';
import type { ContractsDeps } from './engine/ports.ts';
import { limitsOf, openByCouponIn, openRequestOf, openedIn } from './open-in.ts';
import type { OpenRequest } from './order-checks.ts';
import type { Position } from './position.ts';
import type { PositionEvent } from './position-events.ts';
import { reversePosition } from './reverse-position.ts';
import { readPosition } from './store.ts';
import { positionView } from './view.ts';
import type { PositionView } from './view.ts';

/** A reversed position and the one that replaced it. */
export interface Reversal {
  readonly closed: PositionView;
  readonly opened: PositionView;
}

/** User requests, serialised by the engine. `key`: the same key with the same input returns the first reply. */
export interface Orders {
  /** `coupon`: number of the coupon that pays margin and fees. */
  open(user: UserId, request: OpenRequest, key?: string, coupon?: number): Promise<PositionView>;
  close(user: UserId, id: number, lots: Amount | undefined, key?: string): Promise<PositionView>;
  closeMany(
    user: UserId,
    type: 0 | 1 | 2,
    market: MarketId | undefined,
    key?: string,
  ): Promise<PositionView[]>;
  cancel(user: UserId, id: number, key?: string): Promise<PositionView>;
  setStops(
    user: UserId,
    id: number,
    stops: { readonly takeProfit?: Price | null | undefined; readonly stopLoss?: Price | null | undefined },
    key?: string,
  ): Promise<PositionView>;
  reverse(user: UserId, id: number, key?: string): Promise<Reversal>;
  changeMargin(user: UserId, request: MarginRequest, key?: string): Promise<PositionView>;
  amend(user: UserId, request: AmendRequest, key?: string): Promise<PositionView>;
}

const text = (input: object): string =>
  JSON.stringify(input, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** A request of a user and the number of positions that it may create. */
interface UserRequest {
  readonly user: UserId;
  readonly key: string | undefined;
  readonly input: object;
  readonly ids?: number;
  readonly couponId?: number;
}

type Decide = (context: BatchContext, market: MarketId) => PositionEvent[];

/** Submits user requests to the engine, each as one command. */
function submitterOf({ ctx, market }: ContractsDeps, engine: ContractEngine) {
  const viewOf = (context: BatchContext, position: Position): PositionView =>
    positionView(
      position,
      market.find(position.marketId) ?? refuse('market_unknown'),
      context.account,
      context.marks,
    );
  const submit = <Reply>(
    { user: userId, key, input, ids = 0, couponId }: UserRequest,
    decide: Command<Reply>['decide'],
    reply: Command<Reply>['reply'],
  ): Promise<Reply> => engine.submit({ userId, ids, key, input: text(input), couponId, decide, reply });
  const views = (context: BatchContext, events: readonly PositionEvent[]): PositionView[] =>
    events.map(({ position }) => viewOf(context, position));
  const first = (context: BatchContext, events: readonly PositionEvent[]): PositionView =>
    events[0] ? viewOf(context, events[0].position) : refuse('position_unknown');
  /** Ownership is checked before the engine: a position of another user is not found. */
  const submitOwn = async <Reply>(
    request: UserRequest,
    id: number,
    decide: Decide,
    reply: Command<Reply>['reply'],
  ): Promise<Reply> => {
    const { marketId } = (await readPosition(ctx.db, request.user, id)) ?? refuse('position_unknown');
    return submit(request, (context) => decide(context, marketId), reply);
  };
  return { submit, submitOwn, views, first };
}
type Submitter = ReturnType<typeof submitterOf>;

const openingOrders = ({
  submit,
  submitOwn,
  views,
  first,
}: Submitter): Pick<Orders, 'open' | 'close' | 'closeMany' | 'cancel'> => ({
  open: (user, request, key, couponId) =>
    couponId === undefined
      ? submit(
          { user, key, input: { open: request }, ids: 1 },
          (context) => [openRequestOf(context, user, request)],
          first,
        )
      : submit(
          { user, key, input: { open: request, couponId }, ids: 1, couponId },
          (context, coupon) => [openByCouponIn(context, user, request, coupon)],
          first,
        ),
  close: (user, id, lots, key) =>
    submitOwn(
      { user, key, input: { close: id, lots } },
      id,
      (context, market) => [
        closePosition(context.terms(market), context.account, context.house, { id, lots, at: context.at }),
      ],
      first,
    ),
  closeMany(user, type, only, key) {
    const side = type === 0 ? undefined : type === POSITION_SIDE.long ? 'long' : 'short';
    const matches = (position: Position): boolean =>
      (side === undefined || position.side === side) && (only === undefined || position.marketId === only);
    return submit(
      { user, key, input: { closeMany: type, only } },
      (context) => closeMany(context.terms, context.account, context.house, matches, context.at),
      views,
    );
  },
  cancel: (user, id, key) =>
    submitOwn(
      { user, key, input: { cancel: id } },
      id,
      (context) => [cancelOrder(context.account, id, context.at)],
      first,
    ),
});

const changes = ({
  submitOwn,
  views,
  first,
}: Submitter): Pick<Orders, 'setStops' | 'reverse' | 'changeMargin' | 'amend'> => ({
  setStops: (user, id, stops, key) =>
    submitOwn(
      { user, key, input: { setStops: id, ...stops } },
      id,
      (context, market) => [setStops(context.terms(market), context.account, { id, ...stops })],
      first,
    ),
  reverse: (user, id, key) =>
    submitOwn(
      { user, key, input: { reverse: id }, ids: 1 },
      id,
      (context, market) =>
        reversePosition(
          ...([context.terms(market), context.account, context.house, id] as const),
          limitsOf(context, user),
          openedIn(context, user),
        ),
      (context, events) => {
        const [closed = refuse('position_unknown'), opened = refuse('position_unknown')] = views(
          context,
          events,
        );
        return { closed, opened };
      },
    ),
  changeMargin: (user, request, key) =>
    submitOwn(
      { user, key, input: { changeMargin: request } },
      request.id,
      (context, market) => [changeMargin(context.terms(market), context.account, request, context.marks)],
      first,
    ),
  amend: (user, request, key) =>
    submitOwn(
      { user, key, input: { amend: request } },
      request.id,
      (context, market) =>
        amendOrder(context.terms(market), context.account, context.house, request, context),
      first,
    ),
});

/** User requests, each submitted to the engine as one command. */
export function createOrders(deps: ContractsDeps, engine: ContractEngine): Orders {
  const submitter = submitterOf(deps, engine);
  return { ...openingOrders(submitter), ...changes(submitter) };
}

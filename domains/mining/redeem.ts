import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { format, negate, plus, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { interestKey, userKey } from './deps.ts';
import type { MiningDeps } from './deps.ts';
import { payNextDay, receiptOf } from './pay.ts';
import { releaseSold } from './product-store.ts';
import { isDue, redemptionOf, unpaidDays, yieldOf } from './rules.ts';
import type { Redemption } from './rules.ts';
import { lockOrder, orderOfUser, paidDaysOf, writeOrders } from './store.ts';
import type { Order } from './types.ts';

/** Which order is redeemed, and for a flexible one how much of it; without an amount all. */
export interface RedeemRequest {
  readonly userId: UserId;
  readonly id: number;
  readonly amount?: Amount | undefined;
}

/** What a request redeems of an order. Refuses `amount_too_precise` and `mining_redeem_amount`. */
function partOf(order: Order, wanted: Amount | undefined): Amount {
  if (wanted === undefined) return order.principal;
  if (roundDown(wanted, order.decimals) !== wanted)
    refuse('amount_too_precise', { decimals: order.decimals });
  if (wanted > order.principal || (order.days > 0 && wanted !== order.principal))
    return refuse('mining_redeem_amount', { max: format(order.principal) });
  return wanted;
}

/** Books a redemption: principal and penalty of the user, penalty and released reserve of the interest account. */
async function bookRedemption(
  { ctx, ledger }: MiningDeps,
  tx: Tx,
  order: Order,
  { part, penalty, arrives, released }: Redemption,
): Promise<void> {
  const back = plus(penalty, released);
  await ledger.post(tx, {
    key: `mining:redeem:${order.id}:${order.redemptions + 1}`,
    kind: 'mining:redeemed',
    reference: String(order.id),
    at: ctx.clock.now(),
    entries: [
      { ...userKey(order), ...(arrives === 0n ? {} : { available: arrives }), held: negate(part) },
      ...(back === 0n
        ? []
        : [
            {
              ...interestKey(order),
              available: back,
              ...(released === 0n ? {} : { held: negate(released) }),
            },
          ]),
    ],
  });
}

async function notifyRedeemed(
  deps: MiningDeps,
  tx: Tx,
  order: Order,
  { part, penalty, arrives }: Redemption,
): Promise<void> {
  const paid = await paidDaysOf(tx, [order.id]);
  const { code } = await deps.ledger.currency(tx, order.currencyId);
  const number = order.redemptions + 1;
  await deps.proofs.leave(tx, [
    receiptOf(order, {
      principal: part,
      number,
      closedMs: deps.ctx.clock.now(),
      paid: paid.get(order.id) ?? [],
      currency: code,
    }),
  ]);
  await deps.messages.notifyAll(tx, [
    {
      user: order.userId,
      kind: 'mining:redeemed',
      values: { amount: format(arrives), penalty: format(penalty), currency: code },
      key: `mining:${order.id}:redeemed:${number}`,
    },
  ]);
}

/**
 * Redeems an order of the user in one transaction: pays every yield that is due, then returns the principal less the penalty.
 * An order that has reached its expiry matures instead. Refuses `mining_order_unknown`, `mining_order_ended`,
 * `mining_redeem_amount`, `amount_too_precise`, `clock_untrusted`; nothing has changed then.
 */
export async function redeem(deps: MiningDeps, tx: Tx, request: RedeemRequest): Promise<Order> {
  const { ctx } = deps;
  if (!ctx.clock.isTrusted()) refuse('clock_untrusted');
  let order = (await lockOrder(tx, request.userId, request.id)) ?? refuse('mining_order_unknown');
  if (order.outcome !== undefined) refuse('mining_order_ended');
  const part = partOf(order, request.amount);
  const now = ctx.clock.now();
  while (isDue(order, now)) {
    const [paid] = await payNextDay(deps, tx, [order]);
    order = paid ?? refuse('internal_error');
  }
  if (order.outcome !== undefined) return order;
  const redemption = redemptionOf(order, part, now);
  const isOver = redemption.principal === 0n;
  await releaseSold(tx, new Map([[order.productId, part]]));
  await bookRedemption(deps, tx, order, redemption);
  await notifyRedeemed(deps, tx, order, redemption);
  const [after] = await writeOrders(tx, [
    {
      ...order,
      principal: redemption.principal,
      daily: redemption.daily,
      reservedDays: redemption.reservedDays,
      nextMs: isOver ? undefined : order.nextMs,
      redemptions: order.redemptions + 1,
      returned: plus(order.returned, redemption.arrives),
      penalty: plus(order.penalty, redemption.penalty),
      outcome: isOver ? 'redeemed' : undefined,
      closedMs: isOver ? now : undefined,
    },
  ]);
  return after ?? refuse('internal_error');
}

/** What a redemption at this moment would bring. */
export interface RedemptionPreview {
  readonly part: Amount;
  readonly daysLeft: number;
  readonly penalty: Amount;
  readonly arrives: Amount;
  readonly interest: Amount;
  readonly forgone: Amount;
  readonly due: Amount;
}

/** Previews a redemption without locks: the same rules on the order as it is. Refuses as `redeem` does. */
export async function previewRedemption(
  { ctx }: MiningDeps,
  { userId, id, amount: wanted }: RedeemRequest,
): Promise<RedemptionPreview> {
  const order = (await orderOfUser(ctx.db, userId, id)) ?? refuse('mining_order_unknown');
  if (order.outcome !== undefined) refuse('mining_order_ended');
  const part = partOf(order, wanted);
  const now = ctx.clock.now();
  const { daysLeft, penalty, arrives } = redemptionOf(order, part, now);
  const due = unpaidDays(order, now);
  const left = order.days === 0 ? 0 : order.days - order.daysPaid - due;
  return {
    part,
    daysLeft,
    penalty,
    arrives,
    interest: order.interest,
    forgone: yieldOf(order.daily, left),
    due: yieldOf(order.daily, due),
  };
}

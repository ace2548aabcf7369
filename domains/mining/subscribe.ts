import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { dailyYield } from '@karat/rules';
import { ZERO, format, minus, negate, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { interestKey, userKey } from './deps.ts';
import type { MiningDeps } from './deps.ts';
import { addSold, lockProduct, openPrincipal } from './product-store.ts';
import { remainingOf, reserveFor } from './rules.ts';
import { insertOrder } from './store.ts';
import type { Order, Product } from './types.ts';

export interface Subscription {
  readonly userId: UserId;
  readonly productId: number;
  readonly amount: Amount;
  /** By the standing instruction of the user. */
  readonly auto?: boolean;
  /** Unix ms; now, but for demonstrations. */
  readonly openedMs?: number;
}

/** Refuses `mining_not_open` and `mining_vip_only` unless the user may buy the product at `now`. */
export async function checkOffer(
  deps: MiningDeps,
  tx: Tx,
  product: Product,
  user: UserId,
  now: number,
): Promise<void> {
  const isOver = product.closesMs !== undefined && now >= product.closesMs;
  if (now < product.opensMs || isOver) refuse('mining_not_open');
  if (product.vipOnly && (await deps.vipLevelOf(tx, user)) === 0) refuse('mining_vip_only');
}

/** Refuses amounts below the minimum of an order or above what the user or the product has left. */
function checkLimits(product: Product, own: Amount, wanted: Amount, code: string): void {
  if (wanted < product.orderMin) refuse('mining_minimum', { min: format(product.orderMin), currency: code });
  const left = minus(product.userMax, own);
  if (wanted > left) refuse('mining_maximum', { max: format(left > 0n ? left : ZERO), currency: code });
  if (wanted > remainingOf(product)) refuse('mining_sold_out');
}

/**
 * Holds the principal in the user's account and the yield of all covered days in the interest account, in one journal. Refuses
 * `insufficient_balance` and, where the interest account does not cover the yield, `mining_sold_out`.
 */
async function holdBoth(
  { ledger }: MiningDeps,
  tx: Tx,
  order: Order,
  reserve: Amount,
  code: string,
): Promise<void> {
  const [user, interest] = [userKey(order), interestKey(order)];
  const batch = await ledger.openBatch(tx, [interest, user]);
  if (batch.available(user.account, user.currency) < order.amount)
    refuse('insufficient_balance', { currency: code });
  if (batch.available(interest.account, interest.currency) < reserve) refuse('mining_sold_out');
  batch.post({
    key: `mining:open:${order.id}`,
    kind: 'mining:opened',
    reference: String(order.id),
    at: order.openedMs,
    entries: [
      { ...user, available: negate(order.amount), held: order.amount },
      ...(reserve > 0n ? [{ ...interest, available: negate(reserve), held: reserve }] : []),
    ],
  });
  await batch.close();
}

/**
 * Buys a product: checks every limit under the lock of the product, copies its terms into an order, and holds principal and
 * yield. Locks in one order: product, balances. Refuses what the contract lists for `lh/deposit`.
 */
export async function subscribe(deps: MiningDeps, tx: Tx, request: Subscription): Promise<Order> {
  const { ctx, ledger } = deps;
  if (!ctx.clock.isTrusted()) refuse('clock_untrusted');
  const now = request.openedMs ?? ctx.clock.now();
  const product = (await lockProduct(tx, request.productId)) ?? refuse('mining_product_unknown');
  await checkOffer(deps, tx, product, request.userId, now);
  const currency = await ledger.currency(tx, product.currencyId);
  if (!currency.enabled) refuse('currency_disabled');
  const { amount: wanted } = request;
  if (roundDown(wanted, currency.decimals) !== wanted)
    refuse('amount_too_precise', { decimals: currency.decimals });
  const own = (await openPrincipal(tx, request.userId)).get(product.id) ?? ZERO;
  checkLimits(product, own, wanted, currency.code);
  await addSold(tx, product.id, wanted);
  const order = await insertOrder(tx, {
    ...product,
    userId: request.userId,
    productId: product.id,
    decimals: currency.decimals,
    amount: wanted,
    daily: dailyYield(wanted, product.rate, currency.decimals),
    auto: request.auto === true,
    openedMs: now,
  });
  await holdBoth(deps, tx, order, reserveFor(wanted, product, currency.decimals), currency.code);
  return order;
}

/** What a user's open orders and the interest account leave for another order. */
export async function headroom(
  { ledger }: MiningDeps,
  tx: Tx,
  user: UserId,
  product: Product,
): Promise<{ available: Amount; own: Amount; free: Amount; decimals: number }> {
  const [interest, account] = [
    interestKey(product),
    userKey({ userId: user, currencyId: product.currencyId }),
  ];
  const { decimals } = await ledger.currency(tx, product.currencyId);
  return {
    available: (await ledger.balance(tx, account.account, account.currency)).available,
    own: (await openPrincipal(tx, user)).get(product.id) ?? ZERO,
    free: (await ledger.balance(tx, interest.account, interest.currency)).available,
    decimals,
  };
}

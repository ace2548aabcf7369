import { Refusal, refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { format } from '@karat/money';
import { checkOffer, headroom, subscribe } from './subscribe.ts';
import type { MiningDeps } from './deps.ts';
import { claimAuto, endAuto, readProduct, writeAuto } from './product-store.ts';
import { autoAmount, nextMidnight } from './rules.ts';
import type { Product } from './types.ts';

/**
 * Switches the daily subscription of the idle balance to a flexible product on or off; another product of the currency is
 * replaced. Refuses `mining_product_unknown`, `mining_fixed`, `mining_not_open`, `mining_vip_only`.
 */
export async function setAuto(
  deps: MiningDeps,
  user: UserId,
  productId: number,
  enabled: boolean,
): Promise<Product> {
  const { ctx } = deps;
  return ctx.db.transact(async (tx) => {
    const product = (await readProduct(tx, productId)) ?? refuse('mining_product_unknown');
    if (product.days > 0) refuse('mining_fixed');
    const now = ctx.clock.now();
    if (enabled) {
      await checkOffer(deps, tx, product, user, now);
      await writeAuto(tx, user, product.currencyId, { product: product.id, nextMs: nextMidnight(now) });
    } else await endAuto(tx, user, product.id);
    return product;
  });
}

/** Subscribes what one due instruction finds idle; `isSkipped` moves it to the next day without an order. */
const runOne = (deps: MiningDeps, isSkipped: boolean): Promise<number> =>
  deps.ctx.db.transact(async (tx) => {
    const now = deps.ctx.clock.now();
    const due = await claimAuto(tx, now, nextMidnight(now));
    if (!due) return 0;
    const product = await readProduct(tx, due.productId);
    if (!product || isSkipped || deps.isStopped()) return 1;
    const amount = autoAmount(product, await headroom(deps, tx, due.userId, product));
    if (amount === undefined) return 1;
    const order = await subscribe(deps, tx, {
      userId: due.userId,
      productId: due.productId,
      amount,
      auto: true,
    });
    const { code } = await deps.ledger.currency(tx, order.currencyId);
    await deps.messages.notifyAll(tx, [
      {
        user: due.userId,
        kind: 'mining:subscribed',
        values: { amount: format(order.amount), currency: code },
        key: `mining:${order.id}:subscribed`,
      },
    ]);
    return 1;
  });

/**
 * Runs one due instruction, claim and order in one transaction; returns 0 where none is due. One that is refused (sold out in
 * the meantime, closed, without rights) waits for the next day.
 */
export async function runAuto(deps: MiningDeps): Promise<number> {
  try {
    return await runOne(deps, false);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return runOne(deps, true);
  }
}

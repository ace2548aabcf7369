import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import type { Currency } from '@karat/domains/ledger';
import type { Market } from '@karat/domains/market';
import { format, negate } from '@karat/money';
import type { Rate } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { symbolOf } from './deps.ts';
import type { DualDeps } from './deps.ts';
import { insertOrder } from './order-store.ts';
import { boughtShares, findProduct, takeShares } from './product-store.ts';
import { daysUntil, hongKongDate, payoutsOf, principalOf, reservesOf, saleStateAt } from './rules.ts';
import type { Order, Product } from './types.ts';

export interface Purchase {
  readonly userId: UserId;
  readonly productId: number;
  readonly shares: number;
  /** Terms as the user saw them; others refuse. */
  readonly expected?: { readonly days: number | undefined; readonly apr: Rate | undefined };
}

/** Refuses while the index that will settle the order is not sound: the strike could be known to be wrong. */
function checkMarket({ ctx, market: data }: DualDeps, market: Market): void {
  if (data.state(market.id) !== 'open' || !ctx.clock.isTrusted()) refuse('market_halted');
  const index = data.index(market.id);
  if (index?.broken === true) refuse('index_broken');
  if (!index || index.stale) refuse('index_stale');
}

function checkSale(product: Product, now: number): void {
  switch (saleStateAt(product, now)) {
    case 'open':
      return;
    case 'sold_out':
      return refuse('dual_sold_out', { left: 0 });
    case 'coming':
    case 'ended':
      return refuse('dual_not_open');
  }
}

function checkExpected(product: Product, days: number, expected: Purchase['expected']): void {
  const differs =
    (expected?.days !== undefined && expected.days !== days) ||
    (expected?.apr !== undefined && expected.apr !== product.apr);
  if (differs) refuse('dual_terms_changed');
}

/** Takes the shares; the holder of the product's row lock sees all shares that the user bought before. */
async function takeWithinLimits(tx: Tx, found: Product, { userId, shares }: Purchase): Promise<Product> {
  const product = await takeShares(tx, found.id, shares);
  if (!product) return refuse('dual_sold_out', { left: Math.max(0, found.totalShares - found.soldShares) });
  const bought = (await boughtShares(tx, userId, [product.id])).get(product.id) ?? 0;
  if (bought + shares > product.userMaxShares)
    refuse('dual_user_limit', {
      max: product.userMaxShares,
      left: Math.max(0, product.userMaxShares - bought),
    });
  return product;
}

interface Pair {
  readonly coin: Currency;
  readonly quote: Currency;
}

/**
 * Sets the principal aside in the user's account, and in the house's account what the order may cost in either currency. The
 * balances are locked, so that two purchases never use the same cover. Refuses `insufficient_balance` and `dual_uncovered`.
 */
async function hold({ ledger }: DualDeps, tx: Tx, order: Order, { coin, quote }: Pair): Promise<void> {
  const paying = order.type === 'call' ? coin : quote;
  const user = { account: userAccount(order.userId, 'change'), currency: paying.id };
  const house = houseAccount('dual');
  const reserves = reservesOf(order);
  const batch = await ledger.openBatch(tx, [
    user,
    { account: house, currency: coin.id },
    { account: house, currency: quote.id },
  ]);
  if (batch.available(user.account, user.currency) < order.principal)
    refuse('insufficient_balance', { currency: paying.code });
  const isCovered =
    batch.available(house, coin.id) >= reserves.coin && batch.available(house, quote.id) >= reserves.quote;
  if (!isCovered) refuse('dual_uncovered');
  const entries = [
    { ...user, available: negate(order.principal), held: order.principal },
    { account: house, currency: coin.id, available: negate(reserves.coin), held: reserves.coin },
    { account: house, currency: quote.id, available: negate(reserves.quote), held: reserves.quote },
  ].filter(({ held }) => held !== 0n);
  batch.post({
    key: `dual:purchase:${order.id}`,
    kind: 'dual:purchase',
    reference: String(order.id),
    at: order.purchasedMs,
    entries,
  });
  await batch.close();
}

/**
 * Buys whole shares of a product with its terms of this moment. Locks the product, then balances. Refuses what the contract
 * lists for `dual/buyDual`; nothing has changed then.
 */
export async function buy(deps: DualDeps, tx: Tx, purchase: Purchase): Promise<Order> {
  const { ctx, ledger, market: data, messages } = deps;
  const now = ctx.clock.now();
  const found = (await findProduct(tx, purchase.productId)) ?? refuse('dual_product_unknown');
  checkSale(found, now);
  const market = data.instruments.need(found.marketId);
  checkMarket(deps, market);
  const pair = {
    coin: await ledger.currency(tx, market.base),
    quote: await ledger.currency(tx, market.quote),
  };
  const disabled = [pair.coin, pair.quote].find(({ enabled }) => !enabled);
  if (disabled) refuse('currency_disabled', { currency: disabled.code });
  const product = await takeWithinLimits(tx, found, purchase);
  // Terms may have changed between the read and the lock.
  checkSale({ ...product, soldShares: 0 }, now);
  const days = daysUntil(product.maturityMs, now);
  checkExpected(product, days, purchase.expected);
  const terms = {
    type: product.type,
    principal: principalOf(product.sharePrice, purchase.shares),
    strike: product.strike,
    days,
    apr: product.apr,
    coinDecimals: pair.coin.decimals,
    quoteDecimals: pair.quote.decimals,
  };
  const order = await insertOrder(tx, {
    ...terms,
    ...payoutsOf(terms),
    userId: purchase.userId,
    productId: product.id,
    marketId: product.marketId,
    coinId: pair.coin.id,
    quoteId: pair.quote.id,
    shares: purchase.shares,
    purchasedMs: now,
    maturityMs: product.maturityMs,
  });
  await hold(deps, tx, order, pair);
  await messages.notify(tx, {
    user: order.userId,
    kind: 'dual:purchased',
    values: {
      symbol: symbolOf(deps, order.marketId),
      amount: format(order.principal),
      currency: (order.type === 'call' ? pair.coin : pair.quote).code,
      date: hongKongDate(order.maturityMs),
    },
    key: `dual:${order.id}:purchased`,
  });
  return order;
}

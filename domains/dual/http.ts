import { pageReply, refuse } from '@karat/contract';
import type { Contract, CurrencyId, Reply, UserId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import { format } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { buy } from './buy.ts';
import { consoleHandlers } from './operator.ts';
import type { DualDeps } from './deps.ts';
import { orderOfUser, ordersOfUser } from './order-store.ts';
import type { OrderState } from './order-store.ts';
import { boughtShares, findProduct, productsForSale } from './product-store.ts';
import { breakEvenOf, daysUntil, payoutsOf, percentOf, principalOf, rateOfPercent } from './rules.ts';
import { keyText, settlementsOf } from './settlement-store.ts';
import type { Order, Product } from './types.ts';
import { orderView, productView } from './view.ts';
import type { OrderView, ProductView } from './view.ts';

type Calls = Contract['dual'];

const STATES: Readonly<Record<'0' | '1' | '2' | '3', OrderState>> = {
  0: 'failed',
  1: 'purchased',
  2: 'settling',
  3: 'success',
};

/** Products with the shares that the caller has bought of each. */
async function productViews(
  { ctx, market }: DualDeps,
  products: readonly Product[],
  user: UserId | undefined,
): Promise<ProductView[]> {
  const ids = products.map(({ id }) => id);
  const bought = user === undefined ? undefined : await boughtShares(ctx.db, user, ids);
  const now = ctx.clock.now();
  return products.map((product) =>
    productView(product, market.instruments.need(product.marketId), bought?.get(product.id) ?? 0, now),
  );
}

async function orderViews({ ctx, market }: DualDeps, orders: readonly Order[]): Promise<OrderView[]> {
  const settlements = await settlementsOf(ctx.db, orders);
  const now = ctx.clock.now();
  return orders.map((order) =>
    orderView(order, market.instruments.need(order.marketId), settlements.get(keyText(order)), now),
  );
}

const marketsOfCoin = ({ market }: DualDeps, coin: CurrencyId | undefined) =>
  market.instruments
    .all()
    .filter(({ base }) => coin === undefined || base === coin)
    .map(({ id }) => id);

async function needProduct({ ctx }: DualDeps, id: number): Promise<Product> {
  return (await findProduct(ctx.db, id)) ?? refuse('dual_product_unknown');
}

/** Both outcomes of a purchase at this moment. */
async function preview(
  deps: DualDeps,
  user: UserId | undefined,
  { id, num: shares }: { readonly id: number; readonly num: number },
): Promise<Reply<Calls['dual/preview']>> {
  const { ctx, ledger, market: data } = deps;
  const product = await needProduct(deps, id);
  if (shares > product.userMaxShares)
    refuse('dual_user_limit', { max: product.userMaxShares, left: product.userMaxShares });
  const market = data.instruments.need(product.marketId);
  const coin = await ledger.currency(ctx.db, market.base);
  const quote = await ledger.currency(ctx.db, market.quote);
  const { type } = product;
  const paying = type === 'call' ? coin : quote;
  const terms = {
    ...product,
    principal: principalOf(product.sharePrice, shares),
    days: Math.max(0, daysUntil(product.maturityMs, ctx.clock.now())),
    coinDecimals: coin.decimals,
    quoteDecimals: quote.decimals,
  };
  const payouts = payoutsOf(terms);
  const balance =
    user === undefined ? undefined : await ledger.balance(ctx.db, userAccount(user, 'change'), paying.id);
  const index = data.index(market.id);
  return {
    id,
    num: shares,
    amount: format(terms.principal),
    pay_currency_name: paying.code,
    available: balance ? format(balance.available) : null,
    days: terms.days,
    apr: format(percentOf(product.apr)),
    linked_price: format(product.strike),
    now_price: index ? format(index.price) : null,
    coin_payout: format(payouts.coinPayout),
    legal_payout: format(payouts.quotePayout),
    break_even: format(breakEvenOf({ ...terms, ...payouts })),
  };
}

/** Answers the calls of dual currency; users see only their own orders. */
export const dualHandlers = (deps: DualDeps): Handlers<Calls> => ({
  ...consoleHandlers(deps),
  'dual/index': async ({ input, caller }) => {
    const filter = {
      markets: marketsOfCoin(deps, input.currency_id),
      type: input.type,
      now: deps.ctx.clock.now(),
    };
    const { rows, total } = await productsForSale(deps.ctx.db, filter, input);
    return pageReply(await productViews(deps, rows, caller?.userId), total, input.page, input.limit);
  },
  'dual/detail': async ({ input, caller }) => {
    const [view] = await productViews(deps, [await needProduct(deps, input.id)], caller?.userId);
    return view ?? refuse('dual_product_unknown');
  },
  'dual/preview': ({ input, caller }) => preview(deps, caller?.userId, input),
  'dual/buyDual': async ({ input, caller, tx }) => {
    const order = await buy(deps, tx, {
      userId: caller.userId,
      productId: input.id,
      shares: input.num,
      expected: { days: input.days, apr: input.apr === undefined ? undefined : rateOfPercent(input.apr) },
    });
    return orderView(order, deps.market.instruments.need(order.marketId), undefined, deps.ctx.clock.now());
  },
  'dual/dual_list': async ({ input, caller }) => {
    const filter = {
      state: input.status === undefined ? undefined : STATES[input.status],
      now: deps.ctx.clock.now(),
    };
    const { rows, total } = await ordersOfUser(deps.ctx.db, caller.userId, filter, input);
    return pageReply(await orderViews(deps, rows), total, input.page, input.limit);
  },
  'dual/order': async ({ input, caller }) => {
    const order = (await orderOfUser(deps.ctx.db, caller.userId, input.id)) ?? refuse('dual_order_unknown');
    const [view] = await orderViews(deps, [order]);
    return view ?? refuse('dual_order_unknown');
  },
});

import { MINING_STATUS, pageReply, refuse } from '@karat/contract';
import type { Contract, UserId } from '@karat/contract';
import { ZERO } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { boostsOfOrders } from './boost-store.ts';
import { setAuto } from './auto.ts';
import { RECEIPT_KIND } from './deps.ts';
import type { MiningDeps } from './deps.ts';
import { readOffered } from './offered.ts';
import { consoleHandlers } from './operator.ts';
import { openPrincipal, readAuto, readProduct, readProducts } from './product-store.ts';
import { previewRedemption, redeem } from './redeem.ts';
import type { RedeemRequest } from './redeem.ts';
import { yesterdayOf } from './rules.ts';
import { lockOrder, orderOfUser, readAccruals, readOrders } from './store.ts';
import { subscribe } from './subscribe.ts';
import { readTotals } from './totals-store.ts';
import type { Order, Product } from './types.ts';
import { accrualView, offerView, orderView, previewView, totalsView } from './view.ts';
import type { OfferView, OrderView } from './view.ts';

type Calls = Contract['mining'];

/** Products as the caller sees them. */
async function offersOf(
  deps: MiningDeps,
  user: UserId | undefined,
  products: readonly Product[],
): Promise<OfferView[]> {
  const { db } = deps.ctx;
  const offered = await readOffered(deps);
  const principal = user && (await openPrincipal(db, user));
  const auto = user && (await readAuto(db, user));
  return products.map((product) =>
    offerView(
      product,
      offered(product.currencyId),
      principal && {
        principal: principal.get(product.id) ?? ZERO,
        autoProduct: auto?.get(product.currencyId),
      },
    ),
  );
}

const STATE_ORDER = { open: 0, sold_out: 1, upcoming: 2, ended: 3 } as const;

async function viewsOf(deps: MiningDeps, user: UserId, orders: readonly Order[]): Promise<OrderView[]> {
  const { ctx, ledger, proofs } = deps;
  const codes = new Map((await ledger.currencies(ctx.db)).map(({ id, code }) => [id, code]));
  const receipts = await proofs.newest(
    ctx.db,
    user,
    RECEIPT_KIND,
    orders.filter(({ redemptions }) => redemptions > 0).map(({ id }) => String(id)),
  );
  const boosts = await boostsOfOrders(
    ctx.db,
    orders.map(({ id }) => id),
  );
  return orders.map((order) =>
    orderView(order, codes.get(order.currencyId) ?? '', {
      receipt: receipts.get(String(order.id)),
      boost: boosts.get(order.id),
    }),
  );
}

async function viewOf(deps: MiningDeps, user: UserId, order: Order): Promise<OrderView> {
  const [view] = await viewsOf(deps, user, [order]);
  return view ?? refuse('internal_error');
}

/** Redeems an order of the wanted sort; the other sort has a call of its own. */
async function redeemOf(
  deps: MiningDeps,
  tx: Tx,
  sort: 'fixed' | 'flexible',
  request: RedeemRequest,
): Promise<OrderView> {
  const order = (await lockOrder(tx, request.userId, request.id)) ?? refuse('mining_order_unknown');
  if (sort === 'fixed' && order.days === 0) refuse('mining_flexible');
  if (sort === 'flexible' && order.days > 0) refuse('mining_fixed');
  const { code } = await deps.ledger.currency(tx, order.currencyId);
  const after = await redeem(deps, tx, request);
  const receipts = await deps.proofs.newest(tx, request.userId, RECEIPT_KIND, [String(order.id)]);
  const boosts = await boostsOfOrders(tx, [order.id]);
  return orderView(after, code, { receipt: receipts.get(String(order.id)), boost: boosts.get(order.id) });
}

/** Answers the calls of Earn; users see only what is their own. */
export const miningHandlers = (deps: MiningDeps): Handlers<Calls> => ({
  ...consoleHandlers(deps),
  'lh/deposit/config': async ({ input, caller }) => {
    const products = (await readProducts(deps.ctx.db)).filter(
      ({ category }) => input.category === undefined || category === input.category,
    );
    const offers = await offersOf(deps, caller?.userId, products);
    return offers.toSorted((a, b) => STATE_ORDER[a.state] - STATE_ORDER[b.state]);
  },
  'lh/deposit/product': async ({ input, caller }) => {
    const product = (await readProduct(deps.ctx.db, input.id)) ?? refuse('mining_product_unknown');
    const [offer] = await offersOf(deps, caller?.userId, [product]);
    return offer ?? refuse('internal_error');
  },
  'lh/deposit/order': async ({ input, caller }) => {
    const isOpen = input.status === undefined ? undefined : input.status === MINING_STATUS.open;
    const filter = { user: caller.userId, product: undefined, isOpen };
    const { rows, total } = await readOrders(deps.ctx.db, filter, input);
    return pageReply(await viewsOf(deps, caller.userId, rows), total, input.page, input.limit);
  },
  'lh/deposit/order_detail': async ({ input, caller }) => {
    const order = await orderOfUser(deps.ctx.db, caller.userId, input.id);
    return viewOf(deps, caller.userId, order ?? refuse('mining_order_unknown'));
  },
  'lh/deposit/order_accruals': async ({ input, caller }) => {
    const { db } = deps.ctx;
    if (!(await orderOfUser(db, caller.userId, input.id))) return refuse('mining_order_unknown');
    const { rows, total } = await readAccruals(db, input.id, input);
    return pageReply(rows.map(accrualView), total, input.page, input.limit);
  },
  'lh/deposit/order_preview': async ({ input, caller }) =>
    previewView(await previewRedemption(deps, { userId: caller.userId, id: input.id, amount: input.amount })),
  'lh/deposit/totals': async ({ caller }) => {
    const { ctx, ledger } = deps;
    const totals = await readTotals(ctx.db, caller.userId, yesterdayOf(ctx.clock.now()));
    const codes = new Map((await ledger.currencies(ctx.db)).map(({ id, code }) => [id, code]));
    return totals.map((row) => totalsView(row, codes.get(row.currencyId) ?? ''));
  },
  'lh/deposit': async ({ input, caller, tx }) => {
    const { config_id: productId, amount } = input;
    const order = await subscribe(deps, tx, { userId: caller.userId, productId, amount });
    const { code } = await deps.ledger.currency(tx, order.currencyId);
    return orderView(order, code, {});
  },
  'lh/deposit/order/cancel': ({ input, caller, tx }) =>
    redeemOf(deps, tx, 'fixed', { userId: caller.userId, id: input.id }),
  'lh/deposit/redeem': ({ input, caller, tx }) =>
    redeemOf(deps, tx, 'flexible', { userId: caller.userId, id: input.id, amount: input.amount }),
  'lh/deposit/auto': async ({ input, caller }) => {
    const product = await setAuto(deps, caller.userId, input.config_id, input.enabled);
    const [offer] = await offersOf(deps, caller.userId, [product]);
    return offer ?? refuse('internal_error');
  },
});

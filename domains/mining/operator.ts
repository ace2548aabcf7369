import { MINING_STATUS, pageReply, refuse } from '@karat/contract';
import type { Contract, CurrencyId, Read, Reply } from '@karat/contract';
import { houseAccount } from '@karat/domains/ledger';
import { expiryOf } from '@karat/rules';
import { change, fact, momentText, requestApproval } from '@karat/domains/operators';
import type { ApprovalKinds, Change, Payload, Present } from '@karat/domains/operators';
import { ZERO, format } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import type { MiningDeps } from './deps.ts';
import { readOffered } from './offered.ts';
import { insertProduct, lockProduct, readProduct, readProducts, writeTerms } from './product-store.ts';
import { readOrders } from './store.ts';
import { termsOf, termsPayload } from './terms.ts';
import { readOpenOrders, readOwed } from './totals-store.ts';
import type { Owed } from './totals-store.ts';
import type { Order, Product, ProductTerms } from './types.ts';
import { percentOf, productView } from './view.ts';

type Calls = Contract['mining'];
type ConsoleCalls = Extract<keyof Calls, `console/${string}`>;

const PRODUCT = 'mining product';
const TERMS = 'mining terms';

const timeText = (ms: number | undefined): string => (ms === undefined ? 'none' : momentText(ms));
const termText = ({ category, days }: Pick<ProductTerms, 'category' | 'days'>): string =>
  days === 0 ? 'flexible' : `${category}, ${days} days`;

/** Terms of a product before and after; without a product before, all are new. */
function changesOf(before: Product | undefined, after: ProductTerms): Change[] {
  const row = (label: string, of: (terms: ProductTerms) => string): Change =>
    change(label, before ? of(before) : null, of(after));
  return [
    row('Daily rate', ({ rate }) => `${percentOf(rate)} %`),
    row('Penalty per remaining day', ({ penaltyRatio }) => `${percentOf(penaltyRatio)} %`),
    row('Minimum per order', ({ orderMin }) => format(orderMin)),
    row('Maximum per user', ({ userMax }) => format(userMax)),
    row('Total cap', ({ totalMax }) => format(totalMax)),
    row('VIP only', ({ vipOnly }) => (vipOnly ? 'yes' : 'no')),
    row('Opens', ({ opensMs }) => timeText(opensMs)),
    row('Closes', ({ closesMs }) => timeText(closesMs)),
  ];
}

async function currencyOf({ ledger }: MiningDeps, db: Queries, payload: Payload) {
  const id = Number(payload['currency_id']);
  return (await ledger.currencies(db)).find((one) => one.id === id) ?? refuse('currency_unknown');
}

const presentProduct =
  (deps: MiningDeps): Present =>
  async (db, payload) => {
    const currency = await currencyOf(deps, db, payload);
    const terms = termsOf(payload, currency.decimals);
    return {
      title: 'Add an Earn product',
      subject: `${currency.code}, ${termText(terms)}`,
      changes: [
        fact('Currency', currency.code),
        fact('Term', termText(terms)),
        ...changesOf(undefined, terms),
      ],
    };
  };

const presentTerms =
  (deps: MiningDeps): Present =>
  async (db, payload) => {
    const currency = await currencyOf(deps, db, payload);
    const before = (await readProduct(db, Number(payload['id']))) ?? refuse('mining_product_unknown');
    return {
      title: 'Change the terms of an Earn product',
      subject: `${currency.code}, ${termText(before)} (product ${before.id})`,
      changes: changesOf(before, termsOf(payload, currency.decimals)),
    };
  };

/** What two operators decide: products and terms for later orders. */
export const miningApprovals = (deps: MiningDeps): ApprovalKinds => ({
  [PRODUCT]: {
    present: presentProduct(deps),
    execute: async (tx, payload) => {
      const { decimals } = await currencyOf(deps, tx, payload);
      await insertProduct(tx, termsOf(payload, decimals));
    },
  },
  [TERMS]: {
    present: presentTerms(deps),
    execute: async (tx, payload) => {
      const { decimals } = await currencyOf(deps, tx, payload);
      const product = (await lockProduct(tx, Number(payload['id']))) ?? refuse('mining_product_unknown');
      await writeTerms(tx, product.id, termsOf(payload, decimals));
    },
  },
});

/** The payload of a change: the product's key with the wanted terms. */
async function changedPayload(
  deps: MiningDeps,
  input: Read<Calls['console/mining_terms']>,
): Promise<Payload> {
  const { db } = deps.ctx;
  const product = (await readProduct(db, input.id)) ?? refuse('mining_product_unknown');
  const key = { currency_id: product.currencyId, category: product.category, day: product.days };
  return { ...termsPayload({ ...input, ...key }, product.opensMs), id: product.id };
}

type OrderRow = Reply<Calls['console/mining_orders']>['data'][number];

const orderRow = (order: Order, code: string): OrderRow => ({
  id: order.id,
  uid: order.userId,
  config_id: order.productId,
  currency_name: code,
  category: order.category,
  day: order.days,
  interest_rate: percentOf(order.rate),
  penalty_ratio: percentOf(order.penaltyRatio),
  amount: format(order.amount),
  principal: format(order.principal),
  interest: format(order.interest),
  penalty: format(order.penalty),
  days_paid: order.daysPaid,
  status: order.outcome === undefined ? MINING_STATUS.open : MINING_STATUS.ended,
  end: order.outcome ?? null,
  created_ms: order.openedMs,
  end_ms: expiryOf(order) ?? null,
  next_ms: order.nextMs ?? null,
  closed_ms: order.closedMs ?? null,
});

const NOTHING_OWED: Omit<Owed, 'currencyId'> = {
  owed: ZERO,
  orders: 0,
  principal: ZERO,
  day: ZERO,
  week: ZERO,
  overdueMs: undefined,
};

/** The interest account against what open orders will still earn, in every currency that has either or a product. */
async function coverage({ ctx, ledger }: MiningDeps): Promise<Reply<Calls['console/mining_coverage']>> {
  const balances = await ledger.balances(ctx.db, [houseAccount('interest')]);
  const owed = await readOwed(ctx.db, ctx.clock.now());
  const products = await readProducts(ctx.db);
  const concerned = new Set<CurrencyId>([
    ...balances.map(({ currency }) => currency),
    ...owed.map(({ currencyId }) => currencyId),
    ...products.map(({ currencyId }) => currencyId),
  ]);
  return (await ledger.currencies(ctx.db))
    .filter(({ id }) => concerned.has(id))
    .map(({ id, code }) => {
      const balance = balances.find(({ currency }) => currency === id);
      const own = owed.find(({ currencyId }) => currencyId === id) ?? NOTHING_OWED;
      const reserved = balance?.held ?? ZERO;
      return {
        currency_id: id,
        currency_name: code,
        available: format(balance?.available ?? ZERO),
        reserved: format(reserved),
        owed: format(own.owed),
        covered: reserved === own.owed,
        orders: own.orders,
        principal: format(own.principal),
        day: format(own.day),
        week: format(own.week),
        overdue_ms: own.overdueMs ?? null,
      };
    });
}

/** Answers the console's calls: reading, and asking for products and terms. */
export function consoleHandlers(deps: MiningDeps): Pick<Handlers<Calls>, ConsoleCalls> {
  const { ctx, ledger } = deps;
  return {
    'console/mining_products': async () => {
      const offered = await readOffered(deps);
      const orders = await readOpenOrders(ctx.db);
      return (await readProducts(ctx.db)).map((product) => ({
        ...productView(product, offered(product.currencyId)),
        orders: orders.get(product.id) ?? 0,
        sold: format(product.sold),
      }));
    },
    'console/mining_product': async ({ input, caller }) => {
      const payload = termsPayload(input, ctx.clock.now());
      const currency = await currencyOf(deps, ctx.db, payload);
      const subject = `${currency.code}, ${termText(termsOf(payload, currency.decimals))}`;
      const request = {
        kind: PRODUCT,
        subject,
        payload,
        reason: input.reason,
        present: presentProduct(deps),
      };
      return ctx.db.transact((tx) => requestApproval(ctx, tx, caller, request));
    },
    'console/mining_terms': async ({ input, caller }) => {
      const payload = await changedPayload(deps, input);
      const currency = await currencyOf(deps, ctx.db, payload);
      termsOf(payload, currency.decimals);
      const subject = `${currency.code}, product ${input.id}`;
      const request = { kind: TERMS, subject, payload, reason: input.reason, present: presentTerms(deps) };
      return ctx.db.transact((tx) => requestApproval(ctx, tx, caller, request));
    },
    'console/mining_orders': async ({ input }) => {
      const codes = new Map((await ledger.currencies(ctx.db)).map(({ id, code }) => [id, code]));
      const isOpen = input.status === undefined ? undefined : input.status === MINING_STATUS.open;
      const filter = { user: input.uid, product: input.config_id, isOpen };
      const { rows, total } = await readOrders(ctx.db, filter, input);
      const views = rows.map((order) => orderRow(order, codes.get(order.currencyId) ?? ''));
      return pageReply(views, total, input.page, input.limit);
    },
    'console/mining_coverage': () => coverage(deps),
  };
}

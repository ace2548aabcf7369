import { marketId, pageReply, refuse } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { requestApproval } from '@karat/domains/operators';
import type { ApprovalKinds, Payload, Present } from '@karat/domains/operators';
import { USDT } from '@karat/domains/ledger';
import { UNIT, amount, format, price, rate, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { Handlers, OperatorCaller } from '@karat/platform/http';
import { allOrders } from './order-store.ts';
import { readDashboard } from './dashboard.ts';
import { readCurrencyCodes, symbolOf } from './deps.ts';
import type { DualDeps } from './deps.ts';
import { presentDecision, presentProduct, presentTerms } from './presentation.ts';
import { allProducts, findProduct, insertProduct, lockProduct, updateTerms } from './product-store.ts';
import type { NewProduct, ProductTerms } from './product-store.ts';
import { daysUntil, maturityOf, percentOf, rateOfPercent, saleStateAt } from './rules.ts';
import { findSettlement, writeDecision } from './settlement-store.ts';
import type { Product, SettlementKey } from './types.ts';
import { isPaidInCoin, statusOf } from './view.ts';

type Calls = Contract['dual'];

const PRODUCT = 'dual product';
const TERMS = 'dual terms';
const SOURCE = 'dual source price';
const VOID = 'dual void';
const APR_MAX = rate(10n * UNIT);
const SHARES_MAX = 1_000_000_000;

const textAt = (payload: Payload, field: string): string => String(payload[field] ?? '');
const numberAt = (payload: Payload, field: string): number => Number(payload[field]);

/** Refuses `value_invalid` where terms could not be kept: a rate out of bounds, a sale that is still on at maturity. */
function checkTerms(terms: ProductTerms & Pick<Product, 'maturityMs'>): void {
  if (terms.apr <= 0n || terms.apr > APR_MAX) refuse('value_invalid', { field: 'apr' });
  if (terms.totalShares > SHARES_MAX) refuse('value_invalid', { field: 'total_shares' });
  if (terms.userMaxShares > terms.totalShares) refuse('value_invalid', { field: 'user_max_shares' });
  if (daysUntil(terms.maturityMs, terms.saleEndMs) < 1) refuse('value_invalid', { field: 'sale_end_ms' });
}

/** A product from an approved payload. Refuses `value_invalid` with the field that is out of bounds. */
export function productOf(payload: Payload): NewProduct {
  const type = textAt(payload, 'type');
  if (type !== 'call' && type !== 'put') return refuse('value_invalid', { field: 'type' });
  const product: NewProduct = {
    marketId: marketId(numberAt(payload, 'market_id')),
    type,
    strike: price(textAt(payload, 'strike')),
    apr: rateOfPercent(amount(textAt(payload, 'apr'))),
    sharePrice: amount(textAt(payload, 'share_price')),
    totalShares: numberAt(payload, 'total_shares'),
    userMaxShares: numberAt(payload, 'user_max_shares'),
    saleStartMs: numberAt(payload, 'sale_start_ms'),
    saleEndMs: numberAt(payload, 'sale_end_ms'),
    maturityMs: maturityOf(textAt(payload, 'maturity')) ?? refuse('value_invalid', { field: 'maturity' }),
  };
  checkTerms({ ...product, enabled: true });
  if (product.saleEndMs <= product.saleStartMs) refuse('value_invalid', { field: 'sale_end_ms' });
  return product;
}

const termsOf = (payload: Payload): ProductTerms & { readonly id: number } => ({
  id: numberAt(payload, 'id'),
  apr: rateOfPercent(amount(textAt(payload, 'apr'))),
  totalShares: numberAt(payload, 'total_shares'),
  userMaxShares: numberAt(payload, 'user_max_shares'),
  saleEndMs: numberAt(payload, 'sale_end_ms'),
  enabled: payload['enabled'] === true,
});

const keyOf = (payload: Payload): SettlementKey => ({
  marketId: marketId(numberAt(payload, 'market_id')),
  maturityMs: numberAt(payload, 'maturity_ms'),
});

const decisionOf = (payload: Payload) => ({
  ...keyOf(payload),
  price: payload['price'] === undefined ? undefined : textAt(payload, 'price'),
  document: payload['source'] === undefined ? undefined : textAt(payload, 'source'),
});

/** Whether a product can be offered on its market now: a coin against USDT with outside prices, a share price that the currency can express. */
async function checkProduct(
  { ctx, ledger, market: data }: DualDeps,
  tx: Tx,
  product: NewProduct,
): Promise<void> {
  const market = data.instruments.need(product.marketId);
  if (market.kind !== 'coin' || market.quote !== USDT || market.pricing !== 'sources')
    refuse('value_invalid', { field: 'market_id' });
  const paying = await ledger.currency(tx, product.type === 'call' ? market.base : market.quote);
  if (roundDown(product.sharePrice, paying.decimals) !== product.sharePrice)
    refuse('amount_too_precise', { decimals: paying.decimals });
  if (product.saleEndMs <= ctx.clock.now()) refuse('value_invalid', { field: 'sale_end_ms' });
}

/** Adds a product after two operators have approved it. */
export async function addProduct(deps: DualDeps, tx: Tx, product: NewProduct): Promise<number> {
  await checkProduct(deps, tx, product);
  return insertProduct(tx, product, deps.ctx.clock.now());
}

async function changeTerms(tx: Tx, terms: ProductTerms & { readonly id: number }): Promise<void> {
  const product = (await lockProduct(tx, terms.id)) ?? refuse('dual_product_unknown');
  checkTerms({ ...terms, maturityMs: product.maturityMs });
  if (terms.saleEndMs <= product.saleStartMs) refuse('value_invalid', { field: 'sale_end_ms' });
  if (terms.totalShares < product.soldShares) refuse('value_invalid', { field: 'total_shares' });
  await updateTerms(tx, terms.id, terms);
}

/** What two operators decide: products, their terms for orders to come, and a settlement that the ticks cannot decide. */
export const dualApprovals = (deps: DualDeps): ApprovalKinds => {
  const now = () => deps.ctx.clock.now();
  return {
    [PRODUCT]: {
      present: presentProduct(deps, productOf),
      execute: async (tx, payload) => void (await addProduct(deps, tx, productOf(payload))),
    },
    [TERMS]: {
      present: presentTerms(deps, termsOf),
      execute: (tx, payload) => changeTerms(tx, termsOf(payload)),
    },
    [SOURCE]: {
      present: presentDecision(deps, decisionOf),
      execute: async (tx, payload) => {
        const decision = {
          basis: 'source',
          price: price(textAt(payload, 'price')),
          document: textAt(payload, 'source'),
        } as const;
        if ((await writeDecision(tx, keyOf(payload), decision, now())) === 0)
          refuse('dual_settlement_decided');
      },
    },
    [VOID]: {
      present: presentDecision(deps, decisionOf),
      execute: async (tx, payload) => {
        if ((await writeDecision(tx, keyOf(payload), { basis: 'void' }, now())) === 0)
          refuse('dual_settlement_decided');
      },
    },
  };
};

interface Question {
  readonly kind: string;
  readonly subject: string;
  readonly payload: Payload;
  readonly reason: string;
  readonly present: Present;
}

/** Calls that ask a second operator. */
function questions(deps: DualDeps) {
  const { ctx, market } = deps;
  const askFor = (caller: OperatorCaller, question: Question, check: (tx: Tx) => Promise<void>) =>
    ctx.db.transact(async (tx) => {
      await check(tx);
      return requestApproval(ctx, tx, caller, question);
    });
  /** Refuses a settlement that is not waiting for operators. */
  const checkSettling =
    (key: SettlementKey) =>
    async (tx: Tx): Promise<void> => {
      const settlement = (await findSettlement(tx, key)) ?? refuse('dual_settlement_unknown');
      if (!settlement.window || settlement.basis !== undefined) refuse('dual_settlement_decided');
    };
  const settlementSubject = ({ marketId: id, maturityMs }: SettlementKey): string =>
    `${symbolOf(deps, id)} ${new Date(maturityMs).toISOString().slice(0, 10)}`;
  return {
    'console/dual_product': ({ input, caller }) => {
      const { reason, ...values } = input;
      const payload: Payload = {
        ...values,
        strike: format(input.strike),
        apr: format(input.apr),
        share_price: format(input.share_price),
      };
      const product = productOf(payload);
      const subject = `${market.instruments.need(product.marketId).symbol} ${product.type} ${format(product.strike)}`;
      const present = presentProduct(deps, productOf);
      return askFor(caller, { kind: PRODUCT, subject, payload, reason, present }, (tx) =>
        checkProduct(deps, tx, product),
      );
    },
    'console/dual_terms': ({ input, caller }) => {
      const { reason, ...values } = input;
      const payload: Payload = { ...values, apr: format(input.apr) };
      const terms = termsOf(payload);
      const present = presentTerms(deps, termsOf);
      return askFor(
        caller,
        { kind: TERMS, subject: String(input.id), payload, reason, present },
        async (tx) => {
          const product = (await findProduct(tx, terms.id)) ?? refuse('dual_product_unknown');
          checkTerms({ ...terms, maturityMs: product.maturityMs });
          if (terms.totalShares < product.soldShares) refuse('value_invalid', { field: 'total_shares' });
        },
      );
    },
    'console/dual_source': ({ input, caller }) => {
      const { reason, source, maturity_ms: maturityMs, market_id: id } = input;
      const payload: Payload = { market_id: id, maturity_ms: maturityMs, price: format(input.price), source };
      const key = { marketId: id, maturityMs };
      const subject = settlementSubject(key);
      const present = presentDecision(deps, decisionOf);
      return askFor(caller, { kind: SOURCE, subject, payload, reason, present }, checkSettling(key));
    },
    'console/dual_void': ({ input, caller }) => {
      const key = { marketId: input.market_id, maturityMs: input.maturity_ms };
      const payload: Payload = { market_id: key.marketId, maturity_ms: key.maturityMs };
      const subject = settlementSubject(key);
      const present = presentDecision(deps, decisionOf);
      return askFor(
        caller,
        { kind: VOID, subject, payload, reason: input.reason, present },
        checkSettling(key),
      );
    },
  } satisfies Partial<Handlers<Calls>>;
}

/** Calls that look. */
function lists(deps: DualDeps) {
  const { ctx } = deps;
  const text = (value: Amount | undefined): string | null => (value === undefined ? null : format(value));
  return {
    'console/dual': () => readDashboard(deps),
    'console/dual_products': async ({ input }) => {
      const { rows, total } = await allProducts(ctx.db, input);
      const now = ctx.clock.now();
      const views = rows.map((product) => {
        const market = deps.market.instruments.need(product.marketId);
        return {
          id: product.id,
          symbol: market.symbol,
          type: product.type,
          currency_name: product.type === 'call' ? market.baseName : market.quoteName,
          strike: format(product.strike),
          apr: format(percentOf(product.apr)),
          share_price: format(product.sharePrice),
          total_shares: product.totalShares,
          sold_shares: product.soldShares,
          user_max_shares: product.userMaxShares,
          sale_start_ms: product.saleStartMs,
          sale_end_ms: product.saleEndMs,
          maturity_ms: product.maturityMs,
          enabled: product.enabled,
          status: saleStateAt(product, now),
        };
      });
      return pageReply(views, total, input.page, input.limit);
    },
    'console/dual_orders': async ({ input }) => {
      const filter = { product: input.product_id, user: input.uid, open: input.open };
      const { rows, total } = await allOrders(ctx.db, filter, input);
      const codeOf = await readCurrencyCodes(deps, ctx.db);
      const now = ctx.clock.now();
      const views = rows.map((order) => ({
        id: order.id,
        uid: order.userId,
        product_id: order.productId,
        symbol: symbolOf(deps, order.marketId),
        type: order.type,
        shares: order.shares,
        principal: format(order.principal),
        currency_name: codeOf(order.type === 'call' ? order.coinId : order.quoteId),
        strike: format(order.strike),
        apr: format(percentOf(order.apr)),
        days: order.days,
        coin_payout: format(order.coinPayout),
        quote_payout: format(order.quotePayout),
        status: statusOf(order, now),
        payout: text(order.payout),
        payout_currency_name:
          order.outcome === undefined ? null : codeOf(isPaidInCoin(order) ? order.coinId : order.quoteId),
        purchased_ms: order.purchasedMs,
        maturity_ms: order.maturityMs,
        settled_ms: order.settledMs ?? null,
        receipt: order.receipt ?? null,
      }));
      return pageReply(views, total, input.page, input.limit);
    },
  } satisfies Partial<Handlers<Calls>>;
}

type ConsoleCalls = Extract<keyof Calls, `console/${string}`>;

/** The console's calls: products and settlements by two people, and lists. Nothing here reaches an order. */
export const consoleHandlers = (deps: DualDeps): Pick<Handlers<Calls>, ConsoleCalls> => ({
  ...lists(deps),
  ...questions(deps),
});

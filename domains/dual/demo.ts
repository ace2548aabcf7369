import { marketId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { BTC, ETH, USDT, houseAccount, userAccount } from '@karat/domains/ledger';
import { amount, mulDown, negate, price, rate } from '@karat/money';
import type { Price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { buy } from './buy.ts';
import type { DualDeps } from './deps.ts';
import { addProduct } from './operator.ts';
import { findProduct } from './product-store.ts';
import { hongKongDate, maturityOf, principalOf } from './rules.ts';

/** How long the sale of the product lasts that is shown as ended. */
const SHORT_SALE_MS = 60_000;

/** What the house's account of a demonstration begins with. */
const FUNDS = [
  { currency: BTC, number: '60' },
  { currency: ETH, number: '900' },
  { currency: USDT, number: '6000000' },
] as const;

/** The first money of the house's account, from the outside world, once. For demonstrations only. */
export async function seedFunds({ ctx, ledger }: Pick<DualDeps, 'ctx' | 'ledger'>, tx: Tx): Promise<void> {
  await ledger.post(tx, {
    key: 'genesis:dual',
    kind: 'genesis',
    reference: 'dual currency',
    at: ctx.clock.now(),
    entries: FUNDS.flatMap(({ currency, number }) => [
      { account: houseAccount('external'), currency, available: negate(amount(number)) },
      { account: houseAccount('dual'), currency, available: amount(number) },
    ]),
  });
}

interface DemoProduct {
  readonly base: 'BTC' | 'ETH';
  readonly type: 'call' | 'put';
  /** Strike as a share of the index price. */
  readonly distance: string;
  readonly apr: string;
  readonly sharePrice: string;
  readonly shares: number;
  readonly days: number;
  /** The sale is over a minute after the start. */
  readonly ends?: true;
}

const DEMO: readonly DemoProduct[] = [
  {
    base: 'BTC',
    type: 'call',
    distance: '1.02',
    apr: '0.38',
    sharePrice: '0.001',
    shares: 1_500,
    days: 2,
    ends: true,
  },
  { base: 'BTC', type: 'call', distance: '1.03', apr: '0.45', sharePrice: '0.001', shares: 2_000, days: 7 },
  { base: 'BTC', type: 'call', distance: '1.08', apr: '0.21', sharePrice: '0.001', shares: 4_000, days: 21 },
  { base: 'BTC', type: 'put', distance: '0.97', apr: '0.42', sharePrice: '100', shares: 3_000, days: 7 },
  { base: 'BTC', type: 'put', distance: '0.92', apr: '0.19', sharePrice: '100', shares: 5_000, days: 21 },
  { base: 'ETH', type: 'call', distance: '1.05', apr: '0.52', sharePrice: '0.01', shares: 2_500, days: 14 },
  { base: 'ETH', type: 'put', distance: '0.94', apr: '0.47', sharePrice: '50', shares: 3_000, days: 14 },
];

/** A strike that looks like one: three digits, then zeros. */
function strikeAt(index: Price, distance: string): Price {
  const exact = mulDown(amount(index), rate(distance));
  const digits = String(exact / 10n ** 10n).length;
  const step = 10n ** BigInt(Math.max(0, digits - 3)) * 10n ** 10n;
  return price((exact / step) * step);
}

/**
 * Products around the index prices and orders of a user on them, once. They stand in for what two operators would approve, and
 * only a demonstration has them.
 */
export async function seedDemoProducts(deps: DualDeps, tx: Tx, user: UserId | undefined): Promise<void> {
  const { ctx, market: data } = deps;
  const { count } = await tx.one<{ count: number }>(sql`select count(*) as count from dual_products`);
  if (count > 0) return;
  const now = ctx.clock.now();
  const added: number[] = [];
  for (const demo of DEMO) {
    const market = data.instruments.all().find(({ symbol }) => symbol === `${demo.base}/USDT`);
    const index = market && data.index(market.id);
    if (!market || !index || index.stale || data.state(market.id) !== 'open') continue;
    const maturityMs = maturityOf(hongKongDate(now + demo.days * DAY_MS));
    if (maturityMs === undefined) continue;
    const id = await addProduct(deps, tx, {
      marketId: marketId(market.id),
      type: demo.type,
      strike: strikeAt(index.price, demo.distance),
      apr: rate(demo.apr),
      sharePrice: amount(demo.sharePrice),
      totalShares: demo.shares,
      userMaxShares: Math.floor(demo.shares / 4),
      saleStartMs: now,
      saleEndMs: demo.ends ? now + SHORT_SALE_MS : maturityMs - DAY_MS,
      maturityMs,
    });
    added.push(id);
  }
  if (user !== undefined && added.length === DEMO.length) await buyDemoShares(deps, tx, user, added);
}

/** Shares by the place of the product. */
const ORDERS = [
  { place: 0, shares: 12 },
  { place: 1, shares: 20 },
  { place: 3, shares: 15 },
] as const;

/** Orders of a user on the demo products, paid with the user's own demo money where it lasts. */
async function buyDemoShares(
  deps: DualDeps,
  tx: Tx,
  userId: UserId,
  products: readonly number[],
): Promise<void> {
  const { ledger, market: data } = deps;
  for (const { place, shares } of ORDERS) {
    const product = await findProduct(tx, products[place] ?? 0);
    if (!product) continue;
    const market = data.instruments.need(product.marketId);
    const paying = product.type === 'call' ? market.base : market.quote;
    const { available } = await ledger.balance(tx, userAccount(userId, 'change'), paying);
    if (available >= principalOf(product.sharePrice, shares))
      await buy(deps, tx, { userId, productId: product.id, shares });
  }
}

import type { CurrencyId, UserId } from '@karat/contract';
import { BTC, ETH, USDC, USDT, houseAccount } from '@karat/domains/ledger';
import { amount, negate, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import type { MiningDeps } from './deps.ts';
import { insertProduct, readProducts } from './product-store.ts';
import { FLEXIBLE_RESERVE_DAYS } from './rules.ts';
import { subscribe } from './subscribe.ts';
import type { ProductTerms } from './types.ts';

/** What a demonstration's interest account begins with. */
const FUNDS: readonly (readonly [CurrencyId, string])[] = [
  [USDT, '250000'],
  [USDC, '100000'],
  [BTC, '5'],
  [ETH, '80'],
];

interface Offer {
  readonly currency: CurrencyId;
  readonly category: ProductTerms['category'];
  readonly days: number;
  /** Fractions of one: 0.0003 is 0.03 % a day. */
  readonly rate: string;
  readonly penalty: string;
  readonly limits: readonly [orderMin: string, userMax: string, totalMax: string];
  readonly vipOnly?: true;
  /** How many days ago the sale ended. */
  readonly endedDays?: number;
}

/** Two products of each kind on sale, one for VIP users, one that has ended. */
const OFFERS: readonly Offer[] = [
  {
    currency: USDT,
    category: 'flexible',
    days: 0,
    rate: '0.00008',
    penalty: '0',
    limits: ['1', '50000', '2000000'],
  },
  {
    currency: BTC,
    category: 'flexible',
    days: 0,
    rate: '0.00002',
    penalty: '0',
    limits: ['0.001', '5', '100'],
  },
  {
    currency: USDT,
    category: 'lockup',
    days: 30,
    rate: '0.00018',
    penalty: '0.0005',
    limits: ['10', '20000', '1000000'],
  },
  {
    currency: USDT,
    category: 'lockup',
    days: 90,
    rate: '0.00024',
    penalty: '0.0004',
    limits: ['100', '50000', '1000000'],
  },
  {
    currency: BTC,
    category: 'lockup',
    days: 60,
    rate: '0.00005',
    penalty: '0.0002',
    limits: ['0.001', '2', '50'],
  },
  {
    currency: USDC,
    category: 'defi',
    days: 14,
    rate: '0.0002',
    penalty: '0.001',
    limits: ['10', '10000', '500000'],
  },
  {
    currency: ETH,
    category: 'defi',
    days: 30,
    rate: '0.00011',
    penalty: '0.0005',
    limits: ['0.01', '20', '1000'],
  },
  {
    currency: USDT,
    category: 'cloud',
    days: 60,
    rate: '0.00028',
    penalty: '0.0008',
    limits: ['50', '10000', '400000'],
  },
  {
    currency: BTC,
    category: 'cloud',
    days: 180,
    rate: '0.00009',
    penalty: '0.0003',
    limits: ['0.002', '1', '20'],
  },
  {
    currency: USDT,
    category: 'lockup',
    days: 365,
    rate: '0.00033',
    penalty: '0.0003',
    limits: ['1000', '100000', '1000000'],
    vipOnly: true,
  },
  {
    currency: USDT,
    category: 'lockup',
    days: 5,
    rate: '0.0035',
    penalty: '0.004',
    limits: ['100', '1000', '50000'],
    endedDays: 2,
  },
];

const termsOf = (offer: Offer, now: number): ProductTerms => {
  const [orderMin, userMax, totalMax] = offer.limits;
  const closesMs = offer.endedDays === undefined ? undefined : now - offer.endedDays * DAY_MS;
  return {
    currencyId: offer.currency,
    category: offer.category,
    days: offer.days,
    rate: rate(offer.rate),
    penaltyRatio: rate(offer.penalty),
    reserveDays: offer.days === 0 ? FLEXIBLE_RESERVE_DAYS : offer.days,
    orderMin: amount(orderMin),
    userMax: amount(userMax),
    totalMax: amount(totalMax),
    vipOnly: offer.vipOnly === true,
    opensMs: now - 30 * DAY_MS,
    closesMs,
  };
};

/** Funds the interest account from the world outside and adds products, each once. Demonstrations only. */
export async function seedDemoProducts({ ctx, ledger }: MiningDeps, tx: Tx): Promise<void> {
  const now = ctx.clock.now();
  await ledger.post(tx, {
    key: 'genesis:interest',
    kind: 'genesis',
    reference: 'interest',
    at: now,
    entries: FUNDS.flatMap(([currency, text]) => [
      { account: houseAccount('external'), currency, available: negate(amount(text)) },
      { account: houseAccount('interest'), currency, available: amount(text) },
    ]),
  });
  if ((await readProducts(tx)).length > 0) return;
  for (const offer of OFFERS) await insertProduct(tx, termsOf(offer, now));
}

/** Orders of the demo user: what, how much, and how many days ago. */
const POSITIONS = [
  { category: 'flexible', currency: USDT, days: 0, amount: '1500', ago: 4 },
  { category: 'lockup', currency: USDT, days: 30, amount: '1000', ago: 6 },
  { category: 'defi', currency: ETH, days: 30, amount: '0.2', ago: 3 },
] as const;

/**
 * Orders of a demo user, once, bought some days ago so that yields are due at the first start: they are paid like any other.
 * Demonstrations only.
 */
export async function seedDemoOrders(deps: MiningDeps, tx: Tx, userId: UserId): Promise<void> {
  const { orders } = await tx.one<{ orders: number }>(
    sql`select count(*) as orders from mining_orders where user_id = ${userId}`,
  );
  if (orders > 0) return;
  const products = await readProducts(tx);
  const now = deps.ctx.clock.now();
  for (const { category, currency, days, amount: text, ago } of POSITIONS) {
    const product = products.find(
      (one) => one.category === category && one.currencyId === currency && one.days === days,
    );
    if (!product) continue;
    const openedMs = now - ago * DAY_MS;
    await subscribe(deps, tx, { userId, productId: product.id, amount: amount(text), openedMs });
  }
}

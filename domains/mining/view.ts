import { MINING_STATUS, wireTime } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { expiryOf } from '@karat/rules';
import { ZERO, format, max, minus, percentFromRate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import type { YieldBoost } from './boost-store.ts';
import { remainingOf, stateOf } from './rules.ts';
import type { RedemptionPreview } from './redeem.ts';
import type { Totals } from './totals-store.ts';
import type { Accrual, Order, Product } from './types.ts';

type Calls = Contract['mining'];
export type ProductView = Reply<Calls['console/mining_products']>[number];
export type OfferView = Reply<Calls['lh/deposit/product']>;
export type OrderView = Reply<Calls['lh/deposit/order_detail']>;

/** A ratio as the wire has it, in percent. */
export const percentOf = (ratio: Rate): string => format(percentFromRate(ratio));

/** What a product's view needs of its currency and of the interest account. */
export interface Offered {
  readonly code: string;
  readonly decimals: number;
  /** What the interest account can set aside. */
  readonly free: Amount;
  readonly now: number;
}

/** A product without what concerns one user or operators. */
export const productView = (product: Product, { code, decimals, free, now }: Offered) => ({
  id: product.id,
  currency_id: product.currencyId,
  currency_name: code,
  category: product.category,
  day: product.days,
  interest_rate: percentOf(product.rate),
  penalty_ratio: percentOf(product.penaltyRatio),
  save_min: format(product.orderMin),
  save_max: format(product.userMax),
  total: format(product.totalMax),
  remaining: format(remainingOf(product)),
  state: stateOf(product, free, decimals, now),
  vip_only: product.vipOnly,
  opens_ms: product.opensMs,
  closes_ms: product.closesMs ?? null,
  covered_days: product.reserveDays,
  decimals,
});

/** A product with the caller's own limit and instruction; both null for visitors. */
export const offerView = (
  product: Product,
  offered: Offered,
  own: { readonly principal: Amount; readonly autoProduct: number | undefined } | undefined,
): OfferView => ({
  ...productView(product, offered),
  own_remaining: own ? format(max(ZERO, minus(product.userMax, own.principal))) : null,
  auto: own && product.days === 0 ? own.autoProduct === product.id : null,
});

const extraView = (boost: YieldBoost): NonNullable<OrderView['extra']> => ({
  interest_rate: percentOf(boost.rate),
  from_day: boost.fromDay,
  to_day: boost.toDay,
  max: format(boost.reserve),
  paid: format(boost.paid),
  finished: boost.isFinished,
});

export const orderView = (
  order: Order,
  code: string,
  { receipt, boost }: { readonly receipt?: string | undefined; readonly boost?: YieldBoost | undefined },
): OrderView => ({
  id: order.id,
  config_id: order.productId,
  currency_id: order.currencyId,
  currency_name: code,
  category: order.category,
  day: order.days,
  interest_rate: percentOf(order.rate),
  penalty_ratio: percentOf(order.penaltyRatio),
  amount: format(order.amount),
  principal: format(order.principal),
  daily: format(order.daily),
  interest: format(order.interest),
  days_paid: order.daysPaid,
  status: order.outcome === undefined ? MINING_STATUS.open : MINING_STATUS.ended,
  end: order.outcome ?? null,
  returned: format(order.returned),
  penalty: format(order.penalty),
  auto: order.auto,
  created_at: wireTime(order.openedMs),
  created_ms: order.openedMs,
  end_ms: expiryOf(order) ?? null,
  next_ms: order.nextMs ?? null,
  closed_ms: order.closedMs ?? null,
  receipt: receipt ?? null,
  extra: boost ? extraView(boost) : null,
});

export const accrualView = (accrual: Accrual): Reply<Calls['lh/deposit/order_accruals']>['data'][number] => ({
  day: accrual.day,
  due_ms: accrual.dueMs,
  principal: format(accrual.principal),
  amount: format(accrual.amount),
  paid_ms: accrual.paidMs,
});

export const previewView = (preview: RedemptionPreview): Reply<Calls['lh/deposit/order_preview']> => ({
  principal: format(preview.part),
  days_left: preview.daysLeft,
  penalty: format(preview.penalty),
  arrives: format(preview.arrives),
  interest: format(preview.interest),
  forgone: format(preview.forgone),
  due: format(preview.due),
});

export const totalsView = (totals: Totals, code: string): Reply<Calls['lh/deposit/totals']>[number] => ({
  currency_id: totals.currencyId,
  currency_name: code,
  principal: format(totals.principal),
  orders: totals.orders,
  daily: format(totals.daily),
  yesterday: format(totals.yesterday),
  total: format(totals.total),
  next_ms: totals.nextMs ?? null,
});

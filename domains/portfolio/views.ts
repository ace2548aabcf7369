import { logoPath } from '@karat/contract';
import type { Contract, CostMethod, Reply } from '@karat/contract';
import type { Currency } from '@karat/domains/ledger';
import { ZERO, format, minus, mulDown, negate, percentFromRate, roundDown, sum } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { percentOfCost, profitAtPrice, unitCost } from '@karat/rules';
import type { AssetRow } from './assets.ts';
import type { ListedEvent, OpenLot } from './read-store.ts';
import type { Progress } from './state-store.ts';
import { profitPercent } from './value-history.ts';
import type { PeriodFigures } from './value-history.ts';

type Calls = Contract['portfolio'];
type AssetView = Reply<Calls['portfolio/assets']>['data'][number];
type DisposalView = Reply<Calls['portfolio/disposals']>['data'][number];
type EstimatedView = Reply<Calls['portfolio/estimated']>['data'][number];
type LotView = Reply<Calls['portfolio/lots']>['data'][number];

export const progressView = ({ complete, countedMs, counted }: Progress) => ({
  complete,
  counted_ms: countedMs,
  counted,
});

export interface PricedAsset {
  readonly row: AssetRow;
  readonly currency: Currency;
  readonly price: Price | undefined;
}

export const costOf = (row: AssetRow, method: CostMethod): Amount =>
  method === 'fifo' ? row.costFifo : row.costAverage;
export const realisedOf = (row: AssetRow, method: CostMethod): Amount =>
  method === 'fifo' ? row.realisedFifo : row.realisedAverage;

/** Value of what is owned less its cost; undefined without a price. */
export const unrealisedOf = ({ row, price }: PricedAsset, method: CostMethod): Amount | undefined =>
  price === undefined ? undefined : profitAtPrice(row.quantity, costOf(row, method), price);

/** The percentage of a cost as text; null of nothing. */
export function percentTextOfCost(profit: Amount, cost: Amount): string | null {
  const percent = percentOfCost(profit, cost);
  return percent === undefined ? null : format(percent);
}

const text = (value: Amount | Price | undefined): string | null =>
  value === undefined ? null : format(value);

/** Percent with two decimals, rounded down. */
const percentText = (rate: Rate): string => format(roundDown(percentFromRate(rate), 2));

export function assetView(
  asset: PricedAsset,
  more: { readonly method: CostMethod; readonly estimated: Amount; readonly change: Rate | undefined },
): AssetView {
  const { row, currency, price } = asset;
  const cost = costOf(row, more.method);
  const unrealised = unrealisedOf(asset, more.method);
  return {
    currency_id: currency.id,
    currency_name: currency.code,
    title: currency.title,
    kind: currency.kind,
    logo: logoPath(currency.code),
    decimals: currency.decimals,
    quantity: format(row.quantity),
    held: format(row.held),
    owed: format(row.owed),
    average_cost: text(unitCost(cost, row.quantity)),
    cost: format(cost),
    price: text(price),
    value: price === undefined ? null : format(mulDown(minus(row.quantity, row.owed), price)),
    change_24h: more.change === undefined ? null : percentText(more.change),
    unrealised: text(unrealised),
    unrealised_percent: unrealised === undefined ? null : percentTextOfCost(unrealised, cost),
    realised: format(realisedOf(row, more.method)),
    income: format(row.income),
    fees: format(row.fees),
    estimated_quantity: format(more.estimated),
  };
}

/** What lists show of an event besides its figures. */
export interface EventNames {
  readonly codeOf: (currency: ListedEvent['currency']) => string;
  readonly kindName: (kind: string) => string;
}

const movementView = (event: ListedEvent, { codeOf, kindName }: EventNames) => ({
  id: event.id,
  at_ms: event.at,
  type: event.type,
  kind: event.kind,
  info: kindName(event.kind),
  currency_id: event.currency,
  currency_name: codeOf(event.currency),
  quantity: format(event.quantity < 0n ? negate(event.quantity) : event.quantity),
  estimated: event.estimated,
});

/** A sale with its proceeds and cost, or the profit or loss of a bet. */
export function disposalView(event: ListedEvent, names: EventNames): DisposalView {
  const isGain = event.type === 'result' && event.quantity > 0n;
  return {
    ...movementView(event, names),
    proceeds: format(event.type === 'sell' || isGain ? event.value : ZERO),
    cost: format(isGain ? ZERO : event.cost),
    realised: format(event.realised),
    fee: format(event.fee),
  };
}

export const estimatedView = (event: ListedEvent, names: EventNames): EstimatedView => ({
  ...movementView(event, names),
  price: text(event.price),
  value: format(event.value),
});

export function lotView(lot: OpenLot, price: Price | undefined, kindName: EventNames['kindName']): LotView {
  const value = price === undefined ? undefined : mulDown(lot.quantity, price);
  return {
    id: lot.id,
    acquired_ms: lot.acquiredMs,
    type: lot.type,
    kind: lot.kind,
    info: kindName(lot.kind),
    quantity: format(lot.acquired),
    remaining: format(lot.quantity),
    unit_cost: format(unitCost(lot.cost, lot.quantity) ?? ZERO),
    cost: format(lot.cost),
    value: text(value),
    unrealised: value === undefined ? null : format(minus(value, lot.cost)),
    estimated: lot.estimated,
  };
}

export const periodView = (period: PeriodFigures) => ({
  value: format(period.value),
  transfers: format(period.transfers),
  realised: format(period.realised),
  income: format(period.income),
  fees: format(period.fees),
  profit: format(period.profit),
  percent: profitPercent(period.profit, period.startValue, period.transfers),
});

/** Consecutive periods as one. */
export function totalOf(periods: readonly PeriodFigures[]): PeriodFigures {
  const [first] = periods;
  const last = periods.at(-1);
  const total = (of: (period: PeriodFigures) => Amount) => sum(periods.map(of));
  return {
    startMs: first?.startMs ?? 0,
    value: last?.value ?? ZERO,
    startValue: first?.startValue ?? ZERO,
    transfers: total((period) => period.transfers),
    realised: total((period) => period.realised),
    income: total((period) => period.income),
    fees: total((period) => period.fees),
    profit: total((period) => period.profit),
  };
}

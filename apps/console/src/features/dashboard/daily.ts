import type { DailyProduct, ReplyOf } from '@karat/contract';

export type Figures = ReplyOf<'console/daily_figures'>;
export type DayRow = Figures['days'][number];

/** Names of the products, in the order of charts and columns. */
export const PRODUCT_NAMES = {
  spot: 'Spot',
  contracts: 'Contracts',
  options: 'Options',
  stocks: 'Stocks',
} as const satisfies Record<DailyProduct, string>;

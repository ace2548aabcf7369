import * as z from 'zod';
import { decimalText, oneOf, text, timeMs } from './scalars.ts';

/** How the cost of a sale is found on the screens: the average of all units, or first in, first out. */
export const COST_METHODS = ['average', 'fifo'] as const;
export type CostMethod = (typeof COST_METHODS)[number];

/** Cost methods of a tax export. */
export const TAX_METHODS = ['fifo', 'lifo', 'average'] as const;
export type TaxMethod = (typeof TAX_METHODS)[number];

/** Ranges of the chart. Points every hour, 4 hours, 12 hours and 4 days; the first is the full hour or day before. */
export const PORTFOLIO_RANGES = ['24h', '7d', '30d', '1y'] as const;
export type PortfolioRange = (typeof PORTFOLIO_RANGES)[number];

/**
 * What a movement is to a portfolio. `buy`, `sell`: one currency for another, at what was paid. `transfer_in`,
 * `transfer_out`: value from and to the outside or another user, at the index. `income`: yields, dividends, rebates,
 * prizes, at the index. `expense`: fees and interest without a trade. `result`: profit or loss of contracts, options and games.
 */
export const PORTFOLIO_EVENTS = [
  'buy',
  'sell',
  'transfer_in',
  'transfer_out',
  'income',
  'expense',
  'result',
] as const;
export type PortfolioEventType = (typeof PORTFOLIO_EVENTS)[number];

export const STATEMENT_FILES = ['pdf', 'csv'] as const;
export type StatementFile = (typeof STATEMENT_FILES)[number];

/** `koinly`, `cointracker`: files that these tools import. `disposals`: each sale with its lots, by the chosen method. */
export const TAX_FORMATS = ['koinly', 'cointracker', 'disposals'] as const;
export type TaxFormat = (typeof TAX_FORMATS)[number];

export const method = z.enum(COST_METHODS).default('average');
/** `YYYY-MM`, in UTC. */
export const month = text(7, 7).refine((value) => /^20\d\d-(0[1-9]|1[0-2])$/.test(value));
export const year = oneOf(...Array.from({ length: 100 }, (_, index) => 2000 + index));

/** How far the movements of the ledger are counted. All figures are those of the counted movements. */
export const progress = z.object({
  /** False while older movements are still being counted: ask again in a second. */
  complete: z.boolean(),
  /** Time of the last counted movement; null if there is none. */
  counted_ms: timeMs.nullable(),
  /** Number of counted movements. */
  counted: z.number(),
});

/** Profit over a period, in USDT. */
export const profit = {
  /** Change of value less transfers. */
  profit: decimalText,
  /** Profit in percent of the value at the start and the transfers in, two decimals; null if both are zero. */
  percent: decimalText.nullable(),
};

export const assetFigures = {
  currency_id: z.number(),
  currency_name: z.string(),
  title: z.string(),
  kind: z.enum(['coin', 'fiat', 'stock']),
  logo: z.string(),
  decimals: z.number(),
  /** What the own accounts hold, available and held: equal to the ledger. */
  quantity: decimalText,
  /** The held part of the quantity: orders, margin, Earn, dual currency, subscriptions, collateral. */
  held: decimalText,
  /** Borrowed and not paid back. */
  owed: decimalText,
  /** Cost of one unit in USDT, fees included; null if nothing is owned. */
  average_cost: decimalText.nullable(),
  /** Cost of the quantity in USDT, by the chosen method. */
  cost: decimalText,
  /** Index price in USDT; null if there is none. */
  price: decimalText.nullable(),
  /** (quantity - owed) x price; null without a price. */
  value: decimalText.nullable(),
  /** Change of the price over 24 hours, percent; null without a price. */
  change_24h: decimalText.nullable(),
  /** quantity x price - cost; null without a price. */
  unrealised: decimalText.nullable(),
  /** Unrealised in percent of the cost; null without cost or price. */
  unrealised_percent: decimalText.nullable(),
  /** Profit of all sales, in USDT, by the chosen method. */
  realised: decimalText,
  /** Yields, dividends, rebates and prizes, in USDT at the time. */
  income: decimalText,
  /** Fees paid in this currency, in USDT at the time. */
  fees: decimalText,
  /** The part of the quantity whose cost is the index price at the time, because the real cost is unknown. */
  estimated_quantity: decimalText,
};
export const asset = z.object(assetFigures);

export const movement = {
  id: z.number(),
  at_ms: timeMs,
  type: z.enum(PORTFOLIO_EVENTS),
  /** Kind of the journal and its name in the caller's language, as in bills. */
  kind: z.string(),
  info: z.string(),
  currency_id: z.number(),
  currency_name: z.string(),
  quantity: decimalText,
  /** True if the value is the index price at the time, because the real cost is unknown. */
  estimated: z.boolean(),
};

export const periodFigures = {
  /** Value at the end, in USDT at closing prices; now for a period that runs. */
  value: decimalText,
  /** Transfers in less transfers out, in USDT at the time. */
  transfers: decimalText,
  /** Profit of sales and results, by the chosen method; its part of `profit`. */
  realised: decimalText,
  income: decimalText,
  fees: decimalText,
  ...profit,
};

export const balance = z.object({
  /** Account: `legal`, `change`, `lever`, `micro`. */
  account: z.enum(['legal', 'change', 'lever', 'micro']),
  currency_id: z.number(),
  currency_name: z.string(),
  /** Available and held together. */
  opening: decimalText,
  in: decimalText,
  out: decimalText,
  closing: decimalText,
  /** Held part of the closing balance. */
  held: decimalText,
  movements: z.number(),
});

export const file = z.object({ name: z.string(), type: z.string(), body: z.unknown() });

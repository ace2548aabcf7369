import * as z from 'zod';
import { get } from './call.ts';
import {
  currencyIdText,
  cursorPageOf,
  decimalText,
  limit,
  oneOf,
  optional,
  pageOf,
  paging,
  text,
  timeMs,
} from './scalars.ts';

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

const method = z.enum(COST_METHODS).default('average');
/** `YYYY-MM`, in UTC. */
const month = text(7, 7).refine((value) => /^20\d\d-(0[1-9]|1[0-2])$/.test(value));
const year = oneOf(...Array.from({ length: 100 }, (_, index) => 2000 + index));

/** How far the movements of the ledger are counted. All figures are those of the counted movements. */
const progress = z.object({
  /** False while older movements are still being counted: ask again in a second. */
  complete: z.boolean(),
  /** Time of the last counted movement; null if there is none. */
  counted_ms: timeMs.nullable(),
  /** Number of counted movements. */
  counted: z.number(),
});

/** Profit over a period, in USDT. */
const profit = {
  /** Change of value less transfers. */
  profit: decimalText,
  /** Profit in percent of the value at the start and the transfers in, two decimals; null if both are zero. */
  percent: decimalText.nullable(),
};

const assetFigures = {
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
const asset = z.object(assetFigures);

const movement = {
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

const periodFigures = {
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

const balance = z.object({
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

const file = z.object({ name: z.string(), type: z.string(), body: z.unknown() });

/** Cost basis, profit and loss, statements and tax exports of the own accounts. Days, months and years are in UTC. */
export const portfolio = {
  'portfolio/summary': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Value, cost and profit of everything that the caller owns, in USDT at index prices.',
    input: z.object({ method }),
    reply: progress.extend({
      value: decimalText,
      cost: decimalText,
      unrealised: decimalText,
      unrealised_percent: decimalText.nullable(),
      /** Of all time. */
      realised: decimalText,
      income: decimalText,
      fees: decimalText,
      /** Owed for loans, in USDT; already taken off the value. */
      owed: decimalText,
      /** The last 24 hours. */
      today: z.object(profit),
      /** Currencies without a price, which add nothing to the value. */
      unpriced: z.array(z.string()),
      /** Number of movements that took the index price as their cost. */
      estimated: z.number(),
    }),
  }),
  'portfolio/chart': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'Value of the portfolio over a range, oldest point first, at most 100 points; the last one is now. Transfers and profit of a point are sums since the start of the range.',
    perMinute: 120,
    input: z.object({ range: z.enum(PORTFOLIO_RANGES).default('24h') }),
    reply: progress.extend({
      range: z.enum(PORTFOLIO_RANGES),
      from_ms: timeMs,
      to_ms: timeMs,
      start_value: decimalText,
      value: decimalText,
      transfers: decimalText,
      ...profit,
      points: z.array(
        z.object({ at_ms: timeMs, value: decimalText, transfers: decimalText, profit: decimalText }),
      ),
    }),
  }),
  'portfolio/assets': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'Every currency that the caller owns or has traded, with cost, value and profit; largest value first.',
    input: z.object({ method }),
    reply: progress.extend({ data: z.array(asset) }),
  }),
  'portfolio/asset': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'One currency with cost, value and profit by the chosen method; zeros if it was never owned.',
    input: z.object({ currency_id: currencyIdText, method }),
    reply: progress.extend(assetFigures),
    refusals: ['currency_unknown'],
  }),
  'portfolio/lots': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Lots of a currency that first in, first out has not used up yet, oldest first.',
    input: z.object({ currency_id: currencyIdText, ...paging }),
    reply: pageOf(
      z.object({
        id: z.number(),
        acquired_ms: timeMs,
        type: z.enum(PORTFOLIO_EVENTS),
        kind: z.string(),
        info: z.string(),
        /** What was acquired, and what is left of it. */
        quantity: decimalText,
        remaining: decimalText,
        /** Cost of one unit, and of what is left, in USDT, fees included. */
        unit_cost: decimalText,
        cost: decimalText,
        value: decimalText.nullable(),
        unrealised: decimalText.nullable(),
        estimated: z.boolean(),
      }),
    ),
    refusals: ['currency_unknown'],
  }),
  'portfolio/disposals': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'Sales and other realised results, newest first, of one currency or all, with profit by the chosen method. Pages by the cursor `next`.',
    input: z.object({
      currency_id: optional(currencyIdText),
      method,
      cursor: optional(text(40)),
      limit: limit(100, 20),
    }),
    reply: cursorPageOf(
      z.object({
        ...movement,
        /** What it brought in, less fees, in USDT. */
        proceeds: decimalText,
        cost: decimalText,
        realised: decimalText,
        fee: decimalText,
      }),
    ),
    refusals: ['currency_unknown'],
  }),
  'portfolio/estimated': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'Movements whose cost is the index price at the time, because the real cost is unknown, newest first. Pages by the cursor `next`.',
    input: z.object({
      currency_id: optional(currencyIdText),
      cursor: optional(text(40)),
      limit: limit(100, 20),
    }),
    reply: cursorPageOf(
      z.object({
        ...movement,
        /** Index price in USDT; null if there was none and the cost is zero. */
        price: decimalText.nullable(),
        value: decimalText,
      }),
    ),
    refusals: ['currency_unknown'],
  }),
  'portfolio/days': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Profit and loss of each day of a month, oldest first, up to today, and of the month.',
    input: z.object({ month, method }),
    reply: progress.extend({
      month: z.string(),
      /** `YYYY-MM` of the first movement; null if there is none. */
      first_month: z.string().nullable(),
      total: z.object(periodFigures),
      data: z.array(z.object({ date: z.string(), ...periodFigures })),
    }),
  }),
  'portfolio/years': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Profit and loss of each year since the first movement, newest first.',
    input: z.object({ method }),
    reply: progress.extend({ data: z.array(z.object({ year: z.number(), ...periodFigures })) }),
  }),
  'portfolio/statements': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Months with a statement, newest first: every month since the first movement.',
    input: z.object({ ...paging }),
    reply: pageOf(
      z.object({
        month: z.string(),
        from_ms: timeMs,
        /** Exclusive; now for the month that runs. */
        to_ms: timeMs,
        /** False for the month that runs. */
        closed: z.boolean(),
      }),
    ),
  }),
  'portfolio/statement': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Opening and closing balances of a month by account and currency; they equal the ledger.',
    perMinute: 60,
    input: z.object({ month }),
    reply: z.object({
      month: z.string(),
      from_ms: timeMs,
      to_ms: timeMs,
      closed: z.boolean(),
      movements: z.number(),
      /** Formats whose row limit the month does not exceed. */
      files: z.array(z.enum(STATEMENT_FILES)),
      balances: z.array(balance),
    }),
    refusals: ['portfolio_month'],
  }),
  'portfolio/statement_file': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'Statement of a month as a file: balances and all movements of each account. PDF up to 5,000 movements, CSV up to 100,000.',
    perMinute: 10,
    rateClass: 'portfolio_files',
    input: z.object({ month, format: z.enum(STATEMENT_FILES) }),
    reply: file,
    replyKind: 'file',
    refusals: ['portfolio_month', 'export_too_large'],
  }),
  'portfolio/tax_years': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Years with a tax export, newest first.',
    input: z.object({}),
    reply: progress.extend({
      data: z.array(
        z.object({
          year: z.number(),
          /** False for the year that runs. */
          closed: z.boolean(),
          disposals: z.number(),
          income: z.number(),
          /** Movements that took the index price as their cost. */
          estimated: z.number(),
        }),
      ),
    }),
  }),
  'portfolio/tax_summary': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary: 'Totals of a year for taxes, in USDT, by a cost method.',
    perMinute: 20,
    input: z.object({ year, method: z.enum(TAX_METHODS).default('fifo') }),
    reply: z.object({
      year: z.number(),
      method: z.enum(TAX_METHODS),
      closed: z.boolean(),
      disposals: z.number(),
      proceeds: decimalText,
      cost: decimalText,
      /** Sum of the profitable sales, and of the others as a positive amount. */
      gains: decimalText,
      losses: decimalText,
      net: decimalText,
      /** Net profit of units held for more than 365 days, contained in `net`; null for the average. */
      net_long_term: decimalText.nullable(),
      /** Profit or loss of contracts, options and games. */
      results: decimalText,
      income: decimalText,
      /** Fees and interest outside trades. */
      expenses: decimalText,
      estimated: z.number(),
    }),
    refusals: ['portfolio_year', 'portfolio_incomplete', 'export_too_large'],
  }),
  'portfolio/tax_export': get({
    who: 'user',
    effect: 'read',
    right: 'read',
    summary:
      'Movements of a year as CSV: the import formats of Koinly and CoinTracker, or each sale with its lots by a cost method.',
    perMinute: 10,
    rateClass: 'portfolio_files',
    input: z.object({
      year,
      format: z.enum(TAX_FORMATS),
      /** For `disposals`; the import formats carry no method. */
      method: z.enum(TAX_METHODS).default('fifo'),
    }),
    reply: file,
    replyKind: 'file',
    refusals: ['portfolio_year', 'portfolio_incomplete', 'export_too_large'],
  }),
};

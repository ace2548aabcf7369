import * as z from 'zod';
import { get } from './call.ts';
import {
  asset,
  assetFigures,
  balance,
  file,
  method,
  month,
  movement,
  periodFigures,
  PORTFOLIO_EVENTS,
  PORTFOLIO_RANGES,
  profit,
  progress,
  STATEMENT_FILES,
  TAX_FORMATS,
  TAX_METHODS,
  year,
} from './portfolio-fields.ts';
import {
  currencyIdText,
  cursorPageOf,
  decimalText,
  limit,
  optional,
  pageOf,
  paging,
  text,
  timeMs,
} from './scalars.ts';

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
      /** Currencies without a price: they add nothing to the value, and profits count them at their cost. */
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

import * as z from 'zod';
import { get } from './call.ts';
import { desk } from './desks.ts';
import { decimalText, oneOf, timeMs } from './scalars.ts';

/** Products whose trading volume and fees are counted by day. */
export const DAILY_PRODUCTS = ['spot', 'contracts', 'options', 'stocks'] as const;
export type DailyProduct = (typeof DAILY_PRODUCTS)[number];

/** Days of a period, today included. */
export const DAILY_PERIODS = [7, 30, 90] as const;
export type DailyPeriod = (typeof DAILY_PERIODS)[number];

const byProduct = z.object({
  spot: decimalText,
  contracts: decimalText,
  options: decimalText,
  stocks: decimalText,
} satisfies Record<DailyProduct, typeof decimalText>);

/** Figures of one day in UTC; amounts in USDT. */
const day = z.object({
  /** `YYYY-MM-DD`. */
  day: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  /** False while the day runs, and shortly after it. */
  complete: z.boolean(),
  volume: byProduct,
  fees: byProduct,
  registrations: z.number(),
  active_users: z.number(),
  deposits: decimalText,
  deposits_count: z.number(),
  withdrawals: decimalText,
  withdrawals_count: z.number(),
});

/** A total of the period. */
const total = z.object({
  value: decimalText,
  /**
   * Complete days of the period against as many days before them, in percent with one decimal; null where those days
   * are not all known or had none.
   */
  change: decimalText.nullable(),
});

const input = z.object({ days: oneOf(...DAILY_PERIODS) });

/** Figures of the exchange by day. */
export const dailyConsole = {
  'console/daily_figures': get({
    who: desk.anyone,
    effect: 'read',
    summary:
      'Volume and fees by product, registrations, active users, deposits and withdrawals by day (UTC), with totals of the period.',
    input,
    reply: z.object({
      at_ms: timeMs,
      /** Oldest first; today is the last one. Days before the first registration are left out. */
      days: z.array(day),
      /** Complete days of the period that are still to be computed. */
      pending: z.number(),
      /** Currencies without a price on some day, whose amounts are left out. */
      unvalued: z.array(z.string()),
      totals: z.object({
        volume: total,
        fees: total,
        registrations: total,
        /** Mean of the days, rounded down. */
        active_users: total,
        deposits: total,
        withdrawals: total,
      }),
    }),
  }),
  'console/daily_figures_export': get({
    who: desk.anyone,
    effect: 'write',
    replyKind: 'file',
    perMinute: 10,
    summary: 'Figures by day as CSV, oldest first; the export itself is written to the audit log.',
    input,
    reply: z.unknown(),
  }),
};

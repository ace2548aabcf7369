import type { Amount } from '@karat/money';
import { parseAmount } from '@karat/money';
import * as z from 'zod';
import { currencyId } from './ids.ts';
import type { CurrencyId } from './ids.ts';
import { decimalText, timeMs, timeText } from './scalars.ts';

/** `pending` applications wait for operators; `active` loans run, overdue ones included. */
export const LOAN_STATES = ['pending', 'rejected', 'cancelled', 'active', 'repaid', 'liquidated'] as const;
export type LoanState = (typeof LOAN_STATES)[number];

/** Why operators reject an application. */
export const LOAN_REASONS = [
  'collateral_low',
  'documents_missing',
  'purpose_unclear',
  'history_insufficient',
  'pool_exhausted',
] as const;
export type LoanReason = (typeof LOAN_REASONS)[number];

/** What happened to a loan. */
export const LOAN_EVENTS = [
  'applied',
  'cancelled',
  'rejected',
  'approved',
  'interest',
  'overdue',
  'repaid',
  'collateral_added',
  'collateral_taken',
  'converted',
  'called',
  'liquidated',
] as const;
export type LoanEventKind = (typeof LOAN_EVENTS)[number];

/** Where a repayment comes from: the assets of the loan first, or the free balance alone. */
export const REPAYMENT_SOURCES = ['assets', 'balance'] as const;
export type RepaymentSource = (typeof REPAYMENT_SOURCES)[number];

/** Why a user cannot apply. */
export const LOAN_HINDRANCES = ['vip_level', 'identity', 'application_open'] as const;

/** An amount of one currency. */
export interface CurrencyAmount {
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

const COLLATERAL_MAX = 8;
const PAIR = /^([1-9][0-9]{0,9}):([0-9.]+)$/;

function readPair(pair: string): CurrencyAmount | undefined {
  const [, currency, number] = PAIR.exec(pair) ?? [];
  const value = number === undefined ? undefined : parseAmount(number);
  return currency === undefined || value === undefined || value <= 0n
    ? undefined
    : { currency: currencyId(Number(currency)), amount: value };
}

/** Amounts by currency, each currency once: `1:0.5,3:100000`. */
export const collateralText = z
  .string()
  .max(400)
  .transform((value, context): readonly CurrencyAmount[] => {
    const pairs = value.split(',');
    const amounts = pairs.flatMap((pair) => readPair(pair.trim()) ?? []);
    const isSound =
      amounts.length === pairs.length &&
      amounts.length <= COLLATERAL_MAX &&
      new Set(amounts.map(({ currency }) => currency)).size === amounts.length;
    if (isSound) return amounts;
    context.issues.push({ code: 'custom', input: value });
    return z.NEVER;
  });

export const loanAsset = z.object({
  currency_id: z.number(),
  currency_name: z.string(),
  amount: decimalText,
  /** In USDT, at the last index price; null before the first one. */
  price: decimalText.nullable(),
  /** The index price at which the loan is liquidated while all other prices stay; null where there is none. */
  liquidation_price: decimalText.nullable(),
  /** Whether it is liquidated below or above that price. */
  liquidation_side: z.enum(['below', 'above']).nullable(),
});

export const loan = z.object({
  id: z.number(),
  state: z.enum(LOAN_STATES),
  currency_id: z.number(),
  currency_name: z.string(),
  decimals: z.number(),
  /** What was applied for. */
  amount: decimalText,
  days: z.number(),
  purpose: z.string(),
  assets: z.array(loanAsset),
  /** Index price of the currency of the loan in USDT. */
  price: decimalText.nullable(),
  /** Whether every price is current: no release and no liquidation without. */
  fresh: z.boolean(),
  /** Assets / debt in percent with two decimals; null without a debt or a price. */
  risk_rate: decimalText.nullable(),
  /** Percent a day; null before the approval. */
  rate: decimalText.nullable(),
  /** What is owed now. */
  debt: decimalText,
  principal: decimalText,
  interest: decimalText,
  /** Charges of overdue days. */
  overdue: decimalText,
  overdue_days: z.number(),
  /** Days charged until now, overdue ones included. */
  charged_days: z.number(),
  called: z.boolean(),
  reason: z.enum(LOAN_REASONS).nullable(),
  /** What operators wrote to a rejected applicant; may be empty. */
  note: z.string(),
  created_at: timeText,
  created_ms: timeMs,
  /** Operators decide until then. */
  decide_by_ms: timeMs,
  started_ms: timeMs.nullable(),
  due_ms: timeMs.nullable(),
  closed_ms: timeMs.nullable(),
  /** Number of the signed receipt of the liquidation. */
  receipt: z.string().nullable(),
});

export const loanConfig = z.object({
  /** Smallest and largest loan, in USDT. */
  min: decimalText,
  max: decimalText,
  leverage: z.number(),
  days_min: z.number(),
  days_max: z.number(),
  call_percent: z.number(),
  liquidation_percent: z.number(),
  /** Assets leave a loan only while its rate stays at or above it. */
  release_percent: z.number(),
  /** Percent of the debt per started overdue day. */
  overdue_rate: decimalText,
  /** Usual rate, percent a day; operators set the rate of each loan. */
  usual_rate: decimalText,
  /** Fee of converting assets of a loan, percent, less the caller's VIP discount. */
  conversion_fee: decimalText,
  decide_days: z.number(),
  vip_level: z.number(),
  /** Currencies of loans and of collateral. */
  currencies: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      decimals: z.number(),
      /** In USDT at the last index price; null before the first one. */
      price: decimalText.nullable(),
      /** What can be lent now. */
      pool: decimalText,
      /** Free balance of the caller; null for a visitor. */
      available: decimalText.nullable(),
    }),
  ),
  /** The caller's standing; null for a visitor. */
  caller: z
    .object({
      vip_level: z.number(),
      market_maker: z.boolean(),
      eligible: z.boolean(),
      hindrances: z.array(z.enum(LOAN_HINDRANCES)),
    })
    .nullable(),
});

export const loanEvent = z.object({
  id: z.number(),
  kind: z.enum(LOAN_EVENTS),
  /** The charged day of the loan, from 1. */
  day: z.number().nullable(),
  amount: decimalText,
  currency_name: z.string(),
  /** What a conversion received. */
  received: decimalText.nullable(),
  received_name: z.string().nullable(),
  debt: decimalText,
  at: timeText,
  at_ms: timeMs,
  /** Number of the signed receipt of a conversion. */
  receipt: z.string().nullable(),
});

export const loanScheduleDay = z.object({
  day: z.number(),
  due_ms: timeMs,
  interest: decimalText,
  /** Principal due on the day: all of it on the last one. */
  principal: decimalText,
  charged: z.boolean(),
});

import { amount, parseAmount, price, rate, rateFromPercent } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import {
  interestOfTerm,
  isWithinLeverage,
  loanInterest,
  loanLimitsIn,
  loanLiquidationLevel,
  loanRiskRate,
  maxBorrowable,
} from '@karat/rules';
import type { LiquidationLevel, LoanPosition } from '@karat/rules';
import type { ReplyOf } from '../../lib/calls.ts';

export type Config = ReplyOf<'loan/config'>;
export type LoanCurrency = Config['currencies'][number];

/** One line of collateral as typed. */
export interface CollateralLine {
  readonly currency: number;
  readonly text: string;
}

export interface Draft {
  readonly currency: number;
  readonly amount: string;
  readonly days: string;
  readonly collateral: readonly CollateralLine[];
}

/** What a loan costs and risks, at the prices and the usual rate of the configuration. */
export interface LoanEstimate {
  /** The largest loan on the collateral, in the currency of the loan. */
  readonly max: Amount;
  readonly limits: { readonly min: Amount; readonly max: Amount };
  readonly isWithinLeverage: boolean;
  /** The rest needs an amount and a term. */
  readonly terms:
    | {
        readonly interestDay: Amount;
        readonly interestTerm: Amount;
        readonly dueTotal: Amount;
        readonly riskRate: Rate | undefined;
        readonly levels: readonly { readonly currency: number; readonly level: LiquidationLevel }[];
      }
    | undefined;
}

/** A typed amount above zero; undefined for anything else. */
export function typedAmount(text: string): Amount | undefined {
  const value = parseAmount(text);
  return value !== undefined && value > 0n ? value : undefined;
}

/** A typed whole number of days; undefined for anything else. */
export const typedDays = (text: string): number | undefined =>
  /^[1-9][0-9]{0,3}$/.test(text.trim()) ? Number(text.trim()) : undefined;

function positionOf(config: Config, currency: number, value: Amount): LoanPosition | undefined {
  const found = config.currencies.find(({ id }) => id === currency);
  return found && found.price !== null ? { currency, amount: value, price: price(found.price) } : undefined;
}

/** Collateral at index prices; lines without an amount or a price are left out. */
export const pricedCollateral = (config: Config, lines: readonly CollateralLine[]): LoanPosition[] =>
  lines.flatMap(({ currency, text }) => {
    const value = typedAmount(text);
    return (value !== undefined && positionOf(config, currency, value)) || [];
  });

/** Assets with the borrowed money added. */
function withLoan(collateral: readonly LoanPosition[], loan: LoanPosition): LoanPosition[] {
  const own = collateral.find(({ currency }) => currency === loan.currency);
  const others = collateral.filter((asset) => asset !== own);
  return [...others, { ...loan, amount: amount(loan.amount + (own?.amount ?? 0n)) }];
}

function termsOf(
  config: Config,
  collateral: readonly LoanPosition[],
  loan: LoanPosition,
  { days, decimals }: { readonly days: number; readonly decimals: number },
): LoanEstimate['terms'] {
  const daily = rateFromPercent(rate(config.usual_rate));
  const interestTerm = interestOfTerm(loan.amount, { days, daily, decimals });
  const assets = withLoan(collateral, loan);
  return {
    interestDay: loanInterest(loan.amount, daily, decimals),
    interestTerm,
    dueTotal: amount(loan.amount + interestTerm),
    riskRate: loanRiskRate({ assets, debt: loan }),
    levels: assets.flatMap(({ currency, price: unit }) => {
      const level = loanLiquidationLevel(assets, loan, currency);
      // USDT prices everything else and has no price of its own.
      return level && unit !== price('1') ? [{ currency, level }] : [];
    }),
  };
}

/** Estimates a loan; undefined while the currency has no price. */
export function estimateLoan(config: Config, draft: Draft): LoanEstimate | undefined {
  const found = config.currencies.find(({ id }) => id === draft.currency);
  if (!found || found.price === null) return undefined;
  const currency = { price: price(found.price), decimals: found.decimals };
  const usdt = { min: amount(config.min), max: amount(config.max) };
  const collateral = pricedCollateral(config, draft.collateral);
  const value = typedAmount(draft.amount);
  const days = typedDays(draft.days);
  const loan = value && { currency: draft.currency, amount: value, price: currency.price };
  return {
    max: maxBorrowable(collateral, usdt, currency),
    limits: loanLimitsIn(usdt, currency),
    isWithinLeverage: loan === undefined || isWithinLeverage(collateral, loan),
    terms:
      loan && days !== undefined
        ? termsOf(config, collateral, loan, { days, decimals: found.decimals })
        : undefined,
  };
}

export type DraftProblem = 'amount' | 'range' | 'leverage' | 'days' | 'collateral' | 'balance';

/** The first problem of a draft; undefined where it can be sent. */
export function problemOf(config: Config, draft: Draft, estimate: LoanEstimate): DraftProblem | undefined {
  const value = typedAmount(draft.amount);
  if (value === undefined) return 'amount';
  if (value < estimate.limits.min || value > estimate.limits.max) return 'range';
  const days = typedDays(draft.days);
  if (days === undefined || days < config.days_min || days > config.days_max) return 'days';
  if (pricedCollateral(config, draft.collateral).length === 0) return 'collateral';
  const isShort = draft.collateral.some(({ currency, text }) => {
    const available = config.currencies.find(({ id }) => id === currency)?.available;
    return available !== null && available !== undefined && (typedAmount(text) ?? 0n) > amount(available);
  });
  if (isShort) return 'balance';
  return estimate.isWithinLeverage ? undefined : 'leverage';
}

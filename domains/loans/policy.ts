import { BTC, ETH, USDC, USDT } from '@karat/domains/ledger';
import type { CurrencyId } from '@karat/contract';
import type { LoanLimits } from '@karat/rules';
import { amount, rate } from '@karat/money';
import type { Amount, Rate } from '@karat/money';

const DAY_MS = 86_400_000;

/** Terms of the product; configuration may replace each, and two operators the limits, terms and rates of loans to come. */
export interface LoanPolicy {
  /** In USDT. */
  readonly limits: LoanLimits;
  readonly daysMin: number;
  readonly daysMax: number;
  /** Currencies of loans and of collateral. */
  readonly currencies: readonly CurrencyId[];
  readonly vipLevel: number;
  /** How long operators have for a decision. */
  readonly decideMs: number;
  /** From this value in USDT on an approval takes two people. */
  readonly twoPeopleUsdt: Amount;
  /** Rate per day that the calculator shows; operators set the rate of each loan. */
  readonly usualDaily: Rate;
  readonly dailyMax: Rate;
  readonly conversionFee: Rate;
}

export const DEFAULT_POLICY: LoanPolicy = {
  limits: { min: amount('500000'), max: amount('10000000') },
  daysMin: 7,
  daysMax: 365,
  currencies: [USDT, BTC, ETH, USDC],
  vipLevel: 2,
  decideMs: 3 * DAY_MS,
  twoPeopleUsdt: amount('1000000'),
  usualDaily: rate('0.0003'),
  dailyMax: rate('0.01'),
  conversionFee: rate('0.001'),
};

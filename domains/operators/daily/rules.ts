import type { CurrencyId, DailyProduct, UserId } from '@karat/contract';
import { DAILY_PRODUCTS } from '@karat/contract';
import { UNIT, ZERO, amount, divideDown, format, mulDown, plus, price, roundDown } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { DAY_MS, utcDay } from '@karat/rules';

const NO_PRICE = price(0n);
const whole = (count: number): Amount => amount(BigInt(count) * UNIT);

/** Volume and fees of a product in one currency. */
export interface Turnover {
  readonly product: DailyProduct;
  readonly currency: CurrencyId;
  readonly volume: Amount;
  readonly fees: Amount;
}

/** Sum of deposits in one currency. */
export interface CreditedSum {
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly count: number;
}

/** Rows of a day, as the products record them. */
export interface DayRecords {
  readonly turnover: readonly Turnover[];
  /** Users who traded; a user of several products occurs several times. */
  readonly traders: readonly UserId[];
  readonly registrations: number;
  readonly deposits: readonly CreditedSum[];
  /** Value in USDT at the request. */
  readonly withdrawals: { readonly usdt: Amount; readonly count: number };
}

export type ByProduct = Readonly<Record<DailyProduct, Amount>>;

/** Figures of one day; amounts in USDT. */
export interface DayFigures {
  readonly volume: ByProduct;
  readonly fees: ByProduct;
  readonly registrations: number;
  readonly activeUsers: number;
  readonly deposits: Amount;
  readonly depositsCount: number;
  readonly withdrawals: Amount;
  readonly withdrawalsCount: number;
}

/** Currencies whose prices the figures of a day need. */
export const currenciesOf = ({ turnover, deposits }: DayRecords): CurrencyId[] => [
  ...new Set([...turnover, ...deposits].map(({ currency }) => currency)),
];

/** Returns figures by product from a function of the product. */
export const byProduct = (of: (product: DailyProduct) => Amount): ByProduct => ({
  spot: of('spot'),
  contracts: of('contracts'),
  options: of('options'),
  stocks: of('stocks'),
});

/** Values the records of a day in USDT; each sum of a currency is rounded down at 1e-10. Amounts without a price are left out. */
export function figuresOf(
  records: DayRecords,
  priceOf: (currency: CurrencyId) => Price | undefined,
): DayFigures {
  const { turnover, traders, registrations, deposits, withdrawals } = records;
  const value = (currency: CurrencyId, number: Amount): Amount =>
    mulDown(number, priceOf(currency) ?? NO_PRICE);
  const sumOf = (product: DailyProduct, of: 'volume' | 'fees'): Amount =>
    turnover
      .filter((row) => row.product === product)
      .reduce((sum, row) => plus(sum, value(row.currency, row[of])), ZERO);
  return {
    volume: byProduct((product) => sumOf(product, 'volume')),
    fees: byProduct((product) => sumOf(product, 'fees')),
    registrations,
    activeUsers: new Set(traders).size,
    deposits: deposits.reduce((sum, row) => plus(sum, value(row.currency, row.amount)), ZERO),
    depositsCount: deposits.reduce((sum, { count }) => sum + count, 0),
    withdrawals: withdrawals.usdt,
    withdrawalsCount: withdrawals.count,
  };
}

/** Sum over all products. */
export const sumOfProducts = (of: ByProduct): Amount =>
  DAILY_PRODUCTS.reduce((sum, product) => plus(sum, of[product]), ZERO);

/** A day is stored this long after its end: what was under way at midnight has been committed by then. */
export const SETTLING_MS = 600_000;

/** Start of a day `YYYY-MM-DD`, unix ms. */
export const startOfDay = (day: string): number => Date.parse(day);

/** The day after some days, `YYYY-MM-DD`. */
export const dayAfter = (day: string, days = 1): string => utcDay(startOfDay(day) + days * DAY_MS);

/** Moment from which a day may be stored, unix ms. */
export const storableAt = (day: string): number => startOfDay(day) + DAY_MS + SETTLING_MS;

/** Days from the first to the last one, both included. */
export const daysBetween = (first: string, last: string): string[] => {
  const count = Math.round((startOfDay(last) - startOfDay(first)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayAfter(first, index));
};

/** What totals are made of. */
export const TOTALS = {
  volume: ({ volume }) => sumOfProducts(volume),
  fees: ({ fees }) => sumOfProducts(fees),
  registrations: ({ registrations }) => whole(registrations),
  active_users: ({ activeUsers }) => whole(activeUsers),
  deposits: ({ deposits }) => deposits,
  withdrawals: ({ withdrawals }) => withdrawals,
} as const satisfies Record<string, (figures: DayFigures) => Amount>;
export type TotalName = keyof typeof TOTALS;

/** A day with its figures. */
export interface Day {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly isComplete: boolean;
  readonly figures: DayFigures;
}

const PERCENT = 100n;

/** Change from one sum to another in percent, one decimal, rounded towards zero; null if the first one is zero. */
export function changePercent(before: Amount, after: Amount): string | null {
  if (before === ZERO) return null;
  const tenths = ((after - before) * PERCENT * 10n) / before;
  return format(amount((tenths * UNIT) / 10n));
}

/**
 * Total of a period with its change. The change compares the complete days of the period with as many days right
 * before the period's first day, so that the running day does not count; null unless all of these days are known.
 */
export function totalOf(
  name: TotalName,
  period: readonly Day[],
  before: readonly Day[],
): { readonly value: Amount; readonly change: string | null } {
  const sumOf = (days: readonly Day[]): Amount =>
    days.reduce((sum, { figures }) => plus(sum, TOTALS[name](figures)), ZERO);
  const complete = period.filter(({ isComplete }) => isComplete);
  const first = complete[0]?.day;
  const start = first === undefined ? undefined : dayAfter(first, -complete.length);
  const compared = before.filter(({ day }) => start !== undefined && day >= start);
  const isKnown = complete.length > 0 && compared.length === complete.length;
  const sum = sumOf(period);
  const isMean = name === 'active_users' && period.length > 0;
  return {
    value: isMean ? roundDown(divideDown(sum, period.length), 0) : sum,
    change: isKnown ? changePercent(sumOf(compared), sumOf(complete)) : null,
  };
}

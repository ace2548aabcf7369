import type { Contract } from '@karat/contract';
import { DAILY_PRODUCTS } from '@karat/contract';
import { format } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import type { Cell } from '@karat/platform/spreadsheet';
import type { ConsoleDeps } from '../console.ts';
import { conditionsOf, fileOf } from '../record-files.ts';
import type { Period } from './days.ts';
import { totalOf } from './rules.ts';
import type { ByProduct, Day, TotalName } from './rules.ts';

type Calls = Pick<Handlers<Contract['operators']>, 'console/daily_figures' | 'console/daily_figures_export'>;

const productsView = (of: ByProduct) => ({
  spot: format(of.spot),
  contracts: format(of.contracts),
  options: format(of.options),
  stocks: format(of.stocks),
});

const dayView = ({ day, isComplete, figures }: Day) => ({
  day,
  complete: isComplete,
  volume: productsView(figures.volume),
  fees: productsView(figures.fees),
  registrations: figures.registrations,
  active_users: figures.activeUsers,
  deposits: format(figures.deposits),
  deposits_count: figures.depositsCount,
  withdrawals: format(figures.withdrawals),
  withdrawals_count: figures.withdrawalsCount,
});

function totalsView({ days, before }: Period) {
  const view = (name: TotalName) => {
    const { value, change } = totalOf(name, days, before);
    return { value: format(value), change };
  };
  return {
    volume: view('volume'),
    fees: view('fees'),
    registrations: view('registrations'),
    active_users: view('active_users'),
    deposits: view('deposits'),
    withdrawals: view('withdrawals'),
  };
}

const decimal = (text: string | number): Cell => ({ decimal: String(text) });

/** Rows of a file of days. */
function* dayCells(days: readonly Day[]): Generator<readonly Cell[]> {
  yield [
    'Day (UTC)',
    'Complete',
    ...DAILY_PRODUCTS.map((product) => `Volume ${product} (USDT)`),
    ...DAILY_PRODUCTS.map((product) => `Fees ${product} (USDT)`),
    'Registrations',
    'Active users',
    'Deposits (USDT)',
    'Deposits',
    'Withdrawals (USDT)',
    'Withdrawals',
  ];
  for (const { day, isComplete, figures } of days)
    yield [
      day,
      isComplete ? 'yes' : 'no',
      ...DAILY_PRODUCTS.map((product) => decimal(format(figures.volume[product]))),
      ...DAILY_PRODUCTS.map((product) => decimal(format(figures.fees[product]))),
      decimal(figures.registrations),
      decimal(figures.activeUsers),
      decimal(format(figures.deposits)),
      decimal(figures.depositsCount),
      decimal(format(figures.withdrawals)),
      decimal(figures.withdrawalsCount),
    ];
}

/** Answers the figures by day. */
export const dailyHandlers = ({ ctx, daily }: Pick<ConsoleDeps, 'ctx' | 'daily'>): Calls => ({
  'console/daily_figures': async ({ input }) => {
    const period = await daily.read(input.days);
    return {
      at_ms: period.at,
      days: period.days.map(dayView),
      pending: period.pending,
      unvalued: [...new Set(period.days.flatMap(({ unvalued }) => unvalued))].toSorted(),
      totals: totalsView(period),
    };
  },
  'console/daily_figures_export': async ({ input, caller }) => {
    const { days } = await daily.read(input.days);
    return fileOf(ctx, caller, {
      records: 'daily figures',
      conditions: conditionsOf(input),
      count: days.length,
      rows: dayCells(days),
    });
  },
});

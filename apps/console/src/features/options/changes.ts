import type { ReplyOf, SentTo } from '@karat/contract';
import { api } from '../../lib/api.ts';
import type { ChangeField } from '../../ui/ChangeFields.tsx';

export type Dashboard = ReplyOf<'console/options'>;
type Values = Readonly<Record<string, string | number | boolean>>;

/** Terms of new options that may be asked for; open orders keep theirs. */
export interface Change {
  readonly title: string;
  readonly fields: readonly ChangeField[];
  readonly before: Values;
  readonly send: (values: Values & { readonly reason: string }) => Promise<unknown>;
}

const figure = (name: string, label: string): ChangeField => ({ name, label, kind: 'figure' });
const offered: ChangeField = { name: 'enabled', label: 'Offered', kind: 'switch' };

const DURATION = [
  figure('profit_ratio', 'Profit of a win, %'),
  figure('min_amount', 'Smallest stake'),
  figure('max_amount', 'Largest stake'),
  offered,
];
const CURRENCY = [
  figure('min_stake', 'Smallest stake'),
  figure('max_stake', 'Largest stake'),
  figure('user_max', 'Open stakes of one user'),
  figure('window_max', 'Owed for one market and expiry'),
  figure('pool_max', 'Owed in all'),
  offered,
];

export const changeDuration = (row: Dashboard['durations'][number]): Change => ({
  title: `Options of ${row.seconds} s`,
  fields: DURATION,
  before: {
    profit_ratio: row.profit_ratio,
    min_amount: row.min_amount,
    max_amount: row.max_amount,
    enabled: row.status === 1,
  },
  send: (values) =>
    api.post('console/option_duration', {
      ...values,
      seconds: row.seconds,
    } as SentTo<'console/option_duration'>),
});

export const NEW_DURATION: Change = {
  title: 'New duration',
  fields: [figure('seconds', 'Seconds'), ...DURATION],
  before: { enabled: true },
  send: (values) =>
    api.post('console/option_duration', values as unknown as SentTo<'console/option_duration'>),
};

export const changeCurrency = ({
  currency_id,
  currency_name,
  ...before
}: Dashboard['currencies'][number]): Change => ({
  title: `Options paid in ${currency_name}`,
  fields: CURRENCY,
  before,
  send: (values) =>
    api.post('console/option_currency', {
      ...values,
      currency_id,
    } as unknown as SentTo<'console/option_currency'>),
});

export const changeRegions = (regions: readonly string[]): Change => ({
  title: 'Regions without options',
  fields: [{ name: 'regions', label: 'ISO country codes, comma between' }],
  before: { regions: regions.join(', ') },
  send: (values) => api.post('console/option_regions', values as unknown as SentTo<'console/option_regions'>),
});

import { FLAG } from '@karat/contract';
import type { ReplyOf } from '@karat/contract';
import { api } from '../../lib/api.ts';
import { atLeast, figure, notDecimal } from '../../ui/change.ts';
import type { Change, ChangeValues } from '../../ui/change.ts';
import { isOn, textAt } from '../../ui/ChangeFields.tsx';
import type { ChangeField } from '../../ui/ChangeFields.tsx';

export type Dashboard = ReplyOf<'console/options'>;

/** Shortest and longest option, in seconds. */
const SECONDS = { min: 5, max: 3_000 };
const PERCENT_MAX = 100;

const share = (value: string): string | undefined =>
  notDecimal(value) ??
  (Number(value) > 0 && Number(value) <= PERCENT_MAX ? undefined : 'Above 0 and at most 100');

const offered: ChangeField = { name: 'enabled', label: 'Offered', kind: 'switch' };

const DURATION = [
  figure('profit_ratio', 'Profit of a win, %', share),
  figure('min_amount', 'Smallest stake', notDecimal),
  figure('max_amount', 'Largest stake', atLeast('min_amount', 'Not below the smallest stake')),
  offered,
];
const CURRENCY = [
  figure('min_stake', 'Smallest stake', notDecimal),
  figure('max_stake', 'Largest stake', atLeast('min_stake', 'Not below the smallest stake')),
  figure('user_max', 'Open stakes of one user', atLeast('max_stake', 'Not below the largest stake')),
  figure('window_max', 'Owed for one market and expiry', notDecimal),
  figure('pool_max', 'Owed in all', notDecimal),
  offered,
];

const durationOf = (values: ChangeValues & { readonly reason: string }) => ({
  profit_ratio: textAt(values, 'profit_ratio'),
  min_amount: textAt(values, 'min_amount'),
  max_amount: textAt(values, 'max_amount'),
  enabled: isOn(values, 'enabled'),
  reason: values.reason,
});

export const changeDuration = (row: Dashboard['durations'][number]): Change => ({
  title: `Options of ${row.seconds} s`,
  fields: DURATION,
  before: {
    profit_ratio: row.profit_ratio,
    min_amount: row.min_amount,
    max_amount: row.max_amount,
    enabled: row.status === FLAG.yes,
  },
  send: (values) => api.post('console/option_duration', { ...durationOf(values), seconds: row.seconds }),
});

/** Checks the seconds of a new duration; an existing one is changed in its row. */
const newSeconds =
  (there: readonly number[]) =>
  (value: string): string | undefined => {
    const seconds = /^\d{1,4}$/.test(value) ? Number(value) : 0;
    if (seconds < SECONDS.min || seconds > SECONDS.max)
      return `A whole number from ${SECONDS.min} to ${SECONDS.max}`;
    return there.includes(seconds) ? `There is one of ${seconds} s: change that one` : undefined;
  };

export const newDuration = (rows: readonly Dashboard['durations'][number][]): Change => ({
  title: 'New duration',
  fields: [figure('seconds', 'Seconds', newSeconds(rows.map(({ seconds }) => seconds))), ...DURATION],
  before: { enabled: true },
  send: (values) =>
    api.post('console/option_duration', { ...durationOf(values), seconds: textAt(values, 'seconds') }),
});

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
      currency_id,
      enabled: isOn(values, 'enabled'),
      min_stake: textAt(values, 'min_stake'),
      max_stake: textAt(values, 'max_stake'),
      user_max: textAt(values, 'user_max'),
      window_max: textAt(values, 'window_max'),
      pool_max: textAt(values, 'pool_max'),
      reason: values.reason,
    }),
});

export const changeRegions = (regions: readonly string[]): Change => ({
  title: 'Regions without options',
  fields: [{ name: 'regions', label: 'ISO country codes, comma between' }],
  before: { regions: regions.join(', ') },
  about: { area_unknown: 'regions' },
  send: (values) =>
    api.post('console/option_regions', { regions: textAt(values, 'regions'), reason: values.reason }),
});

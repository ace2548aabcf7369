import { BATCHED_SEARCH_DAYS, JOURNAL_KINDS, isBatched } from '@karat/contract';
import { Alert, Flex, Input, Select } from 'antd';
import { api, useCall } from '../../lib/api.ts';
import { DAY_MS, NO_DAYS, rangeOf } from '../../lib/utc.ts';
import type { Days } from '../../lib/utc.ts';
import { DayRange } from '../../ui/DayRange.tsx';
import { ExportButton } from '../../ui/ExportButton.tsx';

/** Conditions as the operator enters them; empty for none. */
export interface Filter {
  readonly kind: string;
  readonly uid: string;
  readonly reference: string;
  readonly currency: string;
  readonly min: string;
  readonly max: string;
  readonly days: Days;
}

export const NO_FILTER: Filter = {
  kind: '',
  uid: '',
  reference: '',
  currency: '',
  min: '',
  max: '',
  days: NO_DAYS,
};

type Conditions = Partial<Record<Exclude<keyof Filter, 'days'>, string>> & { from?: number; to?: number };

/** Conditions as the call reads them. */
export const conditionsOf = ({ days, ...texts }: Filter): Conditions => ({
  ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
  ...rangeOf(days),
});

/** Whether a search leaves trades out, or needs days for them; undefined for any other one. */
export function tradesIn({
  uid,
  kind,
  currency,
  min,
  max,
  days,
}: Filter): 'left_out' | 'need_days' | undefined {
  if (uid !== '' || (currency === '' && min === '' && max === '')) return undefined;
  if (kind === '') return 'left_out';
  const { from, to } = rangeOf(days);
  if (!isBatched(kind)) return undefined;
  return from === undefined || to === undefined || to - from > BATCHED_SEARCH_DAYS * DAY_MS
    ? 'need_days'
    : undefined;
}

const TRADES = {
  left_out: `Trades are not searched: choose their kind and at most ${BATCHED_SEARCH_DAYS} days for that.`,
  need_days: `Trades are searched by amount and currency within days only: choose both, at most ${BATCHED_SEARCH_DAYS}.`,
} as const;

/** Says what a search by amount leaves out. */
export function TradesNote({ filter }: { filter: Filter }) {
  const trades = tradesIn(filter);
  if (trades === undefined) return null;
  const type = trades === 'need_days' ? 'warning' : 'info';
  return <Alert type={type} showIcon title={TRADES[trades]} style={{ marginBottom: 16 }} />;
}

/** A condition that is searched with enter. */
function Field({ label, width, search }: { label: string; width: number; search: (text: string) => void }) {
  return (
    <Input.Search
      aria-label={label}
      placeholder={label}
      allowClear
      onSearch={(text) => search(text.trim())}
      style={{ width }}
    />
  );
}

/** Filters of the journals, and their export. */
export function Filters({ value, choose }: { value: Filter; choose: (filter: Filter) => void }) {
  const accounts = useCall('console/correction_accounts', {});
  const set = (name: Exclude<keyof Filter, 'days'>) => (text: string | undefined) =>
    choose({ ...value, [name]: text ?? '' });
  return (
    <Flex gap={8} wrap align="center" style={{ marginBottom: 16 }}>
      <Select
        aria-label="Kind"
        placeholder="Kind"
        allowClear
        showSearch
        value={value.kind || undefined}
        onChange={set('kind')}
        options={JOURNAL_KINDS.map((kind) => ({ value: kind, label: kind }))}
        style={{ width: 200 }}
      />
      <Field label="UID" width={140} search={set('uid')} />
      <Field label="Reference or key" width={240} search={set('reference')} />
      <Select
        aria-label="Currency"
        placeholder="Currency"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={value.currency || undefined}
        onChange={set('currency')}
        options={(accounts.data?.currencies ?? []).map(({ id, code }) => ({
          value: String(id),
          label: code,
        }))}
        style={{ width: 130 }}
      />
      <Field label="Amount from" width={140} search={set('min')} />
      <Field label="Amount to" width={140} search={set('max')} />
      <DayRange value={value.days} choose={(days) => choose({ ...value, days })} />
      <ExportButton
        load={() => api.file('console/journals_export', conditionsOf(value))}
        name="karat-journals.csv"
      />
    </Flex>
  );
}

import type { Code, ReplyOf } from '@karat/contract';
import { api } from '../../lib/api.ts';
import { momentOf, momentText, wrongMoment } from '../../lib/utc.ts';
import { atLeast, notDecimal } from '../../ui/change.ts';
import { isOn, textAt } from '../../ui/ChangeFields.tsx';
import type { ChangeField, Values } from '../../ui/ChangeFields.tsx';

export type Product = ReplyOf<'console/mining_products'>[number];

/** A request for a product or for other terms. */
export interface Request {
  readonly title: string;
  readonly fields: readonly ChangeField[];
  readonly before: Values;
  readonly about: Readonly<Partial<Record<Code, string>>>;
  readonly isNew: boolean;
  readonly send: (values: Values & { readonly reason: string }) => Promise<unknown>;
}

const percent =
  (max: number, min: number) =>
  (value: string): string | undefined =>
    notDecimal(value) ?? (Number(value) < min || Number(value) > max ? `At most ${max}` : undefined);
const TERMS: readonly ChangeField[] = [
  { name: 'interest_rate', label: 'Daily rate, %', kind: 'figure', wrong: percent(10, 0.0000001) },
  { name: 'penalty_ratio', label: 'Penalty per remaining day, %', kind: 'figure', wrong: percent(100, 0) },
  { name: 'save_min', label: 'Minimum per order', kind: 'figure', wrong: notDecimal },
  {
    name: 'save_max',
    label: 'Maximum per user',
    kind: 'figure',
    wrong: atLeast('save_min', 'Not below the minimum per order'),
  },
  {
    name: 'total',
    label: 'Total cap',
    kind: 'figure',
    wrong: atLeast('save_max', 'Not below the maximum per user'),
  },
  { name: 'opens', label: 'Opens, UTC', wrong: wrongMoment, extra: 'Empty: at once' },
  { name: 'closes', label: 'Closes, UTC', wrong: wrongMoment, extra: 'Empty: never' },
  { name: 'vip_only', label: 'VIP only', kind: 'switch' },
];

const CATEGORIES = [
  { value: 'lockup', label: 'Lock-up' },
  { value: 'defi', label: 'DeFi' },
  { value: 'cloud', label: 'Cloud' },
  { value: 'flexible', label: 'Flexible' },
] as const;
const DAYS = ['0', '5', '7', '14', '21', '30', '45', '60', '90', '120', '180', '270', '365'];
const key = (currencies: readonly { id: number; code: string }[]): readonly ChangeField[] => [
  {
    name: 'currency_id',
    label: 'Currency',
    options: currencies.map(({ id, code }) => ({ value: String(id), label: code })),
  },
  {
    name: 'category',
    label: 'Type',
    options: CATEGORIES,
  },
  {
    name: 'day',
    label: 'Term',
    options: DAYS.map((value) => ({ value, label: value === '0' ? 'Flexible' : `${value} days` })),
  },
];

const timeText = (ms: number | null): string => (ms === null ? '' : momentText(ms));
const msOf = (text: string): number | undefined => (text === '' ? undefined : momentOf(text));

/** The terms of a form as the calls take them: times in ms. */
function termsOf(values: Values & { readonly reason: string }) {
  const [opens_ms, closes_ms] = [msOf(textAt(values, 'opens')), msOf(textAt(values, 'closes'))];
  return {
    interest_rate: textAt(values, 'interest_rate'),
    penalty_ratio: textAt(values, 'penalty_ratio'),
    save_min: textAt(values, 'save_min'),
    save_max: textAt(values, 'save_max'),
    total: textAt(values, 'total'),
    ...(opens_ms === undefined ? {} : { opens_ms }),
    ...(closes_ms === undefined ? {} : { closes_ms }),
    vip_only: isOn(values, 'vip_only'),
    reason: values.reason,
  };
}

const ABOUT = { currency_unknown: 'currency_id' } as const;

export const newProduct = (currencies: readonly { id: number; code: string }[]): Request => ({
  title: 'New Earn product',
  fields: [...key(currencies), ...TERMS],
  before: { category: 'lockup', day: '30', penalty_ratio: '0', vip_only: false },
  about: ABOUT,
  isNew: true,
  send: (values) =>
    api.post('console/mining_product', {
      ...termsOf(values),
      currency_id: textAt(values, 'currency_id'),
      category: CATEGORIES.find(({ value }) => value === textAt(values, 'category'))?.value ?? 'lockup',
      day: textAt(values, 'day'),
    }),
});

export const otherTerms = (product: Product): Request => ({
  title: `Terms of ${product.currency_name}, product ${product.id}`,
  fields: TERMS,
  before: {
    interest_rate: product.interest_rate,
    penalty_ratio: product.penalty_ratio,
    save_min: product.save_min,
    save_max: product.save_max,
    total: product.total,
    opens: timeText(product.opens_ms),
    closes: timeText(product.closes_ms),
    vip_only: product.vip_only,
  },
  about: ABOUT,
  isNew: false,
  send: (values) => api.post('console/mining_terms', { ...termsOf(values), id: product.id }),
});

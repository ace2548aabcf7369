import type { ReplyOf, SentTo } from '@karat/contract';
import { api } from '../../lib/api.ts';
import { momentOf, momentText, wrongMoment } from '../../lib/utc.ts';
import type { ChangeField } from '../../ui/ChangeFields.tsx';

export type Project = ReplyOf<'console/projects'>['data'][number];
type Values = Readonly<Record<string, string | number | boolean>>;

/** Something that a second operator approves. */
export interface Change {
  readonly title: string;
  readonly fields: readonly ChangeField[];
  readonly before: Values;
  readonly send: (values: Values & { readonly reason: string }) => Promise<unknown>;
  /** A new project: with texts in further languages and pictures. */
  readonly isProject?: true;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const decimal = (value: string): string | undefined =>
  /^\d{1,18}(\.\d{1,10})?$/.test(value) && Number(value) > 0 ? undefined : 'A decimal number above zero';
const code = (value: string): string | undefined =>
  /^[A-Z0-9]{2,10}$/.test(value) ? undefined : 'Two to ten capital letters or digits';
const link = (value: string): string | undefined =>
  value.startsWith('https://') ? undefined : 'An address that begins with https://';
const long = (value: string): string | undefined =>
  value.trim().length >= 8 ? undefined : 'Name the document, at least eight letters';

const figure = (name: string, label: string, extra?: string): ChangeField => ({
  name,
  label,
  kind: 'figure',
  wrong: decimal,
  ...(extra === undefined ? {} : { extra }),
});
const typed = (
  name: string,
  label: string,
  wrong?: NonNullable<ChangeField['wrong']>,
  extra?: string,
): ChangeField => ({
  name,
  label,
  ...(wrong === undefined ? {} : { wrong }),
  ...(extra === undefined ? {} : { extra }),
});

const TIMES = [
  typed('start', 'Subscription starts, UTC', wrongMoment),
  typed('end', 'Subscription ends, UTC', wrongMoment),
  typed(
    'listing',
    'Listing, UTC',
    wrongMoment,
    'Tokens are unlocked then. Empty: two operators list it later.',
  ),
];

/** Times as they are sent; an unchanged text keeps the seconds that it does not show. */
function timesOf(values: Values, before?: Project): Values {
  const time = (name: string, ms: number | null | undefined): number | undefined => {
    const text = String(values[name] ?? '');
    if (text === '') return undefined;
    return ms !== null && ms !== undefined && text === momentText(ms) ? ms : momentOf(text);
  };
  const listing = time('listing', before?.listing_ms);
  return {
    start_ms: time('start', before?.start_ms) ?? Number.NaN,
    end_ms: time('end', before?.end_ms) ?? Number.NaN,
    ...(listing === undefined ? {} : { listing_ms: listing }),
  };
}

const PAY_CURRENCIES = [
  { value: '3', label: 'USDT' },
  { value: '3,45', label: 'USDT and USDC' },
  { value: '3,45,1,2', label: 'USDT, USDC, BTC and ETH' },
] as const;

/** A new project; `now` fills in its timetable. Texts in other languages and pictures are added by the caller. */
export const newProject = (now: number): Change => ({
  title: 'New project',
  isProject: true,
  fields: [
    {
      name: 'kind',
      label: 'Kind',
      options: [
        { value: 'token', label: 'Token launch' },
        { value: 'fund', label: 'Real-estate fund' },
      ],
    },
    typed('code', 'Code of the new currency', code),
    {
      name: 'decimals',
      label: 'Decimals of the token',
      options: Array.from({ length: 9 }, (_, n) => ({ value: String(n), label: String(n) })),
    },
    figure('supply', 'Tokens for sale'),
    figure('price', 'Price in USDT'),
    {
      name: 'pay_currencies',
      label: 'Paid in',
      extra: 'Other prices follow the index of this moment and are approved with the project',
      options: PAY_CURRENCIES,
    },
    figure('save_min', 'Minimum of an application'),
    figure('user_max', 'Maximum of a user'),
    ...TIMES,
    typed('white_paper', 'White paper', link),
    typed('website', 'Website', link),
  ],
  before: {
    kind: 'token',
    decimals: '2',
    pay_currencies: '3',
    start: momentText(now + MINUTE_MS),
    end: momentText(now + 7 * DAY_MS),
  },
  send: ({ start, end, listing = '', ...values }) =>
    api.post('console/project_add', {
      ...values,
      ...timesOf({ start: start ?? '', end: end ?? '', listing }),
    } as unknown as SentTo<'console/project_add'>),
});

/** Another timetable of a project. */
export const changeTimes = (project: Project): Change => ({
  title: `Timetable of ${project.currency_name}`,
  fields: TIMES,
  before: {
    start: momentText(project.start_ms),
    end: momentText(project.end_ms),
    ...(project.listing_ms === null ? {} : { listing: momentText(project.listing_ms) }),
  },
  send: ({ reason, ...values }) =>
    api.post('console/project_times', {
      id: project.id,
      ...timesOf(values, project),
      reason,
    } as unknown as SentTo<'console/project_times'>),
});

export const listProject = ({ id, currency_name: token }: Project): Change => ({
  title: `List ${token}: unlock its tokens now`,
  fields: [],
  before: {},
  send: ({ reason }) => api.post('console/project_listing', { id, reason }),
});

export const cancelProject = ({ id, currency_name: token }: Project): Change => ({
  title: `Withdraw ${token}: every application is refunded`,
  fields: [],
  before: {},
  send: ({ reason }) => api.post('console/project_cancel', { id, reason }),
});

const CURRENCIES = [
  { value: '3', label: 'USDT' },
  { value: '45', label: 'USDC' },
] as const;
const MONEY = [
  figure('amount', 'Amount'),
  { name: 'currency_id', label: 'Currency', options: CURRENCIES },
] as const;

/** A dividend of a listed fund to the holders at a record time. */
export const payDividend = ({ id, currency_name: token }: Project, now: number): Change => ({
  title: `Dividend of ${token}`,
  fields: [
    ...MONEY,
    typed('record', 'Record time, UTC', wrongMoment, 'Holders of tokens at that time are paid'),
  ],
  before: { currency_id: '3', record: momentText(now + DAY_MS) },
  send: ({ record = '', ...values }) =>
    api.post('console/dividend', {
      ...values,
      id,
      record_ms: momentOf(String(record)),
    } as unknown as SentTo<'console/dividend'>),
});

/** Income of a fund into the house account of dividends. */
export const bookIncome = ({ id, currency_name: token }: Project): Change => ({
  title: `Income of ${token}`,
  fields: [...MONEY, typed('document', 'Document', long, 'The bank statement or the rent roll')],
  before: { currency_id: '3' },
  send: (values) =>
    api.post('console/dividend_income', {
      ...values,
      id,
    } as unknown as SentTo<'console/dividend_income'>),
});

import type { ReplyOf } from '@karat/contract';
import { api } from '../../lib/api.ts';
import { momentOf, momentText, wrongMoment } from '../../lib/utc.ts';
import { figure, notAboveZero, notDocument, typed } from '../../ui/change.ts';
import type { Change, ChangeValues } from '../../ui/change.ts';
import { textAt } from '../../ui/ChangeFields.tsx';

export type Project = ReplyOf<'console/projects'>['data'][number];

/** A change; a new project also has texts in further languages, pictures and a white paper. */
export interface ProjectChange extends Change {
  readonly isProject?: true;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const code = (value: string): string | undefined =>
  /^[A-Z0-9]{2,10}$/.test(value) ? undefined : 'Two to ten capital letters or digits';
const optionalFigure = (value: string): string | undefined =>
  value === '' ? undefined : notAboveZero(value);
const link = (value: string): string | undefined =>
  value.startsWith('https://') ? undefined : 'An address that begins with https://';
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
function timesOf(values: ChangeValues, before?: Project) {
  const time = (name: string, ms: number | null | undefined): number => {
    const text = textAt(values, name);
    return typeof ms === 'number' && text === momentText(ms) ? ms : momentOf(text);
  };
  return {
    start_ms: time('start', before?.start_ms),
    end_ms: time('end', before?.end_ms),
    ...(textAt(values, 'listing') === '' ? {} : { listing_ms: time('listing', before?.listing_ms) }),
  };
}

const PAY_CURRENCIES = [
  { value: '3', label: 'USDT' },
  { value: '3,45', label: 'USDT and USDC' },
  { value: '3,45,1,2', label: 'USDT, USDC, BTC and ETH' },
] as const;

/** A new project; `now` fills in its timetable. Texts in other languages and pictures are added by the caller. */
export const newProject = (now: number): ProjectChange => ({
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
    figure('supply', 'Tokens for sale', notAboveZero),
    figure('price', 'Price in USDT', notAboveZero),
    {
      name: 'pay_currencies',
      label: 'Paid in',
      extra: 'Other prices follow the index of this moment and are approved with the project',
      options: PAY_CURRENCIES,
    },
    figure('save_min', 'Minimum of an application', notAboveZero),
    figure('user_max', 'Maximum of a user', notAboveZero),
    ...TIMES,
    typed('white_paper', 'White paper, link', link),
    typed('website', 'Website', link),
  ],
  before: {
    kind: 'token',
    decimals: '2',
    pay_currencies: '3',
    start: momentText(now + MINUTE_MS),
    end: momentText(now + 7 * DAY_MS),
  },
  send: (values) =>
    api.post('console/project_add', {
      ...timesOf(values),
      kind: textAt(values, 'kind') === 'fund' ? 'fund' : 'token',
      code: textAt(values, 'code'),
      decimals: Number(textAt(values, 'decimals')),
      texts: textAt(values, 'texts'),
      logo: textAt(values, 'logo'),
      gallery: textAt(values, 'gallery'),
      supply: textAt(values, 'supply'),
      price: textAt(values, 'price'),
      pay_currencies: textAt(values, 'pay_currencies'),
      save_min: textAt(values, 'save_min'),
      user_max: textAt(values, 'user_max'),
      white_paper: textAt(values, 'white_paper'),
      paper: textAt(values, 'paper'),
      website: textAt(values, 'website'),
      reason: values.reason,
    }),
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
  send: (values) =>
    api.post('console/project_times', {
      ...timesOf(values, project),
      id: project.id,
      reason: values.reason,
    }),
});

export const listProject = ({ id, currency_name: token }: Project): Change => ({
  title: `List ${token}: unlock its tokens now`,
  fields: [],
  before: {},
  send: ({ reason }) => api.post('console/project_listing', { id, reason }),
});

const QUOTES = [
  { value: '', label: 'No market: tokens stay in the assets' },
  { value: '3', label: 'USDT' },
  { value: '45', label: 'USDC' },
] as const;

/** The spot market that the listing opens, or none. */
export const planMarket = ({ id, currency_name: token, market }: Project): Change => ({
  title: `Spot market of ${token} from the listing on`,
  fields: [
    { name: 'quote_currency', label: 'Traded against', options: QUOTES },
    typed(
      'tick',
      'Price step',
      optionalFigure,
      'One step of each multiplied must be payable in the quote currency',
    ),
    typed('lot', 'Quantity step', optionalFigure),
    typed('min_notional', 'Minimum order value', optionalFigure),
    typed(
      'reference_price',
      'First index',
      optionalFigure,
      'The index until the first trade; empty: the price of the subscription',
    ),
  ],
  before: {
    quote_currency: market ? String(market.quote_id) : '',
    tick: market?.tick ?? '0.0001',
    lot: market?.lot ?? '1',
    min_notional: market?.min_notional ?? '5',
    reference_price: market?.reference_price ?? '',
  },
  send: (values) => {
    const quote = textAt(values, 'quote_currency');
    const steps = ['tick', 'lot', 'min_notional', 'reference_price'] as const;
    const given = quote === '' ? [] : steps.filter((name) => textAt(values, name) !== '');
    return api.post('console/project_market', {
      id,
      ...(quote === '' ? {} : { quote_currency: quote }),
      ...Object.fromEntries(given.map((name) => [name, textAt(values, name)])),
      reason: values.reason,
    });
  },
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
  figure('amount', 'Amount', notAboveZero),
  { name: 'currency_id', label: 'Currency', options: CURRENCIES },
] as const;

const moneyOf = (values: ChangeValues & { readonly reason: string }) => ({
  amount: textAt(values, 'amount'),
  currency_id: textAt(values, 'currency_id'),
  reason: values.reason,
});

/** A dividend of a listed fund to the holders at a record time. */
export const payDividend = ({ id, currency_name: token }: Project, now: number): Change => ({
  title: `Dividend of ${token}`,
  fields: [
    ...MONEY,
    typed('record', 'Record time, UTC', wrongMoment, 'Holders of tokens at that time are paid'),
  ],
  before: { currency_id: '3', record: momentText(now + DAY_MS) },
  send: (values) =>
    api.post('console/dividend', {
      ...moneyOf(values),
      id,
      record_ms: momentOf(textAt(values, 'record')),
    }),
});

/** Income of a fund into the house account of dividends. */
export const bookIncome = ({ id, currency_name: token }: Project): Change => ({
  title: `Income of ${token}`,
  fields: [...MONEY, typed('document', 'Document', notDocument, 'The bank statement or the rent roll')],
  before: { currency_id: '3' },
  send: (values) =>
    api.post('console/dividend_income', {
      ...moneyOf(values),
      id,
      document: textAt(values, 'document'),
    }),
});

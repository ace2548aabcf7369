import type { ReplyOf } from '@karat/contract';
import { api } from '../../lib/api.ts';
import { momentOf, momentText, wrongMoment } from '../../lib/utc.ts';
import { figure, notAboveZero, notDocument, typed } from '../../ui/change.ts';
import type { Change, ChangeValues } from '../../ui/change.ts';
import { isOn, textAt } from '../../ui/ChangeFields.tsx';

export type Product = ReplyOf<'console/dual_products'>['data'][number];
export type Settlement = ReplyOf<'console/dual'>['settlements'][number];
const whole = (value: string): string | undefined =>
  /^[1-9]\d{0,8}$/.test(value) ? undefined : 'A whole number above zero';
const date = (value: string): string | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(value) ? undefined : 'A date, 2026-12-24';
const TERMS = [
  figure('apr', 'APR, %', notAboveZero),
  figure('total_shares', 'Shares', whole),
  figure('user_max_shares', 'Shares per user', whole),
];

const termsOf = (values: ChangeValues & { readonly reason: string }) => ({
  apr: textAt(values, 'apr'),
  total_shares: textAt(values, 'total_shares'),
  user_max_shares: textAt(values, 'user_max_shares'),
  reason: values.reason,
});

/** A new product; `now` fills in the sale. */
export const newProduct = (
  markets: readonly { readonly match_id: number; readonly symbol: string }[],
  now: number,
): Change => ({
  title: 'New dual investment product',
  fields: [
    {
      name: 'market_id',
      label: 'Market',
      options: markets.map(({ match_id: id, symbol }) => ({ value: String(id), label: symbol })),
    },
    {
      name: 'type',
      label: 'Direction',
      options: [
        { value: 'call', label: 'Call: paid in the coin' },
        { value: 'put', label: 'Put: paid in USDT' },
      ],
    },
    figure('strike', 'Strike', notAboveZero),
    ...TERMS,
    figure('share_price', 'Share price', notAboveZero, 'In the coin for a call, in USDT for a put'),
    typed('sale_start', 'Sale starts, UTC', wrongMoment),
    typed('sale_end', 'Sale ends, UTC', wrongMoment, 'On an earlier date than maturity in Hong Kong'),
    typed('maturity', 'Maturity date', date, 'It settles at 16:00 in Hong Kong'),
  ],
  before: { sale_start: momentText(now) },
  send: (values) =>
    api.post('console/dual_product', {
      ...termsOf(values),
      market_id: textAt(values, 'market_id'),
      type: textAt(values, 'type') === 'put' ? 'put' : 'call',
      strike: textAt(values, 'strike'),
      share_price: textAt(values, 'share_price'),
      sale_start_ms: momentOf(textAt(values, 'sale_start')),
      sale_end_ms: momentOf(textAt(values, 'sale_end')),
      maturity: textAt(values, 'maturity'),
    }),
});

/** Terms of a product for orders to come. */
export const changeTerms = (product: Product): Change => ({
  title: `${product.symbol} ${product.type} ${product.strike}`,
  fields: [
    ...TERMS,
    typed('sale_end', 'Sale ends, UTC', wrongMoment),
    { name: 'enabled', label: 'For sale', kind: 'switch' },
  ],
  before: {
    apr: product.apr,
    total_shares: String(product.total_shares),
    user_max_shares: String(product.user_max_shares),
    sale_end: momentText(product.sale_end_ms),
    enabled: product.enabled,
  },
  send: (values) => {
    const end = textAt(values, 'sale_end');
    return api.post('console/dual_terms', {
      ...termsOf(values),
      id: product.id,
      // An unchanged text keeps the seconds that it does not show.
      sale_end_ms: end === momentText(product.sale_end_ms) ? product.sale_end_ms : momentOf(end),
      enabled: isOn(values, 'enabled'),
    });
  },
});

/** A documented price for a maturity with too few ticks. */
export const givePrice = ({ market_id: id, maturity_ms: at, symbol }: Settlement): Change => ({
  title: `Settlement price of ${symbol}`,
  fields: [
    figure('price', 'Price', notAboveZero),
    typed('source', 'Document', notDocument, 'Where anybody finds this price. It stands on every receipt.'),
  ],
  before: {},
  send: (values) =>
    api.post('console/dual_source', {
      market_id: id,
      maturity_ms: at,
      price: textAt(values, 'price'),
      source: textAt(values, 'source'),
      reason: values.reason,
    }),
});

/** Every principal of a maturity returns. */
export const voidMaturity = ({ market_id: id, maturity_ms: at, symbol }: Settlement): Change => ({
  title: `Void the maturity of ${symbol}: every principal returns`,
  fields: [],
  before: {},
  send: ({ reason }) => api.post('console/dual_void', { market_id: id, maturity_ms: at, reason }),
});

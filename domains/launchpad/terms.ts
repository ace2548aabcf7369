import { currencyId, refuse } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import type { Payload } from '@karat/domains/operators';
import { amount, format, isMultipleOf, price, smallestUnit } from '@karat/money';
import type { Price } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import { priceInCurrency } from '@karat/rules';
import type { LaunchpadDeps } from './deps.ts';
import type { Paper, PayPrice, ProjectTerms, ProjectTexts, Timetable } from './types.ts';

const SUPPLY_MAX = amount('1000000000000000');
const PAY_CURRENCIES_MAX = 8;
const GALLERY_MAX = 8;

const textAt = (payload: Payload, field: string): string => String(payload[field] ?? '');
const optionalText = (payload: Payload, field: string): string | undefined =>
  textAt(payload, field) === '' ? undefined : textAt(payload, field);
const numberAt = (payload: Payload, field: string): number => Number(payload[field]);

export const timesOf = (payload: Payload): Timetable => ({
  startMs: numberAt(payload, 'start_ms'),
  endMs: numberAt(payload, 'end_ms'),
  listingMs: payload['listing_ms'] === undefined ? undefined : numberAt(payload, 'listing_ms'),
});

/** `id:decimals:price`, separated by commas. */
const pricesText = (prices: readonly PayPrice[]): string =>
  prices.map((each) => `${each.currencyId}:${each.decimals}:${format(each.price)}`).join(',');

const pricesOf = (text: string): PayPrice[] =>
  text.split(',').map((each) => {
    const [id = '', decimals = '', value = ''] = each.split(':');
    return { currencyId: currencyId(Number(id)), decimals: Number(decimals), price: price(value) };
  });

/** A project as an approval request stores it. */
export const payloadOf = (terms: ProjectTerms): Payload => ({
  kind: terms.kind,
  code: terms.code,
  decimals: terms.decimals,
  texts: JSON.stringify(terms.texts),
  ...(terms.logo === undefined ? {} : { logo: terms.logo }),
  ...(terms.gallery.length === 0 ? {} : { gallery: terms.gallery.join(',') }),
  ...(terms.whitePaper === undefined ? {} : { white_paper: terms.whitePaper }),
  ...(terms.paper === undefined
    ? {}
    : {
        paper: terms.paper.file,
        paper_sha256: terms.paper.sha256,
        paper_bytes: terms.paper.bytes,
      }),
  ...(terms.website === undefined ? {} : { website: terms.website }),
  supply: format(terms.supply),
  price: format(terms.price),
  prices: pricesText(terms.prices),
  save_min: format(terms.orderMin),
  user_max: format(terms.userMax),
  start_ms: terms.startMs,
  end_ms: terms.endMs,
  ...(terms.listingMs === undefined ? {} : { listing_ms: terms.listingMs }),
});

const paperOf = (payload: Payload): Paper | undefined => {
  const file = optionalText(payload, 'paper');
  return file === undefined
    ? undefined
    : { file, sha256: textAt(payload, 'paper_sha256'), bytes: numberAt(payload, 'paper_bytes') };
};

/** A project from an approved payload. */
export const termsOf = (payload: Payload): ProjectTerms => ({
  kind: textAt(payload, 'kind') === 'fund' ? 'fund' : 'token',
  code: textAt(payload, 'code'),
  decimals: numberAt(payload, 'decimals'),
  texts: JSON.parse(textAt(payload, 'texts')) as ProjectTexts,
  logo: optionalText(payload, 'logo'),
  gallery: optionalText(payload, 'gallery')?.split(',') ?? [],
  whitePaper: optionalText(payload, 'white_paper'),
  paper: paperOf(payload),
  website: optionalText(payload, 'website'),
  demo: false,
  supply: amount(textAt(payload, 'supply')),
  price: price(textAt(payload, 'price')),
  prices: pricesOf(textAt(payload, 'prices')),
  orderMin: amount(textAt(payload, 'save_min')),
  userMax: amount(textAt(payload, 'user_max')),
  ...timesOf(payload),
});

/** Refuses `value_invalid` where a timetable has no order, or its end has passed. */
export function checkTimes({ startMs, endMs, listingMs }: Timetable, now: number): void {
  if (endMs <= startMs || endMs <= now) refuse('value_invalid', { field: 'end_ms' });
  if (listingMs !== undefined && listingMs < endMs) refuse('value_invalid', { field: 'listing_ms' });
}

/** Refuses terms that cannot be kept: `value_invalid` with the field, `amount_too_precise` where the token cannot express them. */
export function checkTerms(terms: ProjectTerms, now: number): void {
  checkTimes(terms, now);
  const { supply, orderMin, userMax, decimals } = terms;
  const unit = smallestUnit(decimals);
  if (![supply, orderMin, userMax].every((tokens) => isMultipleOf(tokens, unit)))
    refuse('amount_too_precise', { decimals });
  if (supply > SUPPLY_MAX) refuse('value_invalid', { field: 'supply' });
  if (userMax > supply) refuse('value_invalid', { field: 'user_max' });
  if (orderMin > userMax) refuse('value_invalid', { field: 'save_min' });
  if (terms.gallery.length > GALLERY_MAX) refuse('value_invalid', { field: 'gallery' });
  const currencies = new Set(terms.prices.map(({ currencyId: id }) => id));
  if (currencies.size !== terms.prices.length || currencies.size > PAY_CURRENCIES_MAX)
    refuse('value_invalid', { field: 'pay_currencies' });
}

/**
 * The price of a token in each currency by the index of this moment; in USDT it is the price itself. Refuses `index_stale` without a
 * fresh index and `value_invalid` for what is no coin.
 */
export async function readPrices(
  { ledger, market }: Pick<LaunchpadDeps, 'ledger' | 'market'>,
  db: Queries,
  tokenPrice: Price,
  ids: readonly CurrencyId[],
): Promise<PayPrice[]> {
  const prices: PayPrice[] = [];
  for (const id of ids) {
    const { kind, decimals, enabled } = await ledger.currency(db, id);
    if (kind !== 'coin' || !enabled) refuse('value_invalid', { field: 'pay_currencies' });
    const index = market.prices.inUsdt(id) ?? refuse('index_stale');
    const inCurrency = id === USDT ? tokenPrice : priceInCurrency(tokenPrice, index);
    prices.push({ currencyId: id, decimals, price: inCurrency });
  }
  return prices;
}

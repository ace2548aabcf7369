import { UNIT, amount, format as plain, formatFixed } from '@karat/money';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';

/**
 * Formats numbers, dates and times. Amounts are decimal text: they are rounded as exact decimals, and Intl only lays
 * them out, which takes decimal strings without loss.
 */

const numbers = new Map<string, Intl.NumberFormat>();
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let found = numbers.get(key);
  if (!found) numbers.set(key, (found = new Intl.NumberFormat(locale, options)));
  return found;
}

const fixedNumbers = new Map<string, Intl.NumberFormat>();
/** Formatter with exactly this many decimals, cached by a short key because live screens use it most. */
function fixedFormat(locale: string, decimals: number): Intl.NumberFormat {
  const key = `${decimals} ${locale}`;
  let found = fixedNumbers.get(key);
  if (!found) {
    found = new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    fixedNumbers.set(key, found);
  }
  return found;
}

/** TypeScript's type for decimal text that Intl takes. */
const exact = (text: string): Intl.StringNumericLiteral => text as Intl.StringNumericLiteral;

export type Form =
  /** Lists and tickers: K above 1,000, M above a million, otherwise 4 decimals. */
  | { readonly kind: 'short' }
  /** Exact amounts: every digit, grouped. */
  | { readonly kind: 'full' }
  /** Exactly this many decimals, truncated: never shows more than there is. */
  | { readonly kind: 'fixed'; readonly decimals: number }
  /** Exact amount of a coin: at least two decimals, or as many as the coin has if fewer. */
  | { readonly kind: 'coin'; readonly decimals: number }
  /** Computed price of one coin, which has no tick: two decimals, or six below 1. */
  | { readonly kind: 'price' }
  /** Fiat amount with its symbol. */
  | { readonly kind: 'fiat'; readonly currency: string }
  /** A percentage that is already in percent, with two decimals. */
  | { readonly kind: 'percent' }
  /** A rate that is already in percent, with every digit. */
  | { readonly kind: 'rate' };

/** Maximum decimals of a full amount. */
const FULL_DECIMALS = 10;

/** Thresholds of the short form, largest first; `digits` is the power of ten of the unit. */
const SHORT_STEPS = [
  { above: amount('1000000'), digits: 6, suffix: 'M' },
  { above: amount('1000'), digits: 3, suffix: 'K' },
] as const;

/** Divides decimal text by a power of ten, exactly. */
function shifted(text: string, digits: number): string {
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const padded = whole.padStart(digits + 1, '0');
  const result = `${padded.slice(0, -digits)}.${padded.slice(-digits)}${fraction}`;
  return negative ? `-${result}` : result;
}

function short(text: string, locale: string): string {
  const value = amount(text);
  const size = value < 0n ? -value : value;
  const step = SHORT_STEPS.find(({ above }) => size > above);
  if (!step) return fixedFormat(locale, 4).format(exact(text));
  return `${fixedFormat(locale, 2).format(exact(shifted(text, step.digits)))}${step.suffix}`;
}

/** The percent sign behind a number: French sets a narrow space before it, which does not break. */
export const percentSign = (locale: string): string => (locale.startsWith('fr') ? '\u202f%' : '%');

/** What stands between a name and its value in one line: Chinese and Japanese have a wide colon, French a space before it. */
export function colonOf(locale: string): string {
  if (/^(?:zh|ja)/.test(locale)) return '：';
  return locale.startsWith('fr') ? '\u202f: ' : ': ';
}

/** Formats decimal text of the wire; throws on other input. */
export function formatNumber(text: string, form: Form, locale: string): string {
  switch (form.kind) {
    case 'short':
      return short(text, locale);
    case 'full':
      return numberFormat(locale, { maximumFractionDigits: FULL_DECIMALS }).format(
        exact(plain(amount(text))),
      );
    case 'coin':
      return numberFormat(locale, {
        minimumFractionDigits: Math.min(2, form.decimals),
        maximumFractionDigits: FULL_DECIMALS,
      }).format(exact(plain(amount(text))));
    case 'fixed':
      return fixedFormat(locale, form.decimals).format(exact(formatFixed(amount(text), form.decimals)));
    case 'price': {
      const decimals = amount(text) < UNIT ? 6 : 2;
      return formatNumber(text, { kind: 'fixed', decimals }, locale);
    }
    case 'fiat':
      return numberFormat(locale, {
        style: 'currency',
        currency: form.currency,
        currencyDisplay: 'narrowSymbol',
      }).format(exact(text));
    case 'percent':
      return `${fixedFormat(locale, 2).format(exact(text))}${percentSign(locale)}`;
    case 'rate':
      return `${formatNumber(text, { kind: 'full' }, locale)}${percentSign(locale)}`;
  }
}

const dates = new Map<string, Intl.DateTimeFormat>();
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let found = dates.get(key);
  if (!found) dates.set(key, (found = new Intl.DateTimeFormat(locale, options)));
  return found;
}

/** Date and time to the second, in the user's time zone. */
export const formatTime = (ms: number, locale: string): string =>
  dateFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(ms);

/** Date and time to the minute, for what was planned. */
export const formatMinute = (ms: number, locale: string): string =>
  dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(ms);

export const formatDate = (ms: number, locale: string): string =>
  dateFormat(locale, { dateStyle: 'medium' }).format(ms);

/** Time of day to the second, for lists of trades. */
export const formatClock = (ms: number, locale: string): string =>
  dateFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(ms);

const relatives = new Map<string, Intl.RelativeTimeFormat>();
function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  let found = relatives.get(locale);
  if (!found) relatives.set(locale, (found = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })));
  return found;
}

/** `yyyy-mm-dd` in the user's time zone. */
function plainDate(ms: number): string {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * Relative time: under 5 minutes "just now", under an hour minutes, under a day hours, under 30 days days, otherwise
 * the date. `justNow` is that text in the user's language.
 */
export function formatAgo(ms: number, nowMs: number, locale: string, justNow: string): string {
  const age = nowMs - ms;
  if (age < 5 * MINUTE_MS) return justNow;
  if (age < HOUR_MS) return relativeFormat(locale).format(-Math.floor(age / MINUTE_MS), 'minute');
  if (age < DAY_MS) return relativeFormat(locale).format(-Math.floor(age / HOUR_MS), 'hour');
  if (age < 30 * DAY_MS) return relativeFormat(locale).format(-Math.floor(age / DAY_MS), 'day');
  return plainDate(ms);
}

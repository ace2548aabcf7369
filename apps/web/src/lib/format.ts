import { amount, format as plain, formatFixed } from '@karat/money';

/**
 * Numbers, dates and times as people read them. Amounts come and stay as decimal text: they are rounded as exact
 * decimals and only laid out by Intl, which takes decimal strings without loss.
 */

const numbers = new Map<string, Intl.NumberFormat>();
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let found = numbers.get(key);
  if (!found) numbers.set(key, (found = new Intl.NumberFormat(locale, options)));
  return found;
}

const fixedNumbers = new Map<string, Intl.NumberFormat>();
/** So many decimals, no more and no fewer: what most figures of a live screen are laid out with, found by a short key. */
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

/** Decimal text as Intl takes it; TypeScript's name for it. */
const exact = (text: string): Intl.StringNumericLiteral => text as Intl.StringNumericLiteral;

export type Form =
  /** Lists and tickers: K above 1,000, M above a million, else 4 decimals. */
  | { readonly kind: 'short' }
  /** Where money is decided: every digit, grouped. */
  | { readonly kind: 'full' }
  /** So many decimals, the rest cut off: what is shown is never more than what is there. */
  | { readonly kind: 'fixed'; readonly decimals: number }
  /** Money of a fiat currency with its symbol. */
  | { readonly kind: 'fiat'; readonly currency: string }
  /** A percentage that is already in percent. */
  | { readonly kind: 'percent' };

/** Up to this many decimals are kept of a full amount. */
const FULL_DECIMALS = 10;

/** Thresholds of the short form, largest first; `digits` is what the unit takes off. */
const SHORT_STEPS = [
  { above: amount('1000000'), digits: 6, suffix: 'M' },
  { above: amount('1000'), digits: 3, suffix: 'K' },
] as const;

/** Text divided by a power of ten, exactly. */
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

/** A decimal text in the form and locale asked for. The input must be decimal text, as the wire has it. */
export function formatNumber(text: string, form: Form, locale: string): string {
  switch (form.kind) {
    case 'short':
      return short(text, locale);
    case 'full':
      return numberFormat(locale, { maximumFractionDigits: FULL_DECIMALS }).format(
        exact(plain(amount(text))),
      );
    case 'fixed':
      return fixedFormat(locale, form.decimals).format(exact(formatFixed(amount(text), form.decimals)));
    case 'fiat':
      return numberFormat(locale, {
        style: 'currency',
        currency: form.currency,
        currencyDisplay: 'narrowSymbol',
      }).format(exact(text));
    case 'percent':
      return `${fixedFormat(locale, 2).format(exact(text))}%`;
  }
}

const dates = new Map<string, Intl.DateTimeFormat>();
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let found = dates.get(key);
  if (!found) dates.set(key, (found = new Intl.DateTimeFormat(locale, options)));
  return found;
}

/** Date and time to the second, in the time zone of the person. */
export const formatTime = (ms: number, locale: string): string =>
  dateFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(ms);

/** Date alone. */
export const formatDate = (ms: number, locale: string): string =>
  dateFormat(locale, { dateStyle: 'medium' }).format(ms);

/** Time of day to the second, for lists of trades. */
export const formatClock = (ms: number, locale: string): string =>
  dateFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(ms);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relatives = new Map<string, Intl.RelativeTimeFormat>();
function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  let found = relatives.get(locale);
  if (!found) relatives.set(locale, (found = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })));
  return found;
}

/** `yyyy-mm-dd` in the time zone of the person. */
function plainDate(ms: number): string {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * How long ago: under 5 minutes "just now", under an hour minutes, under a day hours, under 30 days days, else the date.
 * `justNow` is that text in the language of the locale.
 */
export function formatAgo(ms: number, nowMs: number, locale: string, justNow: string): string {
  const age = nowMs - ms;
  if (age < 5 * MINUTE) return justNow;
  if (age < HOUR) return relativeFormat(locale).format(-Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return relativeFormat(locale).format(-Math.floor(age / HOUR), 'hour');
  if (age < 30 * DAY) return relativeFormat(locale).format(-Math.floor(age / DAY), 'day');
  return plainDate(ms);
}

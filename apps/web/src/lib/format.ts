import {
  UNIT,
  amount,
  ceilToStep,
  floorToStep,
  format as plain,
  formatFixed,
  smallestUnit,
} from '@karat/money';
import type { Amount } from '@karat/money';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { writeDecimal } from '@karat/i18n';

/** Formats numbers, dates and times. Amounts are decimal text, and are rounded as exact decimals. */

const numbers = new Map<string, Intl.NumberFormat>();
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let found = numbers.get(key);
  if (!found) numbers.set(key, (found = new Intl.NumberFormat(locale, options)));
  return found;
}

/** TypeScript's type for decimal text that Intl takes. */
const exact = (text: string): Intl.StringNumericLiteral => text as Intl.StringNumericLiteral;

export type Form =
  /** Lists and tickers: K above 1,000, M above a million, otherwise 4 decimals. */
  | { readonly kind: 'short' }
  /** Narrow cells: three digits at most before K or M, one decimal below ten and two below one, truncated. */
  | { readonly kind: 'brief' }
  /** Exact amounts: every digit, grouped. */
  | { readonly kind: 'full' }
  /** Exactly this many decimals, truncated: never shows more than there is. */
  | { readonly kind: 'fixed'; readonly decimals: number }
  /** What is paid: exactly this many decimals, rounded up, so that it never costs more than shown. */
  | { readonly kind: 'cost'; readonly decimals: number }
  /** A profit or a loss: exactly this many decimals, rounded down, so that a loss is never smaller than it is. */
  | { readonly kind: 'result'; readonly decimals: number }
  /** A price of a market: exactly the decimals of the market, rounded half away from zero. */
  | { readonly kind: 'tick'; readonly decimals: number }
  /** Exact amount of a coin: at least two decimals, or as many as the coin has if fewer. */
  | { readonly kind: 'coin'; readonly decimals: number }
  /** Computed price of one coin, which has no tick: two decimals, or six below 1. */
  | { readonly kind: 'price' }
  /** Fiat amount with its symbol, truncated to the currency's decimals. */
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

/** Returns decimal text with exactly this many decimals, rounded half away from zero. */
const fixed = (text: string, decimals: number, locale: string): string =>
  writeDecimal(text, { min: decimals, max: decimals }, locale);

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
  if (!step) return fixed(text, 4, locale);
  return `${fixed(shifted(text, step.digits), 2, locale)}${step.suffix}`;
}

const TEN = amount('10');
const THOUSAND = amount('1000');
const MILLION = amount('1000000');

function brief(text: string, locale: string): string {
  const value = amount(text);
  const size = value < 0n ? -value : value;
  const digits = size < THOUSAND ? 0 : size < MILLION ? 3 : 6;
  const unit = digits === 0 ? '' : digits === 3 ? 'K' : 'M';
  const shown = digits === 0 ? text : shifted(text, digits);
  const shownSize = amount(shown.replace('-', ''));
  const decimals = shownSize < UNIT ? 2 : shownSize < TEN ? 1 : 0;
  return `${formatNumber(shown, { kind: 'fixed', decimals }, locale)}${unit}`;
}

/** The percent sign behind a number: French sets a narrow space before it, which does not break. */
export const percentSign = (locale: string): string => (locale.startsWith('fr') ? '\u202f%' : '%');

/** What stands between a name and its value in one line: Chinese and Japanese have a wide colon, French a space before it. */
export function colonOf(locale: string): string {
  if (/^(?:zh|ja)/.test(locale)) return '：';
  return locale.startsWith('fr') ? '\u202f: ' : ': ';
}

/** Truncates as `fixed` does, so that an amount in dollars and in USDT has the same cents. */
function fiat(text: string, currency: string, locale: string): string {
  const format = numberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const { maximumFractionDigits: decimals = 2 } = format.resolvedOptions();
  return format.format(exact(formatFixed(amount(text), decimals)));
}

/** Rounds to the decimals that are shown, with a rounding of `@karat/money`. */
const stepped = (
  text: string,
  decimals: number,
  round: (value: Amount, step: bigint) => Amount,
  locale: string,
): string => fixed(formatFixed(round(amount(text), smallestUnit(decimals)), decimals), decimals, locale);

/** Formats decimal text of the wire; throws on other input. */
export function formatNumber(text: string, form: Form, locale: string): string {
  switch (form.kind) {
    case 'short':
      return short(text, locale);
    case 'brief':
      return brief(text, locale);
    case 'full':
      return writeDecimal(plain(amount(text)), { min: 0, max: FULL_DECIMALS }, locale);
    case 'coin':
      return writeDecimal(
        plain(amount(text)),
        { min: Math.min(2, form.decimals), max: FULL_DECIMALS },
        locale,
      );
    case 'fixed':
      return fixed(formatFixed(amount(text), form.decimals), form.decimals, locale);
    case 'cost':
      return stepped(text, form.decimals, ceilToStep, locale);
    case 'result':
      return stepped(text, form.decimals, floorToStep, locale);
    case 'tick':
      return fixed(text, form.decimals, locale);
    case 'price': {
      const decimals = amount(text) < UNIT ? 6 : 2;
      return formatNumber(text, { kind: 'fixed', decimals }, locale);
    }
    case 'fiat':
      return fiat(text, form.currency, locale);
    case 'percent':
      return `${fixed(text, 2, locale)}${percentSign(locale)}`;
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

/** Times have 24 hours in every language, as on the axes of the charts. */
const HOURS = { hourCycle: 'h23' } as const;

/** Options of a time of day to the minute. */
export const TIME_OF_DAY = { hour: '2-digit', minute: '2-digit', ...HOURS } as const;

/** Date and time. The hour has two digits as in `TIME_OF_DAY`: styles of Intl leave the zero out in some languages. */
const dateAndTime = (ms: number, locale: string, timeStyle: 'medium' | 'short'): string =>
  dateFormat(locale, { dateStyle: 'medium', timeStyle, ...HOURS })
    .formatToParts(ms)
    .map(({ type, value }) => (type === 'hour' ? value.padStart(2, '0') : value))
    .join('');

/** Date and time to the second, in the user's time zone. */
export const formatTime = (ms: number, locale: string): string => dateAndTime(ms, locale, 'medium');

/** Date and time to the minute, for what was planned. */
export const formatMinute = (ms: number, locale: string): string => dateAndTime(ms, locale, 'short');

export const formatDate = (ms: number, locale: string): string =>
  dateFormat(locale, { dateStyle: 'medium' }).format(ms);

/** Time of day to the second, for lists of trades. */
export const formatClock = (ms: number, locale: string): string =>
  dateFormat(locale, { ...TIME_OF_DAY, second: '2-digit' }).format(ms);

/** Time of day to the minute. */
export const formatTimeOfDay = (ms: number, locale: string): string =>
  dateFormat(locale, TIME_OF_DAY).format(ms);

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

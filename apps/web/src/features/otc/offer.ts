import { VERIFICATION_STATE } from '@karat/contract';
import { ZERO, format, parse, parseAmount, price } from '@karat/money';
import { fiatPurchaseReceived } from '@karat/rules';
import type { AllReplies } from '../../lib/calls.ts';

export type Config = AllReplies['otc/config'];
export type Order = AllReplies['otc/order_detail'];
export type Dispute = Order['disputes'][number];
export type Method = Config['methods'][number];
export type Sold = Config['currencies'][number];

/** Returns the offer of a country: the wanted currency and method, or the first currency with a price and the first method. */
export function offerIn(config: Config, country: string, wanted: { currency: string; method: string }) {
  const place = config.countries.find(({ code }) => code === country);
  const codes = place?.currencies ?? [];
  const priceOf = (code: string) => config.currencies.find((sold) => sold.code === code)?.price ?? null;
  const first = codes.find((code) => priceOf(code) !== null) ?? codes[0] ?? '';
  const currency = codes.includes(wanted.currency) ? wanted.currency : first;
  const methods = config.methods.filter((method) => method.currencies.includes(currency));
  return {
    supported: place?.supported === true,
    codes,
    currency,
    sold: config.currencies.find(({ code }) => code === currency),
    methods,
    method: methods.find(({ method }) => method === wanted.method) ?? methods[0],
  };
}

const WHOLE = /^[1-9][0-9]{0,11}$/;

/** Returns a whole amount of at least the minimum as decimal text; undefined for anything else. */
export function wholeAmount(typed: string, min: string): string | undefined {
  if (!WHOLE.test(typed)) return undefined;
  const [value, minimum] = [parse(typed), parse(min)];
  return value !== undefined && minimum !== undefined && value >= minimum ? typed : undefined;
}

/** USDT for an amount, as the server computes it: rounded down to six decimals. */
export const estimate = (amount: string, at: string): string =>
  format(fiatPurchaseReceived(parseAmount(amount) ?? ZERO, price(at)));

/** Remaining time as `12:03:09`; zero when it is over. */
export function countdown(untilMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((untilMs - nowMs) / 1_000));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** A reference in groups of four characters. */
export const grouped = (reference: string): string => reference.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Details of the payer, as typed. */
export const PAYER_FIELDS = ['full_name', 'email', 'phone', 'tax_id'] as const;
export type PayerField = (typeof PAYER_FIELDS)[number];
export type PayerForm = Readonly<Record<PayerField, string>>;
export const NOBODY: PayerForm = { full_name: '', email: '', phone: '', tax_id: '' };

/** Maximum length of the first and of the last name in an order. */
const NAME_PART_MAX = 60;

/** First and last name of a full name: its last word is the last name, a single word is both. */
export function namePartsOf(fullName: string): { readonly first_name: string; readonly last_name: string } {
  const words = fullName.trim().split(/\s+/u);
  const last = words.at(-1) ?? '';
  const first = words.slice(0, -1).join(' ') || last;
  return { first_name: first.slice(0, NAME_PART_MAX).trim(), last_name: last.slice(0, NAME_PART_MAX) };
}

/** Verification of the user, as far as a purchase needs it. */
export interface Verified {
  readonly level: 0 | 1 | 2;
  /** The verified name, empty without one. */
  readonly name: string;
}

export const verifiedOf = ({ level, steps }: AllReplies['real/state']): Verified => ({
  level,
  name: steps.find((step) => step.level === 1 && step.state === VERIFICATION_STATE.verified)?.name ?? '',
});

/** Whether a detail is required: all but the tax number, which only some countries require. */
export const isNeeded = (field: PayerField, method: Method | undefined, country: string): boolean =>
  field !== 'tax_id' || method?.tax_id.includes(country) === true;

import { parseAmount, parsePrice } from '@karat/money';
import * as z from 'zod';
import { currencyId, marketId, orderId, userId } from './ids.ts';
import { UNREAD, readerOf, withReader } from './input-reader.ts';

/**
 * Parses a value in one step from a text or a number, alike for forms and JSON; refuses everything else, and values
 * for which `read` returns undefined.
 */
const scalar = <T>(read: (text: string) => T | undefined) =>
  withReader(
    z.union([z.string(), z.number()]).transform((value, context) => {
      const found = read(String(value));
      if (found !== undefined) return found;
      context.issues.push({ code: 'custom', input: value });
      return z.NEVER;
    }),
    (value) => {
      if (typeof value === 'string') return read(value) ?? UNREAD;
      return Number.isFinite(value) ? (read(String(value)) ?? UNREAD) : UNREAD;
    },
  );

/** Text of a pattern. */
export const patternText = (pattern: RegExp) =>
  withReader(z.string().regex(pattern), (value) =>
    typeof value === 'string' && pattern.test(value) ? value : UNREAD,
  );

/**
 * Control characters and lone surrogates cannot be stored or shown. The right-to-left override shows Latin letters backwards,
 * so that a screened text reads as another one.
 */
// Escaped, because the characters themselves must not stand in the source.
const UNPRINTABLE = new RegExp('[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f\\u202e]', 'u');
const printable = (value: string): boolean => value.isWellFormed() && !UNPRINTABLE.test(value);

/** Characters that take no ink, besides spaces: those without a shape of their own, and the blank Braille pattern. */
const INKLESS = new RegExp('[\\p{Default_Ignorable_Code_Point}\\u2800]', 'gu');
const visibleLength = (value: string): number => value.replace(INKLESS, '').trim().length;

/** Free text, trimmed, without control characters; the minimum counts what can be seen. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .max(max * 4)
    .transform((value) => value.trim())
    .refine((value) => printable(value) && value.length <= max && (min === 0 || visibleLength(value) >= min));

const WHOLE = /^(0|[1-9][0-9]{0,15})$/;

function wholeNumber(text: string, min: number, max: number): number | undefined {
  if (!WHOLE.test(text)) return undefined;
  const number = Number(text);
  return number >= min && number <= max ? number : undefined;
}

/** A whole number in a range, else a refusal. */
export const integer = (min: number, max: number) => scalar((text) => wholeNumber(text, min, max));

/** A whole number from 1 to a maximum. */
export const count = (max: number) => integer(1, max);

/** A choice among numbers, sent as text or number. */
export const oneOf = <const T extends readonly number[]>(...choices: T) =>
  scalar((text): T[number] | undefined => {
    const number = wholeNumber(text, 0, Number.MAX_SAFE_INTEGER);
    return number !== undefined && choices.includes(number) ? number : undefined;
  });

/** true/false, 1/0. */
export const flag = withReader(
  z
    .union([z.boolean(), z.literal(['true', 'false', '1', '0']), z.literal([0, 1])])
    .transform((value) => value === true || value === 'true' || value === '1' || value === 1),
  (value) => {
    if (value === true || value === 'true' || value === '1' || value === 1) return true;
    return value === false || value === 'false' || value === '0' || value === 0 ? false : UNREAD;
  },
);

const ID_MAX = Number.MAX_SAFE_INTEGER;
const id = <T>(max: number, toId: (id: number) => T) =>
  scalar((text) => {
    const number = wholeNumber(text, 1, max);
    return number === undefined ? undefined : toId(number);
  });
export const currencyIdText = id(2 ** 31 - 1, currencyId);
export const marketIdText = id(2 ** 31 - 1, marketId);
export const orderIdText = id(ID_MAX, orderId);
export const userIdText = id(ID_MAX, userId);
export const rowId = integer(1, ID_MAX);

/** End of the year 9999: beyond any plan or filter, within the range of any database. */
const MOMENT_MAX = 253_402_300_799_999;
/** A moment, unix ms. */
export const momentText = integer(0, MOMENT_MAX);

const positive = <T extends bigint>(value: T | undefined): T | undefined =>
  value !== undefined && value > 0n ? value : undefined;

/** A positive amount with up to ten decimals. */
export const amountText = scalar((text) => positive(parseAmount(text)));
/** An amount with up to ten decimals, zero included. */
export const amountOrZeroText = scalar(parseAmount);
/** A positive price. */
export const priceText = scalar((text) => positive(parsePrice(text)));

/** An empty field of a form counts as absent. */
export function optional<T extends z.ZodType>(type: T) {
  const schema = z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    type.optional(),
  );
  const read = readerOf(type);
  return read === undefined
    ? schema
    : withReader(schema, (value) =>
        value === undefined || value === '' || value === null ? undefined : read(value),
      );
}

const clamped = (min: number, max: number, fallback: number) =>
  z
    .union([z.string(), z.number()])
    .optional()
    .transform((value) => {
      const number = Math.trunc(Number(value));
      return value === undefined || value === '' || Number.isNaN(number)
        ? fallback
        : Math.min(max, Math.max(min, number));
    });

export const PAGE_SIZE = 10;
export const PAGE_SIZE_MAX = 100;
/** Page and limit, clamped rather than refused. */
export const paging = { page: clamped(1, 10_000, 1), limit: clamped(1, PAGE_SIZE_MAX, PAGE_SIZE) };
/** Number of rows, clamped. */
export const limit = (max: number, fallback: number) => clamped(1, max, fallback);

/** A page of rows on the wire. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    current_page: z.number(),
    data: z.array(row),
    last_page: z.number(),
    per_page: z.number(),
    total: z.number(),
  });

/** A page of rows with the cursor of the next one, null at the end: clients page by number or by cursor. */
export const pageOrCursorOf = <T extends z.ZodType>(row: T) =>
  pageOf(row).extend({ next: z.string().nullable() });

/** Rows with the cursor of the next page, null at the end. */
export const cursorPageOf = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), next: z.string().nullable() });

/** A decimal in a reply: plain text, never a number. */
export const decimalText = z.string().regex(/^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/);
/** `YYYY-MM-DD HH:mm:ss` in UTC. */
export const timeText = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
/** Unix milliseconds. */
export const timeMs = z.number().int();
/** An empty reply of a successful call. */
export const done = z.literal('ok');

import { parse } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  amountText,
  currencyIdText,
  momentText,
  oneOf,
  orderIdText,
  priceText,
  rowId,
  text,
} from './scalars.ts';

/** The same scalars, composed of single checks. */
const plainText = z.union([z.string(), z.number()]).transform((value) => String(value));
const integer = (min: number, max: number) =>
  plainText
    .refine((value) => /^(0|[1-9][0-9]{0,15})$/.test(value))
    .transform(Number)
    .refine((value) => value >= min && value <= max);
const positive = plainText
  .refine((value) => parse(value) !== undefined)
  .transform((value) => parse(value) ?? 0n)
  .refine((value) => value > 0n);
const PAIRS: readonly (readonly [string, z.ZodType, z.ZodType])[] = [
  ['choice', oneOf(1, 2, 7), integer(0, 10).refine((value) => [1, 2, 7].includes(value))],
  ['currency', currencyIdText, integer(1, 2 ** 31 - 1)],
  ['order', orderIdText, integer(1, Number.MAX_SAFE_INTEGER)],
  ['row', rowId, integer(1, Number.MAX_SAFE_INTEGER)],
  ['moment', momentText, integer(0, 253_402_300_799_999)],
  ['amount', amountText, positive],
  ['price', priceText, positive],
];

const sent = fc.oneof(
  fc.anything(),
  fc.integer(),
  fc.double(),
  fc.maxSafeNat().map(String),
  fc.nat(9).map(String),
  fc.stringMatching(/^[-+ ]?[0-9]{0,20}([.,e][0-9]{0,12})?$/),
);

test('a scalar parses what its single checks parse, and names its field in a refusal', () => {
  for (const [name, scalar, checks] of PAIRS) {
    const own = z.object({ field: scalar });
    const theirs = z.object({ field: checks });
    fc.assert(
      fc.property(sent, (field) => {
        const read = own.safeParse({ field });
        const wanted = theirs.safeParse({ field });
        expect(read.success, name).toBe(wanted.success);
        if (read.success) expect(read.data).toEqual(wanted.data);
        else expect(read.error.issues.map((issue) => issue.path)).toEqual([['field']]);
      }),
      { numRuns: 500 },
    );
  }
});

test('texts and numbers are read alike', () => {
  expect(orderIdText.parse('17')).toBe(orderIdText.parse(17));
  expect(amountText.parse('0.5')).toBe(amountText.parse(0.5));
  for (const value of ['', ' 1', '01', '1e3', '-1', '0', '1.00000000001', true, null, [], {}])
    expect(amountText.safeParse(value).success, JSON.stringify(value)).toBe(false);
});

// Escaped, because nobody sees these characters in the source.
const ZERO_WIDTH_SPACE = '\u200b';
const HANGUL_FILLER = '\u3164';
const BLANK_BRAILLE = '\u2800';
const RIGHT_TO_LEFT_OVERRIDE = '\u202e';
const RIGHT_TO_LEFT_MARK = '\u200f';

test.each([ZERO_WIDTH_SPACE, HANGUL_FILLER, BLANK_BRAILLE, `a${ZERO_WIDTH_SPACE}${BLANK_BRAILLE}`])(
  'the minimum of a text counts what can be seen: %j',
  (value) => {
    expect(text(20, 2).safeParse(value).success).toBe(false);
    expect(text(20).safeParse(value).success).toBe(true);
  },
);

test('what shows letters backwards is refused; what orders scripts and joins emoji is not', () => {
  expect(text(40, 1).safeParse(`see ${RIGHT_TO_LEFT_OVERRIDE}moc.elpmaxe`).success).toBe(false);
  for (const value of [`שלום${RIGHT_TO_LEFT_MARK} 1`, '👩‍👧', 'é', 'ก็'])
    expect(text(40, 1).parse(value)).toBe(value);
});

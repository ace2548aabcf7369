import * as z from 'zod';
import type { Call } from '../src/call.ts';

type Accepts = (value: unknown) => boolean;

/** Samples of lengths and numbers; where two neighbours differ, the exact bound lies between them. */
const upTo = (max: number): number[] => Array.from({ length: max }, (_, index) => index + 1);
const LENGTHS = [
  ...upTo(26),
  32,
  36,
  40,
  64,
  80,
  128,
  256,
  500,
  1_000,
  2_000,
  5_000,
  20_000,
  100_000,
  300_000,
];
/** Terms in days and seconds, with their neighbours. */
const TERMS = [90, 120, 180, 270, 300, 365].flatMap((term) => [term - 1, term, term + 1]);
const LARGE = [600, 1_000, 2_026, 5_000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e12, 1e14, 2 ** 53 - 1];
const NUMBERS = [0, ...upTo(62), ...TERMS, ...LARGE];

/** Returns the first value from `from` on whose verdict differs from the one of `from`; the one of `to` does. */
function boundBetween(accepts: (at: number) => boolean, from: number, to: number): number {
  const before = accepts(from);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (accepts(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns the accepted ranges, both ends included, as text: `1-30`, `0,2-`. */
function rangesOf(accepts: (at: number) => boolean, samples: readonly number[]): string {
  const ranges: string[] = [];
  const [first = 0] = samples;
  let start = accepts(first) ? first : undefined;
  for (const [index, to] of samples.entries()) {
    const from = samples[index - 1];
    if (from === undefined || accepts(from) === accepts(to)) continue;
    const bound = boundBetween(accepts, from, to);
    if (start === undefined) start = bound;
    else {
      ranges.push(start === bound - 1 ? String(start) : `${start}-${bound - 1}`);
      start = undefined;
    }
  }
  if (start !== undefined) ranges.push(`${start}-`);
  return ranges.join(',');
}

/** Texts of one form each, besides repeated characters and numbers. */
const FORMS = [
  ...[
    '0.0',
    '1.5',
    '-1',
    '0.00000001',
    '0.0000000001',
    '0.00000000001',
    '1.',
    'true',
    ' a ',
    'a b',
    'a,b',
    '1,2',
  ],
  ...['2026-01-31', '2026-01', '12:30', '1:1', 'en', 'xx', '{}', '[]', 'ab@karat.test', '+85251234567'],
  ...[
    'https://karat.test/a',
    'http://karat.test/a',
    'W0123456789A',
    'X0123456789A',
    `/files/${'a'.repeat(22)}`,
    '0f'.repeat(32),
    `0x${'0f'.repeat(20)}`,
  ],
];

const literals = new Set(['enum', 'const']);
/** Values that the schema lists. */
function valuesIn(schema: unknown, key = ''): unknown[] {
  if (Array.isArray(schema)) return key === 'enum' ? schema : schema.flatMap((each) => valuesIn(each));
  if (literals.has(key)) return [schema];
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, part]) => valuesIn(part, name));
}

/** Whether a text of letters of the accepted length may have spaces. */
function isFree(accepts: Accepts): boolean {
  const length = LENGTHS.find((each) => each > 2 && accepts('a'.repeat(each)));
  return length !== undefined && accepts('a '.repeat(length).slice(0, length - 1) + 'a');
}

function scalarOf(type: z.ZodType, accepts: Accepts): string {
  const lengths = (unit: string) => rangesOf((length) => accepts(unit.repeat(length)), LENGTHS);
  if (isFree(accepts)) return `text[${lengths('a')}]`;
  const listed = valuesIn(z.toJSONSchema(type, { unrepresentable: 'any', io: 'input' }));
  const parts: readonly (readonly [string, string])[] = [
    ['is', [...new Set(listed.map(String))].filter((each) => accepts(each)).join('|')],
    ['a', lengths('a')],
    ['A', lengths('A')],
    ['7', lengths('7')],
    ['whole', rangesOf((number) => accepts(String(number)), NUMBERS)],
    ['also', FORMS.filter((form) => accepts(form)).join(' ')],
  ];
  return parts.flatMap(([name, found]) => (found === '' ? [] : [`${name}[${found}]`])).join(' ');
}

/** The schema below what makes a value optional or reads it from a text. */
function innerOf(type: z.ZodType): z.ZodType {
  const within: unknown =
    type instanceof z.ZodOptional ? type.unwrap() : type instanceof z.ZodPipe ? type.def.out : type;
  return within instanceof z.ZodType && within !== type && !(within instanceof z.ZodTransform)
    ? innerOf(within)
    : type;
}

const described = new WeakMap<z.ZodType, string>();

/** What a field accepts, found by asking its schema. */
function fieldOf(type: z.ZodType): string {
  const known = described.get(type);
  if (known !== undefined) return known;
  const accepts: Accepts = (value) => type.safeParse(value).success;
  const found = [accepts(undefined) ? '?' : '', accepts('') ? "''" : '', bodyOf(type, accepts)];
  const text = found.filter((each) => each !== '').join(' ');
  described.set(type, text);
  return text;
}

function bodyOf(type: z.ZodType, accepts: Accepts): string {
  const clamped = [-1, 1e9, undefined].map((value) => type.safeParse(value).data);
  if (typeof clamped[0] === 'number' && clamped[0] >= 0)
    return `from ${String(clamped[0])} to ${String(clamped[1])}, else ${String(clamped[2])}`;
  const inner = innerOf(type);
  if (inner instanceof z.ZodObject)
    return `{ ${fieldsOf(inner)
      .map(([name, field]) => `${name}: ${field}`)
      .join('; ')} }`;
  if (inner instanceof z.ZodArray && inner.element instanceof z.ZodType) {
    const { minItems = 0, maxItems = '' } = z.toJSONSchema(inner, { unrepresentable: 'any', io: 'input' });
    return `${minItems}-${maxItems} of (${fieldOf(inner.element)})`;
  }
  return scalarOf(type, accepts);
}

const fieldsOf = (input: z.ZodObject): [string, string][] =>
  Object.entries<unknown>(input.shape).map(([name, type]) => [
    name,
    type instanceof z.ZodType ? fieldOf(type) : '',
  ]);

/** What each field of a call's input accepts, one line each. */
export const fieldLines = (path: string, { input }: Call): string[] =>
  input instanceof z.ZodObject
    ? fieldsOf(input).map(([name, field]) => `${path} ${name} ${field}`.trimEnd())
    : [`${path} (another input)`];

const entriesOf = (part: unknown): [string, unknown][] =>
  typeof part === 'object' && part !== null ? Object.entries<unknown>({ ...part }) : [];

/** The values that a reply's fields are limited to, by the name of the field, one line each. */
export function choiceLines(path: string, { reply }: Call): string[] {
  const found: string[] = [];
  const visit = (part: unknown, name: string): void => {
    if (Array.isArray(part)) for (const each of part) visit(each, name);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return;
    const listed = entriesOf(part).find(([key]) => literals.has(key))?.[1];
    if (listed !== undefined) found.push(`${path} ${name} ${[listed].flat().map(String).join('|')}`);
    for (const [key, below] of entriesOf(part)) {
      if (key === 'properties')
        for (const [field, schema] of entriesOf(below)) visit(schema, `${name}.${field}`);
      else if (!literals.has(key)) visit(below, name);
    }
  };
  visit(z.toJSONSchema(reply, { unrepresentable: 'any', io: 'output' }), '=');
  return found;
}

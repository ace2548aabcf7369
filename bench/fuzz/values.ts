import type { Call } from '@karat/contract';
import * as z from 'zod';
import type { Chance } from './chance.ts';
import type { Pool } from './pool.ts';
import { RECIPES } from './recipes.ts';

/** Values that mean something to the calls of the contract. */
const MEANINGFUL = [
  ...['0', '1', '2', '3', '4', '5', '10', '45', '60', '101', '1.5', '0.001', '100', '2000', 'true', 'abc'],
  ...['ethereum', 'tron', 'bitcoin', 'BTC/USDT', 'BTC', 'USD', 'JP', 'US', 'en', '1min', 'limit', 'market'],
  ...['fuzz@example.com', '+12025550143', '123456', '274951', 'karat-alice', '2026-01-01', '1700000000'],
  ...['0x52908400098527886E0F7030069857D2E4169EE7', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'a'.repeat(64)],
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
] as const;

/** Usual values of fields by name. */
const BY_NAME: Readonly<Record<string, readonly [string, ...string[]]>> = {
  amount: ['0.001', '0.5', '1', '10', '100', '2500'],
  number: ['0.001', '1', '10', '30', '100', '2500'],
  share: ['1', '2', '10', '0.5'],
  multiple: ['1', '5', '10', '50', '100'],
  currency_id: ['1', '2', '3', '45'],
  currency: ['1', '2', '3', '45', 'USD', 'EUR'],
  legal_id: ['3'],
  match_id: ['1', '2', '101'],
  from_currency_id: ['1', '3'],
  to_currency_id: ['2', '3', '45'],
  pay_password: ['274951'],
  seconds: ['30', '60', '120'],
  network: ['ethereum', 'tron', 'bitcoin'],
  from_field: ['legal', 'change', 'lever', 'micro'],
  to_field: ['legal', 'change', 'lever', 'micro'],
  user_string: ['alice@demo.karat.example', 'bruno@demo.karat.example', 'nobody@example.com'],
  symbol: ['BTC/USDT', 'ETH/USDT', 'AAPL/USDT'],
  answers: ['1:2,2:3,3:1,4:2', '1:1'],
  country: ['HK', 'JP', 'US', 'XX'],
  reason: ['because of a test'],
};

/** Texts and numbers that often cause faults. */
const ODD = [
  ...['', ' ', '-1', '-0', '00', '1e5', '0x10', 'Infinity', '1,000', '+1', '.5', '5.', '01', '１', '1_000'],
  ...['0.00000000001', '9'.repeat(18), '9'.repeat(40), '2147483647', '2147483648', '9007199254740993'],
  ...['1\n', "'; drop table users; --", '<script>alert(1)</script>', '%', '%25', 'ünï𝄞', '\u202e', '\u0007'],
  ...['../../etc/passwd', '{"a":1}', '[]', 'null', '\ud83d', '\0', 'x'.repeat(300), 'x'.repeat(20_000)],
  ...['=1+1', '𝟙', '1970-01-01', '9999-12-31', '253402300799999', '253402300800000', '__proto__'],
] as const;

export const fieldsOf = ({ input }: Call): readonly (readonly [name: string, field: z.ZodType])[] =>
  input instanceof z.ZodObject ? Object.entries(input.shape as Record<string, z.ZodType>) : [];

const choices = new WeakMap<z.ZodType, readonly string[]>();
/** The values of an enum, also if it is optional. */
function choicesOf(field: z.ZodType): readonly string[] {
  const known = choices.get(field);
  if (known) return known;
  const schema = z.toJSONSchema(field, { unrepresentable: 'any', io: 'input' });
  const branches = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const found = branches.flatMap((branch) =>
    typeof branch === 'object' ? [...(branch.enum ?? []), ...('const' in branch ? [branch.const] : [])] : [],
  );
  const values = found.map(String);
  choices.set(field, values);
  return values;
}

const takes = (field: z.ZodType, value: string): boolean => field.safeParse(value).success;

/** A text of the field's maximum length, or one longer. */
function longText(chance: Chance, field: z.ZodType): string {
  const lengths = [1, 2, 8, 20, 40, 64, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];
  const longest = lengths.filter((length) => takes(field, 'x'.repeat(length))).at(-1) ?? 1;
  return 'x'.repeat(longest + (chance.happens(0.5) ? 0 : longest));
}

/** A valid value of the field, if one is found. */
function usual(chance: Chance, pool: Pool, group: string, name: string, field: z.ZodType): string {
  const known = BY_NAME[name];
  const sources: (() => string | undefined)[] = [
    () => pool.draw(chance, group, name),
    () => known && chance.pick(known),
    () => chance.anyOf(choicesOf(field)),
    () => chance.anyOf(MEANINGFUL),
    () => chance.anyOf(MEANINGFUL),
    () => chance.word(3 + chance.below(12)),
  ];
  const first = known && chance.happens(0.6) ? known : undefined;
  for (let tries = 0; tries < 12; tries++) {
    const value = tries === 0 && first ? chance.pick(first) : chance.anyOf(sources)?.();
    if (value !== undefined && takes(field, value)) return value;
  }
  return MEANINGFUL.find((value) => takes(field, value)) ?? 'abc';
}

/** Validity of a request. */
export type Manner = 'valid' | 'mixed' | 'wild';

/** A valid request, except for one field if the manner is not `valid`. */
function spoiled(
  chance: Chance,
  call: Call,
  body: Record<string, string>,
  manner: Manner,
): Record<string, string> {
  const [name] = chance.anyOf(fieldsOf(call)) ?? [];
  if (manner !== 'valid' && name !== undefined) body[name] = chance.pick(ODD);
  return body;
}

/** Fields of a request, each a text. */
export function bodyOf(
  chance: Chance,
  pool: Pool,
  [path, call]: readonly [string, Call],
  manner: Manner,
): Record<string, string> {
  const [group = ''] = path.split('/');
  const odds = { valid: 0, mixed: 0.12, wild: 0.5 }[manner];
  const recipe = RECIPES[path];
  if (recipe && chance.happens(0.8))
    return spoiled(chance, call, { ...recipe(chance, pool.index()) }, manner);
  const row = chance.happens(0.5) ? pool.row(chance, group) : {};
  const body: Record<string, string> = {};
  for (const [name, field] of fieldsOf(call)) {
    const mayMiss = field.safeParse(undefined).success;
    if (chance.happens(mayMiss ? 0.5 : odds / 3)) continue;
    if (chance.happens(odds)) body[name] = chance.happens(0.3) ? longText(chance, field) : chance.pick(ODD);
    else {
      const same = row[name];
      body[name] = same !== undefined && takes(field, same) ? same : usual(chance, pool, group, name, field);
    }
  }
  if (chance.happens(odds))
    body[chance.pick(['lang', 'page', 'limit', 'id', 'user_id', 'toString'])] = chance.pick(ODD);
  return body;
}

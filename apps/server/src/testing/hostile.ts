import type { Call } from '@karat/contract';
import * as z from 'zod';

/** Malformed amounts. */
export const NO_AMOUNTS = [
  '-1',
  '0',
  '-0',
  '1e5',
  '0x10',
  'NaN',
  'Infinity',
  '1,000',
  '',
  ' 1',
  '1 ',
  '+1',
  '.5',
  '5.',
  '01',
  '１',
  '1_000',
  '0.00000000001',
  '1.12345678901',
  '9'.repeat(40),
  `0.${'0'.repeat(39)}1`,
  '1\n',
  "1'; drop table users; --",
  '${1}',
  'true',
  'null',
];

/** Texts that may break a parser. */
export const ODD_TEXTS = [
  '<script>',
  '%',
  '%25',
  'ünï𝄞',
  '\u202e',
  '\u0007',
  '-9007199254740993',
  '9007199254740993',
  '2147483648',
  '{"a":1}',
  '[]',
  '../../etc/passwd',
  'x'.repeat(60_000),
];

/** A code as NFTs have them. */
const NFT_CODE = 'W0123456789A';

/** Valid values by field name, so that only one field is wrong. */
const PLAUSIBLE: Readonly<Record<string, string>> = {
  amount: '0.001',
  quote_amount: '50',
  frequency: 'daily',
  month: new Date().toISOString().slice(0, 7),
  year: new Date().toISOString().slice(0, 4),
  day: '0',
  hour: '9',
  time_zone: 'UTC',
  date: '2026-11-30',
  client_id: 'one-of-the-client',
  tool: 'horizontal',
  from_ms: '1700000000000',
  from_price: '90000',
  number: '1',
  target_price: '90000',
  target: '90000',
  repeat_minutes: '60',
  type: '1',
  currency_id: '1',
  legal_id: '3',
  match_id: '1',
  collateral: '3:1',
  purpose: 'a test of forms',
  currency: '3',
  id: '1',
  from_currency_id: '3',
  to_currency_id: '1',
  from_field: 'change',
  to_field: 'legal',
  symbol: 'BTC/USDT',
  period: '1min',
  from: '1700000000',
  to: '1700000600',
  user_string: 'nobody@example.com',
  password: 'long-enough-1',
  re_password: 'long-enough-1',
  code: '123456',
  email_code: '123456',
  totp: '123456',
  login: 'nobody',
  uid: '100001',
  order_type: 'limit',
  keyword: 'BTC',
  c_id: '4',
  reason: 'because of a test',
  published: '0',
  paused: '0',
  position: '1',
  name: 'nobody',
  digest: 'x',
  language: 'en',
  fiat: 'USD',
  maturity: '2027-01-29',
  source: 'https://example.com/prices',
  texts:
    '{"en":{"title":"Token","summary":"A token","question":"Who wins the final?","options":["Red","Green"],"source":"The league"}}',
  time: '16:00',
  levels: '30000',
  link: 'https://example.com/final',
  file: '/files/abcdefghijklmnopqrstuv',
  note: 'shown on television',
  text: 'called off by its host',
  answer: 'we have looked again',
  pay_currencies: '3',
  document: 'rent 2026-11',
  contents: '12:5',
  percent: '50',
  face: '10',
  days: '7',
  audience: 'code',
  coupons_max: '10',
  gift_code: '7KQ2MXR4TD7KQ2MXR4TD7KQ2M',
  code_hash: '0123456789abcdef'.repeat(4),
};

/** Returns the fields of a call by name. */
export function fieldsOf(call: Call): Readonly<Record<string, z.ZodType>> {
  return call.input instanceof z.ZodObject ? (call.input.shape as Record<string, z.ZodType>) : {};
}

/** Answers of a function by its argument: fields and calls are asked thousands of times. */
function remembered<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const there = known.get(key) ?? { value: compute(key) };
    known.set(key, there);
    return there.value;
  };
}

/** Returns true for a field with money or a price: decimals without signs and exponents. */
export const isAmount = remembered((field: z.ZodType): boolean => {
  const takes = (value: string): boolean => field.safeParse(value).success;
  return takes('0.5') && takes('12') && !takes('-1') && !takes('1e5') && !takes('abc');
});

/** Returns a valid body for a call, guessed by field names; undefined if a field is unknown. */
export const plausible = remembered((call: Call): Readonly<Record<string, string>> | undefined => {
  const body: Record<string, string> = {};
  for (const [name, field] of Object.entries(fieldsOf(call))) {
    if (field.safeParse(undefined).success && !isAmount(field)) continue;
    const value = [PLAUSIBLE[name], ...choices(field), '1', 'abc', NFT_CODE].find(
      (each) => each !== undefined && field.safeParse(each).success,
    );
    if (value === undefined) return undefined;
    body[name] = value;
  }
  return body;
});

function choices(field: z.ZodType): string[] {
  const { enum: values } = z.toJSONSchema(field, { unrepresentable: 'any', io: 'input' });
  return (values ?? []).map(String);
}

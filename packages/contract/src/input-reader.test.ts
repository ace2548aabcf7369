import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Call } from './call.ts';
import { contract } from './contract.ts';
import { UNREAD, inputReader, readerOf, withReader } from './input-reader.ts';
import { amountText, currencyIdText, flag, optional, patternText, priceText } from './scalars.ts';

const calls = Object.values(contract).flatMap((group) => Object.entries<Call>(group));

const sent = fc.oneof(
  fc.constantFrom(
    '',
    null,
    undefined,
    true,
    false,
    'true',
    'false',
    '0',
    '1',
    0,
    1,
    2,
    -0,
    'limit',
    'market',
    'IOC',
  ),
  fc.constantFrom(
    NaN,
    Infinity,
    1e21,
    0.1,
    '1e3',
    ' 1',
    '01',
    '0.00001',
    '30000.5',
    'a:b-c.d_e',
    [],
    ['1'],
    {},
    1n,
  ),
  fc.anything(),
  fc.integer(),
  fc.double(),
  fc.string({ maxLength: 140 }),
  fc.maxSafeNat().map(String),
  fc.stringMatching(/^[-+ ]?[0-9]{0,20}([.,e][0-9]{0,12})?$/),
);

/** Values of nearly every field: a number, a flag. */
const plausible = fc.constantFrom('1', 1, '2', 2, '1');
const field = fc.oneof({ weight: 5, arbitrary: plausible }, { weight: 1, arbitrary: sent });

/** Inputs of the fields of a schema, each plausible, odd or absent. */
const inputsOf = (schema: z.ZodObject): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, field])), { requiredKeys: [] });

test('a reader returns what the schema of its call returns, and leaves every refusal to the schema', () => {
  let count = 0;
  let parsed = 0;
  for (const [path, { input }] of calls) {
    const read = inputReader(input);
    if (!read || !(input instanceof z.ZodObject)) continue;
    count += 1;
    fc.assert(
      fc.property(inputsOf(input), (fields) => {
        const found = read(fields);
        if (found === undefined) return;
        parsed += 1;
        const { data } = input.safeParse(fields);
        expect(found, path).toStrictEqual(data);
        // The hash of a repeated request is of the fields in their order.
        expect(Object.keys(found), path).toEqual(Object.keys(data ?? {}));
      }),
      { numRuns: 60 },
    );
  }
  expect(count).toBeGreaterThan(100);
  expect(parsed).toBeGreaterThan(count * 5);
});

test('the calls of orders are read without their schema', () => {
  const order = { type: '1', currency_id: '1', legal_id: '3', amount: '0.001', target_price: '30000.5' };
  const inputs: Record<string, readonly Record<string, unknown>[]> = {
    'coin/trade': [
      order,
      {
        ...order,
        type: 2,
        order_type: 'limit',
        time_in_force: 'GTC',
        post_only: '1',
        client_id: 'bot:1',
        stop_price: '',
      },
    ],
    'coin/cancel': [{ id: '17' }, { client_id: 'bot:1' }],
    'coin/amend': [{ id: 17, amount: '0.5' }],
  };
  for (const [path, examples] of Object.entries(inputs)) {
    const [, call] = calls.find(([name]) => name === path) ?? [];
    for (const fields of examples)
      expect(call && inputReader(call.input)?.(fields), path).toStrictEqual(call?.input.parse(fields));
  }
});

test('a schema that is more than its fields has no reader', () => {
  const field = { amount: amountText };
  expect(inputReader(z.object(field))).toBeDefined();
  for (const schema of [
    z.object(field).refine(() => true),
    z.object(field).transform((input) => input),
    z.strictObject(field),
    z.looseObject(field),
    z.object({ ...field, note: z.string() }),
    z.object({ amount: amountText.optional() }),
    z.object({ amount: amountText.refine(() => true) }),
    z.object({ flag: optional(z.string()) }),
    z.array(priceText),
    flag,
  ])
    expect(inputReader(schema)).toBeUndefined();
});

/** Fields of orders, with every form of a valid value; a reader that leaves one to its schema makes the call slow. */
const READ: readonly (readonly [string, () => z.ZodType, readonly unknown[]])[] = [
  ['flag', () => flag, [true, 'true', 1, '1', false, 'false', 0, '0']],
  ['absent flag', () => optional(flag), ['', null, undefined, '0', '1']],
  ['amount', () => amountText, ['0.5', 7]],
  ['currency', () => currencyIdText, ['1', 3]],
  ['pattern', () => patternText(/^[a-z]+$/), ['a', 'ab']],
  ['choice', () => z.enum(['limit', 'market']), ['limit', 'market']],
];

test.each(READ)('the reader of a field reads every valid value by itself: %s', (_, typeOf, values) => {
  const type = typeOf();
  const read = readerOf(type);
  expect(values.map((value) => read?.(value))).toEqual(values.map((value) => type.parse(value)));
  for (const value of ['yes', '-1', {}, Infinity]) {
    const isRead = read?.(value) !== UNREAD;
    expect(isRead, JSON.stringify(value)).toBe(type.safeParse(value).success);
  }
});

test('a schema keeps the reader that it was given; a choice with more checks has none', () => {
  const read = () => 'kept';
  expect(readerOf(withReader(z.string(), read))).toBe(read);
  expect(readerOf(withReader(z.enum(['a']), read))).toBe(read);
  expect(readerOf(z.enum(['a', 'b']).refine((value) => value === 'a'))).toBeUndefined();
});

test('an input of some fields of another one has a reader, and an absent field its default', () => {
  const side = withReader(z.string().default('buy'), (value) => value ?? 'buy');
  const schema = z.object({ amount: amountText, side, note: z.string() }).omit({ note: true });
  expect(inputReader(schema)?.({ amount: '1' })).toStrictEqual(schema.parse({ amount: '1' }));
});

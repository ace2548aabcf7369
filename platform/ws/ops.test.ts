import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { readOp } from './ops.ts';

/** The schema of a call, read field by field. */
const call = z.object({
  op: z.literal('call'),
  id: z.union([z.string().max(64), z.number()]),
  path: z.string().min(1).max(64),
  body: z.record(z.string(), z.unknown()).optional(),
  lang: z.string().max(8).optional(),
  key: z.string().max(128).optional(),
  device: z.string().max(200).optional(),
});

const odd = fc.oneof(
  fc.constantFrom(
    null,
    undefined,
    '',
    0,
    -0,
    NaN,
    Infinity,
    true,
    [],
    ['a'],
    {},
    'x'.repeat(64),
    'x'.repeat(65),
  ),
  fc.constantFrom(
    'x'.repeat(8),
    'x'.repeat(9),
    'x'.repeat(128),
    'x'.repeat(129),
    'x'.repeat(200),
    'x'.repeat(201),
  ),
  fc.jsonValue(),
  fc.string(),
);
const body = fc.oneof(odd, fc.dictionary(fc.string(), odd), fc.constant(JSON.parse('{"__proto__":1,"a":2}')));
const frame = fc.record(
  {
    op: fc.constant('call'),
    id: fc.oneof(fc.nat(), odd),
    path: fc.oneof(fc.constant('coin/trade'), odd),
    body,
    lang: odd,
    key: odd,
    device: odd,
    more: odd,
  },
  { requiredKeys: ['op'] },
);

test('a call is read as its schema reads it', () => {
  fc.assert(
    fc.property(frame, (sent) => {
      expect(readOp(sent)).toEqual(call.safeParse(sent).data);
    }),
    { numRuns: 2_000 },
  );
  const sent = { op: 'call', id: 1, path: 'coin/trade', body: { type: '1' } };
  expect(readOp(sent)).toEqual(sent);
});

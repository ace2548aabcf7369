import { Refusal, contract } from '@karat/contract';
import type { Call } from '@karat/contract';
import { commonMessages, refusalText, refusedBy } from '@karat/platform/http';
import { expect, test } from 'vitest';
import { fieldNames } from './field-names.ts';

const calls: readonly (readonly [string, Call])[] = Object.values(contract).flatMap((group) =>
  Object.entries<Call>(group),
);

test('every name for a group or a call belongs to a field of one of its calls', () => {
  const hasField = ({ input }: Call, field: string): boolean =>
    'shape' in input &&
    typeof input.shape === 'object' &&
    input.shape !== null &&
    Object.hasOwn(input.shape, field);
  for (const key of Object.keys(fieldNames)) {
    const end = key.lastIndexOf('/');
    if (end === -1) continue;
    const [owner, field] = [key.slice(0, end), key.slice(end + 1)];
    const named = calls.filter(([path]) => path === owner || path.startsWith(`${owner}/`));
    expect(
      named.some(([, call]) => hasField(call, field)),
      key,
    ).toBe(true);
  }
});

test.each([
  ['bind_box/buyNFT', 'code', 'artwork code'],
  ['coupon/redeem', 'code', 'coupon code'],
  ['wallet/send', 'code', 'verification code'],
  ['bind_box/saveCollection', 'name', 'name'],
])('%s calls the field %s “%s”', (path, field, name) => {
  const refusal = refusedBy(new Refusal('parameter_error', { field }), path);
  expect(refusalText({ ...commonMessages, fieldNames }, refusal, 'en')).toBe(`Parameter error: ${name}.`);
});

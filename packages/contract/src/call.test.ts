import { expect, test } from 'vitest';
import { contract } from './index.ts';
import type { Call } from './index.ts';
import * as z from 'zod';

const SECRETS = ['pay_password', 'password', 'totp'];
const paying = Object.values(contract)
  .flatMap((group): [string, Call][] => Object.entries(group))
  .filter(([, { effect }]) => effect === 'money');

const fieldsOf = ({ input }: Call): readonly string[] =>
  input instanceof z.ZodObject ? Object.keys(input.shape) : [];

test.each(paying)('proofs of identity are excluded from the hashed input of %s', (_, call) => {
  const fields = fieldsOf(call);
  const secrets = fields.filter((field) => SECRETS.includes(field));
  expect(call.proofs ?? []).toEqual(expect.arrayContaining(secrets));
  expect(fields).toEqual(expect.arrayContaining([...(call.proofs ?? [])]));
});

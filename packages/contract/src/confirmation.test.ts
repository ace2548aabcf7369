import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Call } from './call.ts';
import { confirmationRefusals } from './pay-password.ts';
import { contract } from './index.ts';

const fieldsOf = (call: Call): Readonly<Record<string, z.ZodType>> =>
  call.input instanceof z.ZodObject ? call.input.shape : {};

/** Calls that a user confirms with pay password and code; setting the pay password itself is none. */
const confirmed = Object.values(contract)
  .flatMap((group) => Object.entries<Call>(group))
  .filter(([path, call]) => {
    const fields = fieldsOf(call);
    return 'pay_password' in fields && 'code' in fields && !path.startsWith('safe/pay_password');
  });

test('calls that are confirmed with the pay password are found', () => {
  expect(confirmed.map(([path]) => path)).toEqual(
    expect.arrayContaining(['wallet/out', 'wallet/send', 'safe/protection/set']),
  );
});

test.each(confirmed)('%s takes a backup code as it is shown', (_, call) => {
  // Where `code` names what is bought, the one-time code is `pay_code`.
  const { code, pay_code: payCode = code } = fieldsOf(call);
  expect(payCode?.safeParse('7KQ2M-XR4TD')).toMatchObject({ success: true });
});

test.each(confirmed)('%s declares what a confirmation may refuse', (_, call) => {
  expect(call.refusals).toEqual(expect.arrayContaining([...confirmationRefusals]));
});

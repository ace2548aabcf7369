import * as z from 'zod';
import { post } from './call.ts';
import { code6, factor, factorRefusals, oneTime, password } from './identity.ts';
import { done, optional } from './scalars.ts';

export const payPassword = password;
const payPasswordRefusals = [
  'passwords_differ',
  'password_too_short',
  'password_too_long',
  'password_common',
  'pay_password_same',
  'too_many_attempts',
] as const;
/** Refusals of a confirmation by pay password and code. */
export const confirmationRefusals = [
  'pay_password_unset',
  'pay_password_wrong',
  'code_required',
  'code_wrong',
  'too_many_attempts',
] as const;

/** Refusals of the login password with a code sent to a contact. */
const sentCodeRefusals = ['password_wrong', 'code_wrong', 'code_expired', 'contact_recent'] as const;

/** Calls about the pay password. */
export const payPasswordCalls = {
  'safe/pay_password': post({
    who: 'user',
    effect: 'write',
    summary: 'Sets the first pay password, with the login password and a code sent for `pay_password`.',
    perMinute: 10,
    input: z.object({ pay_password: payPassword, re_pay_password: payPassword, password, code: code6 }),
    reply: done,
    refusals: [...payPasswordRefusals, 'pay_password_exists', ...sentCodeRefusals],
  }),
  'safe/pay_password/change': post({
    who: 'user',
    effect: 'write',
    summary:
      'Changes the pay password with the old one, and with a one-time code where there is an authenticator.',
    perMinute: 10,
    input: z.object({
      old_pay_password: payPassword,
      pay_password: payPassword,
      re_pay_password: payPassword,
      code: optional(oneTime),
    }),
    reply: done,
    refusals: [...payPasswordRefusals, ...confirmationRefusals],
  }),
  'safe/pay_password/reset': post({
    who: 'user',
    effect: 'write',
    summary:
      'Replaces a forgotten pay password with the login password and a code sent for `pay_password`, and with the authenticator or a passkey where there is one. Withdrawals wait for a day.',
    perMinute: 10,
    input: z.object({
      pay_password: payPassword,
      re_pay_password: payPassword,
      password: optional(password),
      code: code6,
      ...factor,
    }),
    reply: done,
    refusals: [
      ...payPasswordRefusals,
      ...factorRefusals,
      'pay_password_unset',
      'password_required',
      ...sentCodeRefusals,
    ],
  }),
};

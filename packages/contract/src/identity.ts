import * as z from 'zod';
import { get, post } from './call.ts';
import { done, optional, pageOf, paging, rowId, text, timeMs, timeText } from './scalars.ts';
import { contactCodeRefusals } from './refusal-groups.ts';

/** An e-mail address or a phone number in international digits, as the user entered it. */
export const receiver = text(254, 3);
export const areaCode = optional(text(6, 1));

/** Six digits of a sent code. */
export const code6 = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((value) => /^[0-9]{6}$/.test(value));

/** Length and list rules have their own refusals, so the shape accepts any text that can be written as UTF-8. */
export const password = z
  .string()
  .max(1024)
  .refine((value) => value.isWellFormed());

/** A code of the authenticator, or a backup code. */
export const oneTime = text(24);

/** Response of an authenticator as JSON text: one form field. */
export const passkeyReply = z.string().min(2).max(20_000);

/** A second factor: a code of the authenticator, or a passkey signature. */
export const factor = { totp: optional(oneTime), credential: optional(passkeyReply) };

/** Refusals of a missing or wrong second factor, if the account has one. */
export const factorRefusals = [
  'code_required',
  'passkey_required',
  'totp_wrong',
  'passkey_refused',
  'passkey_origin',
] as const;

/**
 * Proof of the owner: the login password, and a code sent to a present contact, one of the authenticator, or a
 * passkey.
 */
export const ownerProof = { password: optional(password), old_code: optional(code6), ...factor };
export const ownerProofRefusals = [
  'password_required',
  'password_wrong',
  'proof_required',
  'old_code_wrong',
  'code_expired',
  'contact_recent',
  'totp_wrong',
  'passkey_refused',
  'passkey_origin',
  'too_many_attempts',
] as const;

/** Fiat currencies for display of values; the first is the default. */
export const FIATS = ['USD', 'EUR', 'GBP', 'JPY', 'HKD', 'SGD', 'VND'] as const;
export type Fiat = (typeof FIATS)[number];

/** Refusals of calls that set a password with a code. */
export const newPasswordRefusals = [
  'code_wrong',
  'code_expired',
  'passwords_differ',
  'password_too_short',
  'password_too_long',
  'password_common',
] as const;

/** Result of a login attempt. */
export const LOGIN_OUTCOMES = ['ok', 'password_wrong', 'code_wrong', 'frozen'] as const;
export type LoginOutcome = (typeof LOGIN_OUTCOMES)[number];

const session = z.object({
  id: z.number(),
  device: z.string(),
  /** The owner's name for the device, empty by default. */
  name: z.string(),
  /** Location of the last use. */
  address: z.string(),
  current: z.boolean(),
  /** Is true for a known device: attempts of strangers do not slow its logins down. */
  trusted: z.boolean(),
  created_at: timeText,
  created_ms: timeMs,
  seen_at: timeText,
  seen_ms: timeMs,
});

/** A login attempt. */
export const loginTry = z.object({
  id: z.number(),
  outcome: z.enum(LOGIN_OUTCOMES),
  /** Credential: password, or passkey. */
  way: z.enum(['password', 'passkey']),
  device: z.string(),
  address: z.string(),
  /** From a device or network that was not seen before. */
  new_device: z.boolean(),
  created_at: timeText,
  created_ms: timeMs,
});

/** Codes, accounts, logins and sessions. */
/** `email` or `mobile` from clients that name it; other values are ignored, because the contact itself shows its type. */
const receiverKind = optional(text(16));

export const identity = {
  sms_mail: post({
    who: 'visitor',
    effect: 'write',
    summary: 'Sends a six-digit code by mail or SMS; answers the same whether or not an account exists.',
    perMinute: 10,
    input: z.object({
      user_string: receiver,
      area_code_id: optional(text(8)),
      area_code: areaCode,
      email_code: optional(text(8)),
      type: z.enum(['forget', 'register', 'unfreeze', 'login']),
    }),
    reply: done,
    refusals: ['receiver_invalid', 'too_many_attempts', 'sms_limit_reached'],
  }),
  'user/check_email': post({
    who: 'visitor',
    effect: 'write',
    summary: 'Checks a code before the form is sent; a right code stays usable, a wrong one counts as a try.',
    perMinute: 20,
    input: z.object({
      user_string: receiver,
      scene: z.enum(['forget', 'register']),
      email_code: code6,
      country_code: optional(text(8)),
    }),
    reply: done,
    refusals: contactCodeRefusals,
  }),
  'user/register': post({
    who: 'visitor',
    effect: 'write',
    summary:
      'Opens an account by e-mail or phone with the code that was sent; the reply is the session token.',
    perMinute: 10,
    input: z.object({
      user_string: receiver,
      area_code: areaCode,
      code: code6,
      password,
      re_password: password,
      extension_code: optional(text(16)),
      type: receiverKind,
    }),
    reply: z.string(),
    refusals: [
      'registration_failed',
      'receiver_invalid',
      ...newPasswordRefusals,
      'invite_unknown',
      'too_many_attempts',
    ],
  }),
  'user/forget': post({
    who: 'visitor',
    effect: 'write',
    summary:
      'Sets a new password with a code and ends every session. An account with an authenticator or a passkey asks for it (`code_required`, `passkey_required`): send again with `totp`, or with `credential`, a challenge of `user/passkey/options` that a passkey signed.',
    perMinute: 10,
    input: z.object({
      user_string: receiver,
      area_code: areaCode,
      code: code6,
      password,
      re_password: password,
      ...factor,
      extension_code: optional(text(16)),
      type: receiverKind,
    }),
    reply: done,
    refusals: ['receiver_invalid', ...newPasswordRefusals, ...factorRefusals, 'too_many_attempts'],
  }),
  'user/login': post({
    who: 'visitor',
    effect: 'write',
    summary:
      'Opens a session; the reply is its token. An account with an authenticator asks for a code (`code_required`): send again with `totp`, a code of it or a backup code. After many failures from unknown devices an unknown device needs a code sent for `login` (`login_code_required`): send again with `code`. The header `X-Karat-Device` with the token of `user/device` makes the device a known one.',
    perMinute: 20,
    input: z.object({
      user_string: receiver,
      area_code: areaCode,
      password,
      totp: optional(text(24)),
      code: optional(code6),
    }),
    reply: z.string(),
    refusals: [
      ...contactCodeRefusals,
      'login_failed',
      'account_frozen',
      'code_required',
      'login_code_required',
    ],
  }),
  'user/unfreeze': post({
    who: 'visitor',
    effect: 'write',
    summary:
      'Asks with password and a code sent for `unfreeze` that a frozen account be opened again; people of the house decide.',
    perMinute: 10,
    input: z.object({ user_string: receiver, area_code: areaCode, password, code: code6 }),
    reply: done,
    refusals: [...contactCodeRefusals, 'login_failed'],
  }),
  'user/device': post({
    who: 'user',
    effect: 'write',
    summary:
      'Makes the device of a fresh login a known one and answers its token, null ten minutes after the login. Send it as header `X-Karat-Device` with later logins, and with this call; each token replaces the one before.',
    perMinute: 20,
    input: z.object({}),
    reply: z.object({ device_token: z.string().nullable() }),
  }),
  'user/logout': get({
    who: 'user',
    effect: 'write',
    summary: 'Ends the session that asks.',
    input: z.object({}),
    reply: done,
  }),
  'user/sessions': get({
    who: 'user',
    effect: 'read',
    summary: 'Open sessions of the own account, newest first.',
    input: z.object({}),
    reply: z.array(session),
  }),
  'user/session/revoke': post({
    who: 'user',
    effect: 'write',
    summary: 'Ends one of the own sessions, or with id 0 all others.',
    input: z.object({ id: z.union([rowId, z.literal(['0', 0]).transform(() => 0)]) }),
    reply: done,
    refusals: ['not_found'],
  }),
  'user/session/rename': post({
    who: 'user',
    effect: 'write',
    summary: 'Gives the device of an own session a name; an empty one takes it away.',
    input: z.object({ id: rowId, name: text(40) }),
    reply: done,
    refusals: ['not_found'],
  }),
  'user/logins': get({
    who: 'user',
    effect: 'read',
    summary: 'Tries to log in to the own account of the last 180 days, newest first.',
    input: z.object(paging),
    reply: pageOf(loginTry),
  }),
};

import { LANGS } from '@karat/i18n';
import * as z from 'zod';
import { get, post } from './call.ts';
import { done, optional, pageOf, paging, rowId, text, timeMs, timeText } from './scalars.ts';

/** An e-mail address or a phone number in international digits, as typed. */
const receiver = text(254, 3);
const areaCode = optional(text(6, 1));
/** A code that was sent: six digits. */
export const code6 = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((value) => /^[0-9]{6}$/.test(value));
/** Length and list rules are told by their own refusals, so the shape takes any text that can be written as UTF-8. */
export const password = z
  .string()
  .max(1024)
  .refine((value) => value.isWellFormed());

/** Fiat currencies in which worth can be shown; the first is the default. */
export const FIATS = ['USD', 'EUR', 'GBP', 'JPY', 'HKD', 'SGD', 'VND'] as const;
export type Fiat = (typeof FIATS)[number];

/** Whatever sets a password with a code may answer these. */
const newPasswordRefusals = [
  'code_wrong',
  'code_expired',
  'passwords_differ',
  'password_too_short',
  'password_too_long',
  'password_common',
] as const;

const bindingRefusals = [
  'receiver_invalid',
  'receiver_same',
  'code_wrong',
  'code_expired',
  'proof_required',
  'too_many_attempts',
] as const;

/** How a try to log in ended. */
export const LOGIN_OUTCOMES = ['ok', 'password_wrong', 'code_wrong', 'frozen'] as const;
export type LoginOutcome = (typeof LOGIN_OUTCOMES)[number];

/** What a code to one's own receiver is for. */
export const CODE_PURPOSES = ['password', 'pay_password', 'receiver'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

const session = z.object({
  id: z.number(),
  device: z.string(),
  /** The owner's own name for the device, empty until given. */
  name: z.string(),
  /** Where it was last used from. */
  address: z.string(),
  current: z.boolean(),
  created_at: timeText,
  created_ms: timeMs,
  seen_at: timeText,
  seen_ms: timeMs,
});

/** One try to log in. */
export const loginTry = z.object({
  id: z.number(),
  outcome: z.enum(LOGIN_OUTCOMES),
  /** How it was proved: password, or passkey. */
  way: z.enum(['password', 'passkey']),
  device: z.string(),
  address: z.string(),
  /** From a device or network that was not seen before. */
  new_device: z.boolean(),
  created_at: timeText,
  created_ms: timeMs,
});

const profile = z.object({
  id: z.number(),
  uid: z.number(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  area_code: z.string().nullable(),
  nickname: z.string(),
  signature: z.string(),
  head_portrait: z.string().nullable(),
  extension_code: z.string(),
  credit_score: z.number(),
  vip_level: z.number(),
  real_state: z.number(),
  lang: z.enum(LANGS),
  fiat: z.string(),
  demo: z.boolean(),
  created_at: timeText,
  created_ms: timeMs,
});

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
      type: z.enum(['forget', 'register', 'unfreeze']),
    }),
    reply: done,
    refusals: ['receiver_invalid', 'too_many_attempts'],
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
    refusals: ['code_wrong', 'code_expired', 'too_many_attempts', 'receiver_invalid'],
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
      type: z.enum(['email', 'mobile']),
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
    summary: 'Sets a new password with a code and ends every session.',
    perMinute: 10,
    input: z.object({
      user_string: receiver,
      area_code: areaCode,
      code: code6,
      password,
      re_password: password,
      extension_code: optional(text(16)),
      type: optional(z.enum(['email', 'mobile'])),
    }),
    reply: done,
    refusals: ['receiver_invalid', ...newPasswordRefusals, 'too_many_attempts'],
  }),
  'user/login': post({
    who: 'visitor',
    effect: 'write',
    summary:
      'Opens a session; the reply is its token. An account with an authenticator asks for a code (`code_required`): send again with `totp`, a code of it or a backup code.',
    perMinute: 20,
    input: z.object({ user_string: receiver, area_code: areaCode, password, totp: optional(text(24)) }),
    reply: z.string(),
    refusals: ['login_failed', 'too_many_attempts', 'account_frozen', 'code_required', 'code_wrong'],
  }),
  'user/unfreeze': post({
    who: 'visitor',
    effect: 'write',
    summary:
      'Asks with password and a code sent for `unfreeze` that a frozen account be opened again; people of the house decide.',
    perMinute: 10,
    input: z.object({ user_string: receiver, area_code: areaCode, password, code: code6 }),
    reply: done,
    refusals: ['login_failed', 'code_wrong', 'code_expired', 'receiver_invalid', 'too_many_attempts'],
  }),
  'user/logout': get({
    who: 'user',
    effect: 'write',
    summary: 'Ends the session that asks.',
    input: z.object({}),
    reply: done,
  }),
  'user/info': get({
    who: 'user',
    effect: 'read',
    summary: 'The own account.',
    input: z.object({}),
    reply: profile,
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
  'user/editNickname': post({
    who: 'user',
    effect: 'write',
    summary: 'Changes nickname (2-10 letters and digits) and signature (2-30 characters), each if given.',
    input: z.object({ nickname: optional(z.string().max(200)), signature: optional(z.string().max(400)) }),
    reply: profile,
    refusals: ['nickname_invalid', 'signature_invalid'],
  }),
  'user/uploadHeadPortrait': post({
    who: 'user',
    effect: 'write',
    summary: 'Sets the avatar to an image that the same user uploaded.',
    input: z.object({ head_portrait: text(200, 1) }),
    reply: profile,
    refusals: ['image_invalid'],
  }),
  'user/preferences': post({
    who: 'user',
    effect: 'write',
    summary: 'Keeps the language and default fiat with the account.',
    input: z.object({ language: optional(z.enum(LANGS)), fiat: optional(text(3, 3)) }),
    reply: profile,
    refusals: ['currency_unknown'],
  }),
  'safe/update_password': post({
    who: 'user',
    effect: 'write',
    summary: 'Changes the password with a code sent to the bound receiver, and ends the other sessions.',
    perMinute: 10,
    input: z.object({ password, re_password: password, code: code6 }),
    reply: done,
    refusals: [...newPasswordRefusals, 'too_many_attempts'],
  }),
  'safe/send_code': post({
    who: 'user',
    effect: 'write',
    summary:
      'Sends a code to the bound e-mail or phone: for a change of password unless `purpose` says another.',
    perMinute: 10,
    input: z.object({
      purpose: optional(z.enum(CODE_PURPOSES)),
      /** Which of the two; without it the e-mail, else the phone. */
      via: optional(z.enum(['email', 'phone'])),
    }),
    reply: done,
    refusals: ['too_many_attempts', 'receiver_invalid'],
  }),
  sms_send: post({
    who: 'user',
    effect: 'write',
    summary:
      'Sends a code to a phone number that is to be bound; answers the same whether or not it is taken.',
    perMinute: 10,
    input: z.object({ area_code: areaCode, mobile: receiver }),
    reply: done,
    refusals: ['receiver_invalid', 'too_many_attempts'],
  }),
  'safe/email_send': post({
    who: 'user',
    effect: 'write',
    summary:
      'Sends a code to an e-mail address that is to be bound; answers the same whether or not it is taken.',
    perMinute: 10,
    input: z.object({ email: receiver }),
    reply: done,
    refusals: ['receiver_invalid', 'too_many_attempts'],
  }),
  'safe/mobile': post({
    who: 'user',
    effect: 'write',
    summary:
      'Binds a phone number with the code sent to it. In the place of another one: with a code sent for `receiver` too, or one of the authenticator.',
    perMinute: 10,
    input: z.object({
      area_code: areaCode,
      mobile: receiver,
      code: code6,
      old_code: optional(code6),
      totp: optional(text(24)),
    }),
    reply: done,
    refusals: bindingRefusals,
  }),
  'safe/email': post({
    who: 'user',
    effect: 'write',
    summary:
      'Binds an e-mail address with the code sent to it. In the place of another one: with a code sent for `receiver` too, or one of the authenticator.',
    perMinute: 10,
    input: z.object({ email: receiver, code: code6, old_code: optional(code6), totp: optional(text(24)) }),
    reply: done,
    refusals: bindingRefusals,
  }),
  'safe/anti_phishing': get({
    who: 'user',
    effect: 'read',
    summary: 'The own words that every mail of the house carries; empty until set.',
    input: z.object({}),
    reply: z.object({ text: z.string() }),
  }),
  'safe/anti_phishing/set': post({
    who: 'user',
    effect: 'write',
    summary:
      'Sets the words that every mail carries (4-20 letters, digits and spaces), with the login password.',
    perMinute: 10,
    input: z.object({ text: z.string().max(100), password }),
    reply: done,
    refusals: ['anti_phishing_invalid', 'password_wrong', 'too_many_attempts'],
  }),
  upload: post({
    who: 'user',
    effect: 'write',
    summary: 'Keeps an image (JPEG, PNG or WebP, re-encoded) and answers its address.',
    upload: 'file',
    perMinute: 30,
    input: z.object({}),
    reply: z.string(),
    refusals: ['image_invalid', 'image_too_large'],
  }),
  areas: get({
    who: 'visitor',
    effect: 'read',
    summary: 'Countries with their dialling codes, names in the language of the caller.',
    input: z.object({}),
    reply: z.array(z.object({ id: z.string(), name: z.string(), area_code: z.string() })),
  }),
};

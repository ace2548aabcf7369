import { LANGS } from '@karat/i18n';
import * as z from 'zod';
import { get, post } from './call.ts';
import {
  areaCode,
  code6,
  factor,
  factorRefusals,
  newPasswordRefusals,
  ownerProof,
  ownerProofRefusals,
  password,
  receiver,
} from './identity.ts';
import { decimalText, done, optional, text, timeMs, timeText } from './scalars.ts';

const linkRefusals = ['receiver_invalid', 'receiver_same', 'code_wrong', ...ownerProofRefusals] as const;

/** Purpose of a code to the caller's own contact. */
export const CODE_PURPOSES = ['password', 'pay_password', 'receiver', 'security'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

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
  /** See `credit/score`. */
  credit_score: z.number(),
  vip_level: z.number(),
  /** Percent off the fees of spot, contracts and conversions. */
  fee_discount: decimalText,
  real_state: z.number(),
  lang: z.enum(LANGS),
  fiat: z.string(),
  /** The chosen region, ISO 3166-1 alpha-2. */
  region: z.string().nullable(),
  demo: z.boolean(),
  created_at: timeText,
  created_ms: timeMs,
});

/** The caller's account: profile, password and contacts. */
export const account = {
  'user/info': get({
    who: 'user',
    effect: 'read',
    summary: 'The own account.',
    input: z.object({}),
    reply: profile,
  }),
  'user/editNickname': post({
    who: 'user',
    effect: 'write',
    summary:
      'Changes nickname (2-10 letters and digits) and signature (2-30 characters), each if given; an empty signature removes it.',
    input: z.object({ nickname: z.string().max(200).optional(), signature: z.string().max(400).optional() }),
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
    summary:
      'Keeps the language, the default fiat and the region with the account. A region adds its own rules to those of residence and phone number.',
    input: z.object({
      language: optional(z.enum(LANGS)),
      fiat: optional(text(3, 3)),
      region: optional(text(2, 2)),
    }),
    reply: profile,
    refusals: ['currency_unknown', 'area_unknown'],
  }),
  'safe/update_password': post({
    who: 'user',
    effect: 'write',
    summary:
      'Changes the password with a code sent to a contact of the account, and with its authenticator or passkey where it has one; ends the other sessions.',
    perMinute: 10,
    input: z.object({ password, re_password: password, code: code6, ...factor }),
    reply: done,
    refusals: [...newPasswordRefusals, ...factorRefusals, 'contact_recent', 'too_many_attempts'],
  }),
  'safe/send_code': post({
    who: 'user',
    effect: 'write',
    summary:
      'Sends a code to the bound e-mail or phone: for a change of password unless `purpose` says another.',
    perMinute: 10,
    input: z.object({
      purpose: optional(z.enum(CODE_PURPOSES)),
      /** Contact type; the default is the e-mail, else the phone. */
      via: optional(z.enum(['email', 'phone'])),
    }),
    reply: done,
    refusals: ['too_many_attempts', 'receiver_invalid', 'contact_recent', 'sms_limit_reached'],
  }),
  sms_send: post({
    who: 'user',
    effect: 'write',
    summary:
      'Sends a code to a phone number that is to be bound; answers the same whether or not it is taken.',
    perMinute: 10,
    input: z.object({ area_code: areaCode, mobile: receiver }),
    reply: done,
    refusals: ['receiver_invalid', 'too_many_attempts', 'sms_limit_reached'],
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
      'Links a phone number with the code sent to it, the login password, and one of: a code sent to a present contact for `receiver` (`old_code`), one of the authenticator (`totp`), a signed passkey challenge (`credential`). Present contacts are notified; the new one recovers nothing for 72 hours.',
    perMinute: 10,
    input: z.object({ area_code: areaCode, mobile: receiver, code: code6, ...ownerProof }),
    reply: done,
    refusals: linkRefusals,
  }),
  'safe/email': post({
    who: 'user',
    effect: 'write',
    summary:
      'Links an e-mail address with the code sent to it, and the same proof of the owner as `safe/mobile`.',
    perMinute: 10,
    input: z.object({ email: receiver, code: code6, ...ownerProof }),
    reply: done,
    refusals: linkRefusals,
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

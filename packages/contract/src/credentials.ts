import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import {
  code6,
  factor,
  factorRefusals,
  loginTry,
  oneTime,
  ownerProof,
  ownerProofRefusals,
  passkeyReply,
  password,
} from './identity.ts';
import {
  done,
  flag,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
  timeText,
  userIdText,
} from './scalars.ts';

const payPassword = password;
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

/** Credentials whose change delays withdrawals. */
export const CHANGED_CREDENTIALS = [
  'password',
  'pay_password',
  'authenticator',
  'passkey',
  'receiver',
  'unfreeze',
] as const;
export type ChangedCredential = (typeof CHANGED_CREDENTIALS)[number];

const security = z.object({
  /** Masked, `a***e@example.com`. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Time from which a recently linked contact can recover the account; null if it can already. */
  email_recovers_ms: timeMs.nullable(),
  phone_recovers_ms: timeMs.nullable(),
  /** Time during which a newly linked contact cannot recover the account. */
  contact_wait_hours: z.number(),
  pay_password: z.boolean(),
  pay_password_ms: timeMs.nullable(),
  totp: z.boolean(),
  totp_ms: timeMs.nullable(),
  /** Unused backup codes. */
  backup_codes: z.number(),
  passkeys: z.number(),
  api_keys: z.number(),
  anti_phishing: z.boolean(),
  /** Security score, 0 to 100. */
  score: z.number(),
  /** End of the withdrawal delay after a change of credentials. */
  hold_until: timeText.nullable(),
  hold_until_ms: timeMs.nullable(),
  hold_reason: z.enum(CHANGED_CREDENTIALS).nullable(),
});

const passkey = z.object({
  id: z.number(),
  name: z.string(),
  created_at: timeText,
  created_ms: timeMs,
  used_at: timeText.nullable(),
  used_ms: timeMs.nullable(),
  /** Synchronised by a provider to all devices of the user. */
  synced: z.boolean(),
});

const apiKey = z.object({
  id: z.number(),
  label: z.string(),
  key: z.string(),
  trade: z.boolean(),
  withdraw: z.boolean(),
  networks: z.array(z.string()),
  created_at: timeText,
  created_ms: timeMs,
  used_at: timeText.nullable(),
  used_ms: timeMs.nullable(),
  used_from: z.string().nullable(),
  /** Time from which it may withdraw: a new key waits a day. Null for a key without that right. */
  withdraw_from_ms: timeMs.nullable(),
});

/** WebAuthn options for a browser, in JSON. */
const webauthn = z.record(z.string(), z.unknown());

const reason = text(500, 3);

export const credentials = {
  'safe/state': get({
    who: 'user',
    effect: 'read',
    summary: 'What protects the own account, and until when withdrawals wait.',
    input: z.object({}),
    reply: security,
  }),
  'safe/pay_password': post({
    who: 'user',
    effect: 'write',
    summary: 'Sets the first pay password, with the login password and a code sent for `pay_password`.',
    perMinute: 10,
    input: z.object({ pay_password: payPassword, re_pay_password: payPassword, password, code: code6 }),
    reply: done,
    refusals: [
      ...payPasswordRefusals,
      'pay_password_exists',
      'password_wrong',
      'code_wrong',
      'code_expired',
      'contact_recent',
    ],
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
      'password_wrong',
      'code_wrong',
      'code_expired',
      'contact_recent',
    ],
  }),
  'safe/totp/setup': post({
    who: 'user',
    effect: 'write',
    summary:
      'Begins to set an authenticator up: its secret, shown until it is confirmed by a code. With the login password and a code sent for `security` (`old_code`), or a signed passkey challenge (`credential`).',
    perMinute: 10,
    input: z.object(ownerProof),
    reply: z.object({ secret: z.string(), uri: z.string(), expires_at: timeText, expires_ms: timeMs }),
    refusals: [...ownerProofRefusals, 'totp_exists'],
  }),
  'safe/totp/confirm': post({
    who: 'user',
    effect: 'write',
    summary: 'Confirms the authenticator by its first code and answers the backup codes, once.',
    perMinute: 20,
    input: z.object({ code: code6 }),
    reply: z.object({ backup_codes: z.array(z.string()) }),
    refusals: ['code_wrong', 'totp_exists', 'totp_not_begun', 'too_many_attempts'],
  }),
  'safe/totp/remove': post({
    who: 'user',
    effect: 'write',
    summary: 'Removes the authenticator, with the login password and a code. Withdrawals wait for a day.',
    perMinute: 10,
    input: z.object({ password, code: oneTime }),
    reply: done,
    refusals: ['password_wrong', 'totp_wrong', 'totp_unset', 'too_many_attempts'],
  }),
  'safe/totp/backup_codes': post({
    who: 'user',
    effect: 'write',
    summary: 'Makes new backup codes, with the login password and a code; earlier ones end.',
    perMinute: 10,
    input: z.object({ password, code: oneTime }),
    reply: z.object({ backup_codes: z.array(z.string()) }),
    refusals: ['password_wrong', 'totp_wrong', 'totp_unset', 'too_many_attempts'],
  }),
  'safe/passkeys': get({
    who: 'user',
    effect: 'read',
    summary: 'Passkeys of the own account.',
    input: z.object({}),
    reply: z.array(passkey),
  }),
  'safe/passkey/options': post({
    who: 'user',
    effect: 'write',
    summary:
      'Begins to add a passkey: what the browser asks the authenticator. With the login password and one of: a code sent for `security` (`old_code`), one of the authenticator (`totp`), a signed passkey challenge (`credential`).',
    perMinute: 10,
    input: z.object(ownerProof),
    reply: webauthn,
    refusals: [...ownerProofRefusals, 'passkeys_full'],
  }),
  'safe/passkey/challenge': post({
    who: 'user',
    effect: 'write',
    summary:
      'What the browser asks a passkey of the account to sign, to prove its owner at a step that takes `credential`.',
    perMinute: 20,
    input: z.object({}),
    reply: webauthn,
    refusals: ['passkey_origin'],
  }),
  'safe/passkey/add': post({
    who: 'user',
    effect: 'write',
    summary: "Adds a passkey with the authenticator's answer.",
    perMinute: 10,
    input: z.object({ name: text(40, 1), credential: passkeyReply }),
    reply: passkey,
    refusals: ['passkey_refused', 'passkey_origin', 'passkeys_full'],
  }),
  'safe/passkey/rename': post({
    who: 'user',
    effect: 'write',
    summary: 'Gives a passkey another name.',
    input: z.object({ id: rowId, name: text(40, 1) }),
    reply: done,
    refusals: ['not_found'],
  }),
  'safe/passkey/remove': post({
    who: 'user',
    effect: 'write',
    summary: 'Removes a passkey, with the same proof of the owner as adding one.',
    perMinute: 10,
    input: z.object({ id: rowId, ...ownerProof }),
    reply: done,
    refusals: ['not_found', ...ownerProofRefusals],
  }),
  'user/passkey/options': post({
    who: 'visitor',
    effect: 'write',
    summary: 'Begins a login by passkey: what the browser asks the authenticator.',
    perMinute: 20,
    input: z.object({}),
    reply: webauthn,
    refusals: ['passkey_origin'],
  }),
  'user/passkey/login': post({
    who: 'visitor',
    effect: 'write',
    summary: 'Opens a session by passkey; the reply is its token. It stands for password and one-time code.',
    perMinute: 20,
    input: z.object({ credential: passkeyReply }),
    reply: z.string(),
    refusals: ['passkey_refused', 'passkey_origin', 'account_frozen'],
  }),
  'safe/freeze': post({
    who: 'user',
    effect: 'write',
    summary: 'Freezes the own account: ends its sessions and API keys and stops withdrawals.',
    perMinute: 5,
    input: z.object({ password }),
    reply: done,
    refusals: ['password_wrong', 'too_many_attempts'],
  }),
  'user/contact/report': post({
    who: 'visitor',
    effect: 'write',
    summary:
      'Freezes the account whose contacts were changed, with the token of the link that its former contacts were sent: "this was not me". Each link works once.',
    perMinute: 10,
    input: z.object({ token: text(64, 1) }),
    reply: done,
    refusals: ['link_invalid'],
  }),
  api_keys: get({
    who: 'user',
    effect: 'read',
    summary: 'API keys of the own account; never their secrets.',
    input: z.object({}),
    reply: z.array(apiKey),
  }),
  'api_keys/create': post({
    who: 'user',
    effect: 'write',
    summary: 'Makes an API key, with pay password and code; its secret is shown only once.',
    perMinute: 10,
    input: z.object({
      label: text(40, 1),
      trade: flag,
      withdraw: flag,
      /**
       * Addresses and networks (CIDR) that may use it, separated by commas; required, and narrow, for a key that may
       * withdraw.
       */
      networks: optional(text(1_000)),
      pay_password: payPassword,
      code: optional(oneTime),
    }),
    reply: apiKey.extend({ secret: z.string() }),
    refusals: [...confirmationRefusals, 'api_keys_full', 'network_invalid', 'network_needed', 'network_wide'],
  }),
  'api_keys/remove': post({
    who: 'user',
    effect: 'write',
    summary: 'Ends an API key at once.',
    input: z.object({ id: rowId }),
    reply: done,
    refusals: ['not_found'],
  }),
  'console/user_security': get({
    who: desk.people,
    effect: 'read',
    summary: 'What protects an account; no secrets.',
    input: z.object({ uid: userIdText }),
    reply: security.extend({
      status: z.enum(['active', 'frozen']),
      frozen_by: z.enum(['user', 'operator']).nullable(),
      /** Time at which the owner confirmed the request to unfreeze. */
      unfreeze_ms: timeMs.nullable(),
    }),
    refusals: ['not_found'],
  }),
  'console/user_logins': get({
    who: desk.people,
    effect: 'read',
    summary: 'Tries to log in to an account, newest first.',
    input: z.object({ uid: userIdText, ...paging }),
    reply: pageOf(loginTry),
  }),
  'console/unfreeze_requests': get({
    who: desk.people,
    effect: 'read',
    summary: 'Frozen accounts whose owners have proved that they want them back.',
    input: z.object(paging),
    reply: pageOf(
      z.object({
        uid: z.number(),
        nickname: z.string(),
        frozen_by: z.enum(['user', 'operator']).nullable(),
        asked_ms: timeMs,
      }),
    ),
  }),
  'console/contact_changes': get({
    who: desk.people,
    effect: 'read',
    summary:
      'Contacts that were linked to an account after it was opened, and what they replaced; newest first.',
    input: z.object({ uid: userIdText }),
    reply: z.array(
      z.object({
        id: z.number(),
        kind: z.enum(['email', 'phone']),
        /** Null: it was removed. */
        contact: z.string().nullable(),
        previous: z.string().nullable(),
        proof: z.enum(['code', 'authenticator', 'passkey', 'operators']),
        device: z.string(),
        address: z.string(),
        changed_ms: timeMs,
        /** Time at which a previous contact reported the change. */
        reported_ms: timeMs.nullable(),
        /** Is true if the contact still belongs to the account, so that the previous one can be restored. */
        current: z.boolean(),
      }),
    ),
    refusals: ['not_found'],
  }),
  'console/contact_restore': post({
    who: desk.people,
    effect: 'write',
    summary:
      'Asks that a change of a contact be undone: the contact before it is put back and every session ends; a second operator approves.',
    input: z.object({ uid: userIdText, id: rowId, reason }),
    reply: z.object({ id: z.number() }),
    refusals: ['not_found', 'reason_required', 'no_change'],
  }),
  'console/passkeys_reset': post({
    who: desk.people,
    effect: 'write',
    summary:
      'Asks that all passkeys be removed from an account whose owner lost them; a second operator approves.',
    input: z.object({ uid: userIdText, reason }),
    reply: z.object({ id: z.number() }),
    refusals: ['not_found', 'reason_required', 'no_change'],
  }),
  'console/totp_reset': post({
    who: desk.people,
    effect: 'write',
    summary: 'Asks that a lost authenticator be removed from an account; a second operator approves.',
    input: z.object({ uid: userIdText, reason }),
    reply: z.object({ id: z.number() }),
    refusals: ['not_found', 'reason_required', 'totp_unset'],
  }),
};

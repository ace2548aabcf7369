import * as z from 'zod';
import { get, post } from './call.ts';
import { code6, oneTime, ownerProof, ownerProofRefusals, passkeyReply, password } from './identity.ts';
import { done, rowId, text, timeMs, timeText } from './scalars.ts';

/** Refusals of the login password with a code of the authenticator. */
const totpRefusals = ['password_wrong', 'totp_wrong', 'totp_unset', 'too_many_attempts'] as const;

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

/** WebAuthn options for a browser, in JSON. */
const webauthn = z.record(z.string(), z.unknown());

/** Calls about authenticators and passkeys. */
export const secondFactorCalls = {
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
    refusals: totpRefusals,
  }),
  'safe/totp/backup_codes': post({
    who: 'user',
    effect: 'write',
    summary: 'Makes new backup codes, with the login password and a code; earlier ones end.',
    perMinute: 10,
    input: z.object({ password, code: oneTime }),
    reply: z.object({ backup_codes: z.array(z.string()) }),
    refusals: totpRefusals,
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
};

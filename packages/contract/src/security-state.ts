import * as z from 'zod';
import { timeMs, timeText } from './scalars.ts';

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

/** Protections of an account; no secrets. */
export const security = z.object({
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

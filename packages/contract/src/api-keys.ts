import * as z from 'zod';
import { get, post } from './call.ts';
import { confirmationRefusals, payPassword } from './pay-password.ts';
import { oneTime } from './identity.ts';
import { done, flag, optional, rowId, text, timeMs, timeText } from './scalars.ts';

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

/** Calls about API keys. */
export const apiKeyCalls = {
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
};

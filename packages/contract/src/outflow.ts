import * as z from 'zod';
import { get, post } from './call.ts';
import { confirmationRefusals } from './pay-password.ts';
import { oneTime } from './identity.ts';
import { oneOf, optional, text, timeMs } from './scalars.ts';

const protection = z.object({
  /** End of the withdrawal lock; null without a lock. */
  until_ms: timeMs.nullable(),
  days_max: z.number(),
});

/** Withdraw protection: a user's lock on all outgoing money. */
export const outflow = {
  'safe/protection': get({
    who: 'user',
    effect: 'read',
    summary: 'Until when withdraw protection keeps everything in the account.',
    input: z.object({}),
    reply: protection,
  }),
  'safe/protection/set': post({
    who: 'user',
    effect: 'money',
    summary:
      'Locks withdrawals and payments to users for 1 to 7 days from now. Nobody ends it early, support included; it can only be made longer.',
    input: z.object({
      days: oneOf(1, 2, 3, 4, 5, 6, 7),
      pay_password: text(128, 1),
      code: optional(oneTime),
    }),
    proofs: ['pay_password', 'code'],
    reply: protection,
    refusals: [...confirmationRefusals, 'protection_not_longer'],
    perMinute: 10,
  }),
};

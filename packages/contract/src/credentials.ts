import * as z from 'zod';
import { apiKeyCalls } from './api-keys.ts';
import { get, post } from './call.ts';
import { credentialsConsoleCalls } from './credentials-console.ts';
import { password } from './identity.ts';
import { payPasswordCalls } from './pay-password.ts';
import { done, text } from './scalars.ts';
import { secondFactorCalls } from './second-factors.ts';
import { security } from './security-state.ts';

export const credentials = {
  'safe/state': get({
    who: 'user',
    effect: 'read',
    summary: 'What protects the own account, and until when withdrawals wait.',
    input: z.object({}),
    reply: security,
  }),
  ...payPasswordCalls,
  ...secondFactorCalls,
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
  ...apiKeyCalls,
  ...credentialsConsoleCalls,
};

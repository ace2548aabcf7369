import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { loginTry } from './identity.ts';
import { flag, optional, pageOf, paging, rowId, text, timeMs, userIdText } from './scalars.ts';
import { security } from './security-state.ts';

const reason = text(500, 3);
/** Refusals of a request that a second operator approves. */
const requestRefusals = ['not_found', 'reason_required'] as const;

/** Calls of the console about credentials of users. */
export const credentialsConsoleCalls = {
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
    summary: 'Tries to log in to an account, newest first; with `failed` only those that were refused.',
    input: z.object({ uid: userIdText, failed: optional(flag), ...paging }),
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
    refusals: [...requestRefusals, 'no_change'],
  }),
  'console/passkeys_reset': post({
    who: desk.people,
    effect: 'write',
    summary:
      'Asks that all passkeys be removed from an account whose owner lost them; a second operator approves.',
    input: z.object({ uid: userIdText, reason }),
    reply: z.object({ id: z.number() }),
    refusals: [...requestRefusals, 'no_change'],
  }),
  'console/totp_reset': post({
    who: desk.people,
    effect: 'write',
    summary: 'Asks that a lost authenticator be removed from an account; a second operator approves.',
    input: z.object({ uid: userIdText, reason }),
    reply: z.object({ id: z.number() }),
    refusals: [...requestRefusals, 'totp_unset'],
  }),
};

import * as z from 'zod';
import { approval } from './approvals.ts';
import { OPERATOR_ROLES, get, post } from './call.ts';
import { desk } from './desks.ts';
import { changeRefusals } from './refusal-groups.ts';
import { done, rowId, text, timeMs } from './scalars.ts';

const role = z.enum(OPERATOR_ROLES);
const reason = text(500, 3);
const login = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,31}$/);
/** One of the two halves of a setup code. */
const half = z
  .string()
  .transform((typed) => typed.replaceAll(/\s/g, ''))
  .refine((typed) => /^[A-Za-z0-9_-]{20}$/.test(typed));
const setup = { login, first: half, second: half };

/** A request, and the half of the setup code for the one who asked; it is shown once. */
const askedSetup = z.object({ approval, half: z.string() });

/** Operators: who they are, changes by two people, and the setup of a login with a code of two halves. */
export const staffConsole = {
  'console/staff': get({
    who: desk.risk,
    effect: 'read',
    summary: 'Operators, former ones included, with the setups that wait.',
    input: z.object({}),
    reply: z.array(
      z.object({
        id: z.number(),
        login: z.string(),
        name: z.string(),
        role,
        /** `setup`: the login waits for its first password. */
        state: z.enum(['active', 'setup', 'disabled']),
        passkeys: z.number(),
        created_ms: timeMs,
        /** Last use of a session. */
        seen_ms: timeMs.nullable(),
        /** End of a setup that waits. */
        setup_until_ms: timeMs.nullable(),
        /** The asking operator has approved the setup and has not taken their half of the code. */
        half_waits: z.boolean(),
      }),
    ),
  }),
  'console/staff_add': post({
    who: desk.admin,
    effect: 'write',
    summary:
      'Asks to add an operator; a second one approves. The reply has the first half of the setup code, the approver takes the second: with both, the new operator chooses password and authenticator.',
    perMinute: 20,
    input: z.object({ login, name: text(64, 1), role, reason }),
    reply: askedSetup,
    refusals: [...changeRefusals, 'operator_login_taken'],
  }),
  'console/staff_renew': post({
    who: desk.admin,
    effect: 'write',
    summary:
      'Asks to replace password, authenticator and passkeys of another operator; a second one approves. The code is as for a new operator.',
    perMinute: 20,
    input: z.object({ id: rowId, reason }),
    reply: askedSetup,
    refusals: [...changeRefusals, 'not_found', 'operator_own_change'],
  }),
  'console/staff_role': post({
    who: desk.admin,
    effect: 'write',
    summary: 'Asks to give another operator another role; a second one approves. Their sessions end.',
    perMinute: 20,
    input: z.object({ id: rowId, role, reason }),
    reply: approval,
    refusals: [...changeRefusals, 'not_found', 'operator_own_change', 'operator_needed'],
  }),
  'console/staff_disable': post({
    who: desk.admin,
    effect: 'write',
    summary: 'Asks to disable another operator for good; a second one approves. Their sessions end.',
    perMinute: 20,
    input: z.object({ id: rowId, reason }),
    reply: approval,
    refusals: [...changeRefusals, 'not_found', 'operator_own_change', 'operator_needed'],
  }),
  'console/staff_half': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Second half of the setup code, once, for the operator who approved the setup.',
    perMinute: 20,
    input: z.object({ id: rowId }),
    reply: z.object({ half: z.string() }),
    refusals: ['not_found'],
  }),
  'console/staff_begin': post({
    who: 'visitor',
    effect: 'write',
    summary: 'Begins the setup of a login with both halves of its code: the secret for the authenticator.',
    perMinute: 10,
    input: z.object(setup),
    reply: z.object({ secret: z.string(), uri: z.string() }),
    refusals: ['operator_setup_invalid'],
  }),
  'console/staff_finish': post({
    who: 'visitor',
    effect: 'write',
    summary: 'Ends the setup of a login: its password, and a code of the authenticator. The setup code ends.',
    perMinute: 10,
    input: z.object({
      ...setup,
      password: z.string().min(12).max(1024),
      totp: z.string().regex(/^[0-9]{6}$/),
    }),
    reply: done,
    refusals: ['operator_setup_invalid', 'totp_wrong'],
  }),
};

import { LANGS } from '@karat/i18n';
import * as z from 'zod';
import { approval } from './approvals.ts';
import { OPERATOR_ROLES, get, post } from './call.ts';
import { desk } from './desks.ts';
import { factor, passkeyReply } from './identity.ts';
import {
  cursorPageOf,
  done,
  limit,
  momentText,
  optional,
  pageOf,
  paging,
  rowId,
  text,
  timeMs,
} from './scalars.ts';
import { changeRefusals } from './refusal-groups.ts';

const operator = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string(),
  role: z.enum(OPERATOR_ROLES),
  lang: z.enum(LANGS),
  /** Passkeys of the operator; if they are required, an operator without one may only register one. */
  passkeys: z.number(),
  passkey_required: z.boolean(),
});

const passkey = z.object({
  id: z.number(),
  name: z.string(),
  created_ms: timeMs,
  used_ms: timeMs.nullable(),
  /** Synchronised by a provider to all devices of the operator. */
  synced: z.boolean(),
});

/** WebAuthn options for a browser, in JSON. */
const webauthn = z.record(z.string(), z.unknown());
/** Password and second factor of a login. */
const signIn = { password: z.string().max(1024), ...factor };
const signInRefusals = ['operator_login_failed', 'too_many_attempts'] as const;

/** Conditions on entries of the audit log. Times are unix ms, `from` included, `to` excluded. */
const auditFilter = {
  operator: optional(text(64)),
  action: optional(text(100)),
  subject: optional(text(200)),
  from: optional(momentText),
  to: optional(momentText),
};

/** Login at the console, its audit log, the development outbox and system health. */
export const operators = {
  'console/login': post({
    who: 'visitor',
    effect: 'write',
    summary:
      'Opens an operator session with password and a one-time code (`totp`), or a passkey (`credential`, a signed challenge of `console/passkey/login_options`); the reply is its token.',
    perMinute: 20,
    input: z.object({
      login: text(64, 1),
      password: z.string().max(1024),
      totp: optional(
        z
          .union([z.string(), z.number()])
          .transform(String)
          .refine((c) => /^[0-9]{6}$/.test(c)),
      ),
      credential: optional(passkeyReply),
    }),
    reply: z.string(),
    refusals: ['operator_login_failed', 'totp_wrong', 'too_many_attempts'],
  }),
  'console/device': post({
    who: desk.anyone,
    enrolment: true,
    effect: 'write',
    summary:
      'Makes the device of a fresh login a known one and answers its token, null ten minutes after the login. Send it as header `X-Karat-Device` with later logins.',
    input: z.object({}),
    reply: z.object({ device_token: z.string().nullable() }),
  }),
  'console/passkey/login_options': post({
    who: 'visitor',
    effect: 'write',
    summary: 'Begins a login of an operator by passkey: what the browser asks the authenticator.',
    perMinute: 20,
    input: z.object({}),
    reply: webauthn,
    refusals: ['passkey_origin'],
  }),
  'console/passkeys': get({
    who: desk.anyone,
    enrolment: true,
    effect: 'read',
    summary: 'Passkeys of the operator who asks.',
    input: z.object({}),
    reply: z.array(passkey),
  }),
  'console/passkey/challenge': post({
    who: desk.anyone,
    effect: 'write',
    summary:
      'What the browser asks a passkey of the operator to sign, in the place of a one-time code (`credential`).',
    perMinute: 20,
    input: z.object({}),
    reply: webauthn,
    refusals: ['passkey_origin'],
  }),
  'console/passkey/options': post({
    who: desk.anyone,
    enrolment: true,
    effect: 'write',
    summary: 'Begins to register a passkey, signing in again: what the browser asks the authenticator.',
    perMinute: 10,
    input: z.object(signIn),
    reply: webauthn,
    refusals: [...signInRefusals, 'passkey_origin', 'passkeys_full'],
  }),
  'console/passkey/add': post({
    who: desk.anyone,
    enrolment: true,
    effect: 'write',
    summary: "Registers a passkey with the authenticator's answer.",
    perMinute: 10,
    input: z.object({ name: text(40, 1), credential: passkeyReply }),
    reply: passkey,
    refusals: ['passkey_refused', 'passkey_origin', 'passkeys_full'],
  }),
  'console/passkey/remove': post({
    who: desk.anyone,
    effect: 'write',
    summary: 'Removes a passkey, signing in again; the last one stays where passkeys are required.',
    perMinute: 10,
    input: z.object({ id: rowId, ...signIn }),
    reply: done,
    refusals: [...signInRefusals, 'not_found', 'operator_passkey_last'],
  }),
  'console/demo_logins': get({
    who: 'visitor',
    effect: 'read',
    summary: 'Logins of the demo operators with a current one-time code; empty outside demo mode.',
    input: z.object({}),
    reply: z.array(
      z.object({
        login: z.string(),
        role: z.enum(OPERATOR_ROLES),
        password: z.string(),
        totp_secret: z.string(),
        totp: z.string(),
      }),
    ),
  }),
  'console/logout': post({
    who: desk.anyone,
    enrolment: true,
    effect: 'write',
    summary: 'Ends the operator session.',
    input: z.object({}),
    reply: done,
  }),
  'console/me': get({
    who: desk.anyone,
    enrolment: true,
    effect: 'read',
    summary: 'The operator who asks.',
    input: z.object({}),
    reply: operator,
  }),
  'console/outbox': get({
    who: desk.editors,
    effect: 'read',
    summary: 'Mails and messages of the development outbox, newest first; empty where a real provider sends.',
    input: z.object(paging),
    reply: pageOf(
      z.object({
        id: z.number(),
        channel: z.enum(['mail', 'sms']),
        receiver: z.string(),
        subject: z.string(),
        body: z.string(),
        created_ms: timeMs,
      }),
    ),
  }),
  'console/audit': get({
    who: desk.admin,
    effect: 'read',
    summary:
      'The audit log, newest first; of one operator, action, subject or time if asked. A page may be shorter than the limit although `next` is not null.',
    input: z.object({ ...auditFilter, cursor: optional(text(40)), limit: limit(100, 50) }),
    reply: cursorPageOf(
      z.object({
        id: z.number(),
        operator: z.string(),
        action: z.string(),
        subject: z.string(),
        detail: z.string(),
        created_ms: timeMs,
        hash: z.string(),
      }),
    ),
  }),
  'console/audit_choices': get({
    who: desk.admin,
    effect: 'read',
    summary: 'Operators and actions of the audit log, by which it can be filtered.',
    input: z.object({}),
    reply: z.object({ operators: z.array(z.string()), actions: z.array(z.string()) }),
  }),
  'console/audit_export': get({
    who: desk.admin,
    effect: 'write',
    replyKind: 'file',
    perMinute: 10,
    summary:
      'Entries of the audit log as CSV, newest first, at most 50,000; the export itself is written to the audit log.',
    input: z.object(auditFilter),
    reply: z.unknown(),
    refusals: ['export_too_large'],
  }),
  'console/audit_check': post({
    who: desk.admin,
    effect: 'read',
    summary: 'Recomputes the audit chain and names the first broken link.',
    input: z.object({}),
    reply: z.object({ entries: z.number(), broken_at: z.number().nullable(), head: z.string() }),
  }),
  'console/health': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'State of the running system.',
    input: z.object({}),
    reply: z.object({
      version: z.string(),
      started_ms: timeMs,
      database: z.object({
        ok: z.boolean(),
        latency_ms: z.number(),
        version: z.string(),
        size_mb: z.number(),
      }),
      /** Dependencies of the process, each with the start of its present state. */
      checks: z.array(
        z.object({
          name: z.string(),
          state: z.enum(['ok', 'degraded', 'down', 'off']),
          detail: z.string(),
          since_ms: timeMs,
        }),
      ),
      /** Start and reason of the halt of everything that settles by time. */
      clock_halt: z
        .object({
          at_ms: timeMs,
          reason: z.enum(['jumped', 'database_differs', 'behind_last_tick']),
          drift_ms: z.number(),
        })
        .nullable(),
      memory_mb: z.number(),
      sockets: z.number(),
      work: z.object({ due: z.number(), oldest_due_ms: timeMs.nullable() }),
      markets: z.array(
        z.object({ symbol: z.string(), stale: z.boolean(), queue: z.number(), orders: z.number() }),
      ),
    }),
  }),
  'console/clock_resume': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Asks to resume what settles by time after the clock was wrong; a second operator approves.',
    input: z.object({ reason: text(500, 3) }),
    reply: approval,
    refusals: changeRefusals,
  }),
};

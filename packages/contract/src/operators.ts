import { LANGS } from '@karat/i18n';
import * as z from 'zod';
import { approval } from './approvals.ts';
import { OPERATOR_ROLES, get, post } from './call.ts';
import { desk } from './desks.ts';
import { cursorPageOf, done, limit, optional, pageOf, paging, text, timeMs } from './scalars.ts';

const operator = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string(),
  role: z.enum(OPERATOR_ROLES),
  lang: z.enum(LANGS),
});

/** Signing in at the console, its log, the outbox of development and the health of the system. */
export const operators = {
  'console/login': post({
    who: 'visitor',
    effect: 'write',
    summary: 'Opens an operator session with password and one-time code; the reply is its token.',
    perMinute: 20,
    input: z.object({
      login: text(64, 1),
      password: z.string().max(1024),
      totp: z
        .union([z.string(), z.number()])
        .transform(String)
        .refine((c) => /^[0-9]{6}$/.test(c)),
    }),
    reply: z.string(),
    refusals: ['operator_login_failed', 'totp_wrong', 'too_many_attempts'],
  }),
  'console/device': post({
    who: desk.anyone,
    effect: 'write',
    summary:
      'Makes the device of a fresh login a known one and answers its token, null ten minutes after the login. Send it as header `X-Karat-Device` with later logins.',
    input: z.object({}),
    reply: z.object({ device_token: z.string().nullable() }),
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
    effect: 'write',
    summary: 'Ends the operator session.',
    input: z.object({}),
    reply: done,
  }),
  'console/me': get({
    who: desk.anyone,
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
    summary: 'The audit log, newest first.',
    input: z.object({ cursor: optional(text(40)), limit: limit(100, 50) }),
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
      /** What the process depends on, each with since when it is in this state. */
      checks: z.array(
        z.object({
          name: z.string(),
          state: z.enum(['ok', 'degraded', 'down', 'off']),
          detail: z.string(),
          since_ms: timeMs,
        }),
      ),
      /** Since when and why what settles by time is halted. */
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
    refusals: ['no_change', 'reason_required', 'value_invalid'],
  }),
};

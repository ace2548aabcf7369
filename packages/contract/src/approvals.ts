import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { factor } from './identity.ts';
import { optional, pageOf, paging, rowId, text, timeMs } from './scalars.ts';

/** What two people decide together: one asks, another approves the exact payload. */
export const approval = z.object({
  id: z.number(),
  kind: z.string(),
  /** What it does and to whom, in words. */
  title: z.string(),
  subject: z.string(),
  /** Values before and after: of this moment while it is open, then those of the decision. Equal ones are facts. */
  changes: z.array(
    z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** The user whose account it concerns. */
  uid: z.number().nullable(),
  /** Their nickname and contact; null in the answer to asking. */
  person: z.string().nullable(),
  /** Hash of kind, subject and payload; approving names it, so nobody approves something else than they saw. */
  digest: z.string(),
  reason: z.string(),
  asked_by: z.string(),
  own: z.boolean(),
  decided_by: z.string().nullable(),
  state: z.enum(['asked', 'approved', 'refused', 'expired']),
  created_ms: timeMs,
  decided_ms: timeMs.nullable(),
});

/** What two people decide. */
export const approvals = {
  'console/approvals': get({
    who: desk.anyone,
    effect: 'read',
    summary: 'What waits for a second person, and what was decided.',
    input: z.object({
      state: optional(z.enum(['asked', 'approved', 'refused', 'expired'])),
      kind: optional(text(40)),
      ...paging,
    }),
    reply: pageOf(approval),
  }),
  'console/approve': post({
    who: desk.risk,
    effect: 'write',
    summary:
      "Approves exactly the payload seen, named by its digest, signing in again with password and a one-time code or a passkey; never one's own.",
    perMinute: 20,
    input: z.object({
      id: rowId,
      digest: z.string().max(128),
      password: z.string().max(1024),
      ...factor,
    }),
    reply: approval,
    refusals: [
      'approval_unknown',
      'approval_own',
      'approval_decided',
      'approval_stale',
      'clock_still_wrong',
      'operator_login_failed',
      'too_many_attempts',
    ],
  }),
  'console/refuse': post({
    who: desk.anyone,
    effect: 'write',
    summary:
      'Refuses a change that was asked for, with a reason; risk and admin that of others, everybody takes back their own.',
    input: z.object({ id: rowId, reason: text(500, 3) }),
    reply: approval,
    refusals: ['approval_unknown', 'approval_decided', 'reason_required'],
  }),
};

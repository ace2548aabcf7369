import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { factor } from './identity.ts';
import { optional, pageOf, paging, rowId, text, timeMs } from './scalars.ts';

/** Approvals: one operator requests, another approves the exact payload. */
export const approval = z.object({
  id: z.number(),
  kind: z.string(),
  /** Description of the action and its target. */
  title: z.string(),
  subject: z.string(),
  /**
   * Values before and after: current values while it is open, then those at the decision. Equal ones are unchanged
   * facts.
   */
  changes: z.array(
    z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** The affected user. */
  uid: z.number().nullable(),
  /** The version of an article that it publishes, for the preview. */
  article_version: z.number().nullable(),
  /** Nickname and contact; null in the reply to a request. */
  person: z.string().nullable(),
  /** Hash of kind, subject and payload; an approval contains it, so that nobody approves anything else than they saw. */
  digest: z.string(),
  reason: z.string(),
  asked_by: z.string(),
  own: z.boolean(),
  decided_by: z.string().nullable(),
  state: z.enum(['asked', 'approved', 'refused', 'expired']),
  created_ms: timeMs,
  decided_ms: timeMs.nullable(),
});

/** Kinds of approval. */
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
      'case_screening',
      'case_own_decision',
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

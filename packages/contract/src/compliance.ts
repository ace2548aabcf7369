import * as z from 'zod';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { CASE_FACTS, ruleName } from './monitoring-rules.ts';
import { decimalText, oneOf, optional, pageOf, paging, rowId, text, timeMs, userIdText } from './scalars.ts';

/** What a case is about. */
export const CASE_KINDS = [
  'sanction_match',
  'suspicious_withdrawal',
  'account_ring',
  'chargeback',
  'other',
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

export const CASE_SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type CaseSeverity = (typeof CASE_SEVERITIES)[number];

export const CASE_STATUSES = ['open', 'in_review', 'waiting', 'closed'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

/** A sanction match ends as `false_positive` or `confirmed`, every other case without or with an action. */
export const CASE_OUTCOMES = ['false_positive', 'confirmed', 'no_action', 'action_taken'] as const;
export type CaseOutcome = (typeof CASE_OUTCOMES)[number];

/** Records that a case can name. */
export const CASE_LINKS = ['withdrawal', 'deposit', 'verification', 'fiat_order'] as const;
export type CaseLinkKind = (typeof CASE_LINKS)[number];

/** Entries of the history of a case, which is never changed. */
export const CASE_EVENTS = [
  'opened',
  'joined',
  'matched',
  'linked',
  'taken',
  'assigned',
  'status',
  'noted',
  'closing_requested',
  'closed',
] as const;
export type CaseEventKind = (typeof CASE_EVENTS)[number];

const kind = z.enum(CASE_KINDS);
const severity = z.enum(CASE_SEVERITIES);
const outcome = z.enum(CASE_OUTCOMES);
const caseText = text(2_000, 3);
const link = z.enum(CASE_LINKS);

const row = z.object({
  id: z.number(),
  kind,
  uid: z.number(),
  severity,
  status: z.enum(CASE_STATUSES),
  /** Login of the operator. */
  assignee: z.string().nullable(),
  summary: z.string(),
  /** Login of the operator, or `rules`. */
  opened_by: z.string(),
  opened_ms: timeMs,
  changed_ms: timeMs,
  outcome: outcome.nullable(),
  reason: z.string(),
  closed_by: z.string().nullable(),
  closed_ms: timeMs.nullable(),
  /** A request to close it waits for a second operator. */
  closing: z.boolean(),
});

/** A fact that met a rule. */
const ruleFact = z.object({
  kind: z.enum(CASE_FACTS),
  /** Number of the record; of a send its movement. */
  reference: z.number(),
  uid: z.number(),
  /** Value in USDT when it was counted; null for a document. */
  usdt: decimalText.nullable(),
  at_ms: timeMs,
  /** Receiver, payer or coin. */
  note: z.string(),
});

/** A rule that was met, with the version whose parameters counted. */
const hit = z.object({
  id: z.number(),
  rule: ruleName,
  version: z.number(),
  explanation: z.string(),
  from_ms: timeMs,
  to_ms: timeMs,
  facts: z.array(ruleFact),
});

const detail = row.extend({
  events: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(CASE_EVENTS),
      by: z.string(),
      text: z.string(),
      created_ms: timeMs,
    }),
  ),
  links: z.array(z.object({ kind: link, reference: z.number() })),
  /** Entries of the sanction list that the names resemble, the best match first. */
  matches: z.array(
    z.object({
      name: z.string(),
      listed_name: z.string(),
      entry: z.string(),
      /** In percent. */
      score: z.number(),
      /** Birth dates and countries on the list. */
      note: z.string(),
      list: z.number(),
    }),
  ),
  /** Monitoring rules that were met, the newest first. */
  hits: z.array(hit),
});

const ofCase = ['case_unknown', 'case_closed'] as const;
const byAssignee = [...ofCase, 'case_assigned'] as const;

/** Cases of compliance, and the state of the sanction list. */
export const compliance = {
  'console/cases': get({
    who: desk.risk,
    effect: 'read',
    summary:
      'Cases, the most severe first, then the oldest; filters by status, kind, assignee, user and age.',
    input: z.object({
      /** `active`: not closed. */
      status: optional(z.enum([...CASE_STATUSES, 'active'])),
      kind: optional(kind),
      assigned: optional(z.enum(['me', 'nobody', 'others'])),
      uid: optional(userIdText),
      /** Minimum age in days. */
      older_than_days: optional(oneOf(1, 7, 30)),
      ...paging,
    }),
    reply: pageOf(row).extend({ counts: z.object({ active: z.number(), mine: z.number() }) }),
  }),
  'console/case': get({
    who: desk.risk,
    effect: 'write',
    summary: 'A case with history, links and matches; each look is in the audit log.',
    input: z.object({ id: rowId }),
    reply: detail,
    refusals: ['case_unknown'],
  }),
  'console/case_open': post({
    who: desk.people,
    effect: 'write',
    summary: 'Opens a case about a user; joins the one of the same kind that is not closed.',
    perMinute: 60,
    input: z.object({
      uid: userIdText,
      kind,
      severity,
      text: caseText,
      link: optional(link),
      reference: optional(rowId),
    }),
    reply: z.object({ id: z.number(), joined: z.boolean() }),
    refusals: ['not_found'],
  }),
  'console/case_take': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Assigns a case to the caller; refused if another operator has it.',
    input: z.object({ id: rowId }),
    reply: row,
    refusals: byAssignee,
  }),
  'console/case_assign': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Hands a case to another operator by login, or back without one.',
    input: z.object({ id: rowId, login: optional(text(64, 1)) }),
    reply: row,
    refusals: [...ofCase, 'case_operator_unknown'],
  }),
  'console/case_operators': get({
    who: desk.risk,
    effect: 'read',
    summary: 'Operators who can take cases, with the cases that they have.',
    input: z.object({}),
    reply: z.array(z.object({ login: z.string(), active: z.number() })),
  }),
  'console/case_note': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Adds a note to the history of a case.',
    input: z.object({ id: rowId, text: caseText }),
    reply: row,
    refusals: ofCase,
  }),
  'console/case_status': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Sets a case that the caller has to in review or to waiting for something, with a reason.',
    input: z.object({ id: rowId, status: z.enum(['in_review', 'waiting']), text: caseText }),
    reply: row,
    refusals: byAssignee,
  }),
  'console/case_link': post({
    who: desk.risk,
    effect: 'write',
    summary: 'Adds a record of the same user to a case.',
    input: z.object({ id: rowId, link, reference: rowId }),
    reply: row,
    refusals: [...ofCase, 'not_found'],
  }),
  'console/case_close': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Closes a case that the caller has, with outcome and reason; a sanction match as false positive asks a second operator. Refused to an operator who decided about a linked record.',
    input: z.object({ id: rowId, outcome, reason: caseText }),
    reply: row,
    refusals: [...byAssignee, 'case_outcome', 'case_own_decision', 'case_closing'],
  }),
  'console/screening': get({
    who: desk.risk,
    effect: 'read',
    summary: 'The sanction list in use, its last check, and how far verified users are screened against it.',
    input: z.object({}),
    reply: z.object({
      /** False: no list is configured, and nobody is screened. */
      configured: z.boolean(),
      /** Minimum score of a match, in percent. */
      threshold: z.number(),
      /** Null until a file was read. */
      list: z
        .object({
          id: z.number(),
          title: z.string(),
          format: z.enum(['json', 'csv', 'ofac']),
          /** Time of the file's last change. */
          file_ms: timeMs,
          loaded_ms: timeMs,
          sha256: z.string(),
          entries: z.number(),
          names: z.number(),
        })
        .nullable(),
      checked_ms: timeMs.nullable(),
      /** Why the file cannot be used; the last good list stays in use. */
      error: z.string().nullable(),
      run: z
        .object({
          started_ms: timeMs,
          finished_ms: timeMs.nullable(),
          users: z.number(),
          matched: z.number(),
        })
        .nullable(),
    }),
  }),
};

import * as z from 'zod';
import { approval } from './approvals.ts';
import { get, post } from './call.ts';
import { desk } from './desks.ts';
import { MONITORING_PARAMETERS, ruleName, ruleParameters } from './monitoring-rules.ts';
import { changeRefusals } from './refusal-groups.ts';
import { decimalText, integer, text, timeMs } from './scalars.ts';

const parameterValues = z.array(z.object({ name: z.enum(MONITORING_PARAMETERS), value: decimalText }));

/** Rules of transaction monitoring: what they are set to, what they met, and their change. */
export const monitoringConsole = {
  'console/rules': get({
    who: desk.risk,
    effect: 'read',
    summary: 'Monitoring rules with their parameters, and how often each was met.',
    input: z.object({}),
    reply: z.array(
      z.object({
        rule: ruleName,
        /** 0 until operators changed it. */
        version: z.number(),
        enabled: z.boolean(),
        /** Withdrawals that meet it wait for a review. */
        hold: z.boolean(),
        /** False: no withdrawal meets it, so there is nothing to hold. */
        may_hold: z.boolean(),
        parameters: parameterValues,
        asked_by: z.string().nullable(),
        approved_by: z.string().nullable(),
        changed_ms: timeMs.nullable(),
        hits: z.number(),
        hits_30_days: z.number(),
        open_cases: z.number(),
      }),
    ),
  }),
  'console/rule_versions': get({
    who: desk.risk,
    effect: 'read',
    summary: 'Earlier and present versions of a monitoring rule, the newest first.',
    input: z.object({ rule: ruleName }),
    reply: z.array(
      z.object({
        version: z.number(),
        enabled: z.boolean(),
        hold: z.boolean(),
        parameters: parameterValues,
        asked_by: z.string(),
        approved_by: z.string(),
        changed_ms: timeMs,
      }),
    ),
  }),
  'console/rule_try': get({
    who: desk.risk,
    effect: 'read',
    summary:
      'Cases that a monitoring rule would have opened in the last 30 days with other parameters; what is left out stays. Opens nothing.',
    perMinute: 20,
    input: z.object({ rule: ruleName, ...ruleParameters }),
    reply: z.object({
      days: z.number(),
      cases: z.number(),
      /** Users and payees that the cases are about. */
      subjects: z.number(),
      /** Cases with the parameters in use. */
      cases_now: z.number(),
      /** False: more subjects could meet it than were tried. */
      complete: z.boolean(),
      examples: z.array(z.object({ uid: z.number(), at_ms: timeMs, explanation: z.string() })),
    }),
    refusals: ['value_invalid'],
  }),
  'console/rule_change': post({
    who: desk.risk,
    effect: 'write',
    summary:
      'Asks to change a monitoring rule; what is left out stays. A second operator approves a new version, and sees the cases of a dry run.',
    perMinute: 20,
    input: z.object({
      rule: ruleName,
      version: integer(0, 1_000_000),
      ...ruleParameters,
      reason: text(500, 3),
    }),
    reply: approval,
    refusals: [...changeRefusals, 'approval_stale'],
  }),
};

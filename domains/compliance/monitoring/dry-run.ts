import { setImmediate } from 'node:timers/promises';
import type { MonitoringRule, UserId } from '@karat/contract';
import { amount, percentOf } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { definitionOf, numberOf, usdtOf } from './definitions.ts';
import type { Situation, Values } from './definitions.ts';
import type { Cause, MonitoringFacts } from './facts.ts';
import { windowsOf } from './rules.ts';
import type { Met } from './rules.ts';
import { situationOf } from './situation.ts';

export const TRIED_DAYS = 30;
/** Subjects that a dry run tries at most, so that it takes seconds. */
const SUBJECTS_MAX = 500;
const EXAMPLES_MAX = 10;

export interface DryRun {
  /** Windows in which the rule was met, the newest first. */
  readonly cases: readonly { readonly user: UserId; readonly at: number; readonly explanation: string }[];
  readonly subjects: number;
  /** False: more subjects could meet the rule than were tried. */
  readonly complete: boolean;
}

interface Trial {
  readonly facts: MonitoringFacts;
  readonly db: Queries;
  readonly rule: MonitoringRule;
  readonly values: Values;
  /** Unix ms. */
  readonly since: number;
  readonly until: number;
}

/** Returns the smallest and largest outflow that can count, and how many of them it takes. */
function boundsOf(rule: MonitoringRule, values: Values): { min: Amount; max: Amount | null; count: number } {
  switch (rule) {
    case 'structuring_small':
    case 'structuring_large': {
      const max = usdtOf(values, 'threshold_usdt');
      return { min: percentOf(max, numberOf(values, 'near_percent')), max, count: numberOf(values, 'count') };
    }
    case 'early_withdrawal':
      return { min: usdtOf(values, 'amount_usdt'), max: null, count: 1 };
    default:
      return { min: amount('0'), max: null, count: 1 };
  }
}

/** Returns the causes of the time that could meet a rule, grouped by subject; one more than the limit says that there are more. */
async function causesOf(trial: Trial): Promise<readonly (readonly Cause[])[]> {
  const { facts, db, rule, values, since, until } = trial;
  const period = { since, until };
  switch (rule) {
    case 'structuring_small':
    case 'structuring_large':
    case 'pass_through':
    case 'early_withdrawal': {
      const about = { ...period, ...boundsOf(rule, values) };
      const users = await facts.usersWithOutflows(db, about, SUBJECTS_MAX + 1);
      const causes: Cause[][] = [];
      for (const user of users) causes.push(await outflowCauses(trial, user));
      return causes;
    }
    case 'shared_payee': {
      const about = { ...period, accounts: numberOf(values, 'accounts') };
      const payees = await facts.sharedPayees(db, about, SUBJECTS_MAX + 1);
      const causes: Cause[][] = [];
      for (const payee of payees)
        causes.push(
          (await facts.withdrawalsTo(db, payee, period)).map(({ reference: id, user, at }) => ({
            ...{ kind: 'outflow', id, user, at, payee },
          })),
        );
      return causes;
    }
    case 'payer_mismatch':
    case 'shared_payer': {
      const payments = await facts.payments(db, period);
      return payments.map(({ reference: id, user, at }) => [{ kind: 'payment', id, user, at }]);
    }
    case 'shared_document': {
      const about = { ...period, accounts: numberOf(values, 'accounts') };
      const found = await facts.sharedDocuments(db, about, SUBJECTS_MAX + 1);
      return found.map(({ request: id, user, at }) => [{ kind: 'document', id, user, at }]);
    }
  }
}

const outflowCauses = async ({ facts, db, since, until }: Trial, user: UserId): Promise<Cause[]> =>
  (await facts.outflowsOf(db, user, { since, until })).map(({ reference: id, at }) => ({
    ...{ kind: 'outflow', id, user, at, payee: undefined },
  }));

/** Returns the findings of the causes of one subject, in their order. All but the moment is read once. */
async function findingsOf(
  { facts, db, rule, values, since, until }: Trial,
  causes: readonly Cause[],
): Promise<(Met & { readonly subject: string; readonly user: UserId; readonly at: number })[]> {
  const definition = definitionOf(rule);
  const last = causes.at(-1);
  if (last === undefined) return [];
  const lookbackMs = until - since + definition.windowMs(values);
  const situation: Situation = await situationOf(facts, db, last, lookbackMs);
  return causes.flatMap((cause) => {
    const then = { ...situation, at: cause.at };
    const subject = definition.subjectOf(cause, then);
    const met = subject === undefined ? undefined : definition.evaluate(then, values);
    return met && subject !== undefined ? [{ ...met, subject, user: cause.user, at: cause.at }] : [];
  });
}

/**
 * Returns the cases that a rule would have opened in the last 30 days: a window of a subject is one. Coins that came in are valued
 * at today's prices. Writes nothing.
 */
export async function dryRun(
  facts: MonitoringFacts,
  db: Queries,
  now: number,
  {
    rule,
    enabled,
    values,
  }: { readonly rule: MonitoringRule; readonly enabled: boolean; readonly values: Values },
): Promise<DryRun> {
  if (!enabled) return { cases: [], subjects: 0, complete: true };
  const trial: Trial = { facts, db, rule, values, since: now - TRIED_DAYS * DAY_MS, until: now };
  const groups = await causesOf(trial);
  const findings = [];
  for (const causes of groups.slice(0, SUBJECTS_MAX)) {
    findings.push(...(await findingsOf(trial, causes)));
    // Evaluations of many subjects leave the process to others in between.
    await setImmediate();
  }
  const windowMs = definitionOf(rule).windowMs(values);
  const bySubject = [...Map.groupBy(findings, ({ subject }) => subject).values()];
  const cases = bySubject
    .flatMap((found) =>
      windowsOf(
        found.toSorted((a, b) => a.at - b.at),
        windowMs,
      ),
    )
    .toSorted((a, b) => b.at - a.at);
  return { cases, subjects: bySubject.length, complete: groups.length <= SUBJECTS_MAX };
}

export const examplesOf = ({ cases }: DryRun) =>
  cases.slice(0, EXAMPLES_MAX).map(({ user, at, explanation }) => ({ uid: user, at_ms: at, explanation }));

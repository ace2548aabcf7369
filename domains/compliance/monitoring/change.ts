import { MONITORING_RULES, refuse } from '@karat/contract';
import type { Contract, MonitoringParameter, MonitoringRule, Read, Reply } from '@karat/contract';
import { change, fact, requestApproval } from '@karat/domains/operators';
import type { ApprovalKind, Change, Payload } from '@karat/domains/operators';
import { format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import type { ComplianceDeps } from '../deps.ts';
import { definitionOf } from './definitions.ts';
import type { Values } from './definitions.ts';
import { TRIED_DAYS, dryRun } from './dry-run.ts';
import { currentRule, insertVersion, parameterNames } from './versions.ts';
import type { RuleVersion } from './versions.ts';

/** Kind of approval that adds a version of a monitoring rule. */
export const RULE_CHANGE = 'compliance:rule';

type ChangeCall = Contract['compliance']['console/rule_change'];
type Asked = Omit<Read<ChangeCall>, 'version' | 'reason'>;

const LABELS: Readonly<Record<MonitoringParameter, string>> = {
  threshold_usdt: 'Threshold (USDT)',
  near_percent: 'Counts from (% of the threshold)',
  amount_usdt: 'Amount from (USDT)',
  out_percent: 'Share that leaves (%)',
  score_percent: 'Names differ below (%)',
  count: 'Outflows',
  accounts: 'Accounts',
  hours: 'Window (hours)',
  age_hours: 'After registration (hours)',
  change_hours: 'After a change of credentials (hours)',
};

const textOf = (value: number | Amount): string =>
  typeof value === 'number' ? String(value) : format(value);

/** What a rule becomes. Refuses `value_invalid` for a parameter that it does not have, and a hold that it cannot do. */
export function changed(before: RuleVersion, asked: Asked): RuleVersion {
  const names = parameterNames(before.rule);
  const { rule, enabled = before.enabled, hold = before.hold, ...parameters } = asked;
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, textOf(value)] as const],
  );
  const foreign = given.find(([name]) => !names.some((own) => own === name));
  if (foreign !== undefined) refuse('value_invalid', { field: foreign[0] });
  if (hold && !definitionOf(rule).mayHold) refuse('value_invalid', { field: 'hold' });
  return { ...before, enabled, hold, values: { ...before.values, ...Object.fromEntries(given) } };
}

const ruleIn = (payload: Payload): MonitoringRule =>
  MONITORING_RULES.find((rule) => rule === payload['rule']) ?? refuse('approval_stale');

/** Returns the rule before and after. Refuses `approval_stale` if it is not the version that the request was about. */
async function changeIn(db: Queries, payload: Payload) {
  const before = await currentRule(db, ruleIn(payload));
  if (before.version !== payload['version']) refuse('approval_stale');
  const values: Values = Object.fromEntries(
    parameterNames(before.rule).map((name) => [name, String(payload[name] ?? before.values[name])]),
  );
  const { enabled = before.enabled, hold = before.hold } = payload;
  return { before, after: { ...before, values, enabled: enabled === true, hold: hold === true } };
}

const yes = (value: boolean): string => (value ? 'yes' : 'no');
const casesText = ({ cases, complete }: { readonly cases: readonly unknown[]; readonly complete: boolean }) =>
  complete ? String(cases.length) : `${cases.length} or more`;

const changesOf = (before: RuleVersion, after: RuleVersion): Change[] => [
  change('In use', yes(before.enabled), yes(after.enabled)),
  change('Holds withdrawals for a review', yes(before.hold), yes(after.hold)),
  ...parameterNames(before.rule).map((name) =>
    change(LABELS[name], before.values[name] ?? null, after.values[name] ?? null),
  ),
];

/** How two operators add a version of a rule. The dry run of the request stays as it was asked. */
export const ruleKind = ({ ctx }: Pick<ComplianceDeps, 'ctx'>): ApprovalKind => ({
  async present(db, payload) {
    const { before, after } = await changeIn(db, payload);
    const { title } = definitionOf(before.rule);
    return {
      title: `Change the monitoring rule “${title}”`,
      subject: `Rule ${before.rule}, version ${before.version + 1}`,
      changes: [
        ...changesOf(before, after),
        fact(
          `Cases of a dry run over ${TRIED_DAYS} days`,
          `${String(payload['cases_now'])} now, ${String(payload['cases'])} after the change`,
        ),
      ],
    };
  },
  async execute(tx, payload, { askedBy, approvedBy }) {
    // Of two approvals at once the second one finds another version.
    await tx.run(sql`lock table compliance_rule_versions in share row exclusive mode`);
    const { after } = await changeIn(tx, payload);
    await insertVersion(tx, {
      ...after,
      version: after.version + 1,
      ...{ askedBy, approvedBy, at: ctx.clock.now() },
    });
  },
});

/** Asks to change a rule, with a dry run; a second operator approves. Refuses `approval_stale` for another version. */
export async function requestRuleChange(
  { ctx, facts }: ComplianceDeps,
  caller: OperatorCaller,
  { version, reason, ...asked }: Read<ChangeCall>,
): Promise<Reply<ChangeCall>> {
  const before = await currentRule(ctx.db, asked.rule);
  if (before.version !== version) refuse('approval_stale');
  const after = changed(before, asked);
  const now = ctx.clock.now();
  // Outside of the transaction, which would be open for seconds.
  const tried = await dryRun(facts, ctx.db, now, after);
  const current = await dryRun(facts, ctx.db, now, before);
  const payload: Payload = {
    ...{ rule: after.rule, version, enabled: after.enabled, hold: after.hold },
    ...after.values,
    ...{ cases: casesText(tried), cases_now: casesText(current) },
  };
  return ctx.db.transact((tx) =>
    requestApproval(ctx, tx, caller, {
      kind: RULE_CHANGE,
      subject: `rule:${after.rule}`,
      payload,
      reason,
      present: ruleKind({ ctx }).present,
    }),
  );
}

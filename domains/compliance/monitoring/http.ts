import type { Contract } from '@karat/contract';
import { format } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { DAY_MS } from '@karat/rules';
import type { ComplianceDeps } from '../deps.ts';
import { changed, requestRuleChange } from './change.ts';
import { definitionOf } from './definitions.ts';
import { TRIED_DAYS, dryRun, examplesOf } from './dry-run.ts';
import { hitCounts } from './hit-store.ts';
import type { CaseHit } from './hit-store.ts';
import { currentRule, currentRules, parameterNames, storedVersions } from './versions.ts';
import type { RuleVersion } from './versions.ts';

type Calls = Pick<
  Handlers<Contract['compliance']>,
  'console/rules' | 'console/rule_versions' | 'console/rule_try' | 'console/rule_change'
>;

const parametersOf = ({ rule, values }: RuleVersion) =>
  parameterNames(rule).map((name) => ({ name, value: values[name] ?? '0' }));

/** A hit of a case as the console shows it. */
export const hitView = ({ fromMs, toMs, facts, ...hit }: CaseHit) => ({
  ...hit,
  from_ms: fromMs,
  to_ms: toMs,
  facts: facts.map(({ user, usdt, at, ...fact }) => ({
    ...fact,
    uid: user,
    usdt: usdt === null ? null : format(usdt),
    at_ms: at,
  })),
});

const NO_HITS = { hits: 0, recent: 0, open: 0 };

/** Answers the console's calls about monitoring rules. */
export const monitoringHandlers = (deps: ComplianceDeps): Calls => ({
  'console/rules': async () => {
    const { clock, db } = deps.ctx;
    const counts = await hitCounts(db, clock.now() - TRIED_DAYS * DAY_MS);
    return (await currentRules(db)).map((rule) => {
      const { hits, recent, open } = counts.get(rule.rule) ?? NO_HITS;
      return {
        rule: rule.rule,
        version: rule.version,
        enabled: rule.enabled,
        hold: rule.hold,
        may_hold: definitionOf(rule.rule).mayHold,
        parameters: parametersOf(rule),
        asked_by: rule.askedBy,
        approved_by: rule.approvedBy,
        changed_ms: rule.at,
        hits,
        hits_30_days: recent,
        open_cases: open,
      };
    });
  },
  'console/rule_versions': async ({ input }) =>
    (await storedVersions(deps.ctx.db, input.rule)).map((version) => ({
      version: version.version,
      enabled: version.enabled,
      hold: version.hold,
      parameters: parametersOf(version),
      asked_by: version.askedBy ?? '',
      approved_by: version.approvedBy ?? '',
      changed_ms: version.at ?? 0,
    })),
  'console/rule_try': async ({ input }) => {
    const { clock, db } = deps.ctx;
    const before = await currentRule(db, input.rule);
    const tried = await dryRun(deps.facts, db, clock.now(), changed(before, input));
    const current = await dryRun(deps.facts, db, clock.now(), before);
    return {
      days: TRIED_DAYS,
      cases: tried.cases.length,
      subjects: tried.subjects,
      cases_now: current.cases.length,
      complete: tried.complete && current.complete,
      examples: examplesOf(tried),
    };
  },
  'console/rule_change': ({ caller, input }) => requestRuleChange(deps, caller, input),
});

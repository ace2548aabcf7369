/** Compliance: cases of operators, monitoring of transactions, and screening of names against a sanction list. */
import { fileURLToPath } from 'node:url';
import type { Contract } from '@karat/contract';
import type { ApprovalKinds } from '@karat/domains/operators';
import type { Queries, Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import type { WorkHandlers } from '@karat/platform/work';
import { clearMatch } from './clear-match.ts';
import { CLEAR_MATCH } from './clear-request.ts';
import type { ComplianceDeps } from './deps.ts';
import { complianceHandlers } from './http.ts';
import { createListSource } from './list-source.ts';
import { readCheck } from './list-store.ts';
import type { ListCheck } from './list-store.ts';
import { listWork, startListWork } from './list-work.ts';
import { RULE_CHANGE, ruleKind } from './monitoring/change.ts';
import type { Cause, Fact } from './monitoring/facts.ts';
import { monitoringWork, mustHold, watch } from './monitoring/watch.ts';
import { createScreening } from './screening.ts';
import type { Screening } from './screening.ts';

export { complianceMessages } from './messages.ts';
export type { CaseLink, ComplianceDeps, VerifiedUser } from './deps.ts';
export { noScreening } from './screening.ts';
export { beneficiaryKeyedRows, createTravelRule, walletKeyedRows } from './travel-rule.ts';
export type { Beneficiary, GivenBeneficiary, TravelRule } from './travel-rule.ts';
export type { Account, Cause, Fact, MonitoringFacts, Payment, Period } from './monitoring/facts.ts';
export type { Finding, Screening, ScreeningRequest } from './screening.ts';

/** A list of fictitious names, for demonstrations and tests. */
export const EXAMPLE_LIST = fileURLToPath(new URL('example/fictitious-list.csv', import.meta.url));

/** Monitoring of transactions, for the domains that cause evaluations. */
export interface Monitoring {
  /** Has the rules judge a cause after its transaction; none of them delays or refuses it. */
  watch(tx: Tx, cause: Cause): Promise<void>;
  /** Returns true if a withdrawal to a payee (hash in hex) meets a rule whose withdrawals wait for a review. */
  mustHold(tx: Tx, withdrawal: Fact, payee: string): Promise<boolean>;
}

export interface Compliance {
  readonly handlers: Handlers<Contract['compliance']>;
  /** Decisions of two operators. */
  readonly approvals: ApprovalKinds;
  /** Screening of names, for the domains that receive them. */
  readonly screening: Screening;
  readonly monitoring: Monitoring;
  readonly work: WorkHandlers;
  /** Reads the list and schedules its checks. Call it once at the start of a work process. */
  start(): Promise<void>;
  /** False: no list is configured, and nobody is screened. */
  readonly isConfigured: boolean;
  /** Returns the last check of the file; undefined before the first one. */
  listCheck(db: Queries): Promise<ListCheck | undefined>;
}

export function createCompliance(deps: ComplianceDeps): Compliance {
  const source = createListSource(deps.settings.threshold);
  return {
    handlers: complianceHandlers(deps),
    approvals: { [CLEAR_MATCH]: clearMatch(deps), [RULE_CHANGE]: ruleKind(deps) },
    screening: createScreening(deps, source),
    monitoring: {
      watch: async (tx, cause) => void (await watch(tx, cause)),
      mustHold: (tx, withdrawal, payee) => mustHold(deps, tx, withdrawal, payee),
    },
    work: { ...listWork(deps, source), ...monitoringWork(deps) },
    start: () => startListWork(deps),
    isConfigured: deps.settings.path !== undefined,
    listCheck: readCheck,
  };
}

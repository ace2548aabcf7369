/** Compliance: cases of operators, and screening of names against a sanction list. */
import { fileURLToPath } from 'node:url';
import type { Contract } from '@karat/contract';
import type { ApprovalKinds } from '@karat/domains/operators';
import type { Queries } from '@karat/platform/db';
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
import { createScreening } from './screening.ts';
import type { Screening } from './screening.ts';

export { complianceMessages } from './messages.ts';
export type { CaseLink, ComplianceDeps, VerifiedUser } from './deps.ts';
export { noScreening } from './screening.ts';
export { beneficiaryKeyedRows, createTravelRule } from './travel-rule.ts';
export type { Beneficiary, GivenBeneficiary, TravelRule } from './travel-rule.ts';
export type { Finding, Screening, ScreeningRequest } from './screening.ts';

/** A list of fictitious names, for demonstrations and tests. */
export const EXAMPLE_LIST = fileURLToPath(new URL('example/fictitious-list.csv', import.meta.url));

export interface Compliance {
  readonly handlers: Handlers<Contract['compliance']>;
  /** Decisions of two operators. */
  readonly approvals: ApprovalKinds;
  /** Screening of names, for the domains that receive them. */
  readonly screening: Screening;
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
    approvals: { [CLEAR_MATCH]: clearMatch(deps) },
    screening: createScreening(deps, source),
    work: listWork(deps, source),
    start: () => startListWork(deps),
    isConfigured: deps.settings.path !== undefined,
    listCheck: readCheck,
  };
}

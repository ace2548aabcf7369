import { refuse } from '@karat/contract';
import type { ApprovalKind } from '@karat/domains/operators';
import { closeLocked, refuseOwnDecision } from './actions.ts';
import * as store from './case-store.ts';
import { presentClear } from './clear-request.ts';
import type { ComplianceDeps } from './deps.ts';

/**
 * Presentation and effect of clearing a sanction match. Refuses `approval_stale` if the case is closed or has other
 * matches by now, and `case_own_decision` if one of both operators decided about a linked record.
 */
export const clearMatch = (deps: ComplianceDeps): ApprovalKind => ({
  present: presentClear,
  async execute(tx, payload, { reason, askedBy, approvedBy }) {
    const row = (await store.lockCase(tx, Number(payload['case']))) ?? refuse('approval_stale');
    const matches = await store.matchesOf(tx, row.id);
    if (row.status === 'closed' || matches.length !== payload['matches']) refuse('approval_stale');
    await refuseOwnDecision(deps, tx, row.id, [askedBy, approvedBy]);
    await store.clearMatches(tx, row.id, row.user);
    await closeLocked(deps, tx, row, {
      outcome: 'false_positive',
      reason,
      by: `${askedBy}, ${approvedBy}`,
    });
  },
});

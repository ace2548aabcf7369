import type { CaseKind, CaseOutcome } from '@karat/contract';

/** Returns the outcomes with which a case of a kind may end. */
export const outcomesOf = (kind: CaseKind): readonly CaseOutcome[] =>
  kind === 'sanction_match' ? ['false_positive', 'confirmed'] : ['no_action', 'action_taken'];

/** A sanction match that is no match frees a user, so a second operator approves it. */
export const needsSecondOperator = (kind: CaseKind, outcome: CaseOutcome): boolean =>
  kind === 'sanction_match' && outcome === 'false_positive';

/** Returns a score in percent, rounded down, so that nothing below the threshold is shown at it. */
export const percentOf = (score: number): number => Math.max(1, Math.floor(score * 100));

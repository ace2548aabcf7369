import { refuse } from '@karat/contract';
import { change, fact } from '@karat/domains/operators';
import type { Present } from '@karat/domains/operators';
import * as store from './case-store.ts';

/** Kind of the approval request that closes a sanction match as a false positive. */
export const CLEAR_MATCH = 'compliance:clear';

export const subjectOf = (id: number): string => `case:${id}`;

/** Matches that an approver sees; the case has all of them. */
const MATCHES_PRESENTED = 5;

export const presentClear: Present = async (db, payload) => {
  const row = (await store.caseById(db, Number(payload['case']))) ?? refuse('case_unknown');
  const matches = await store.matchesOf(db, row.id);
  return {
    title: 'Close a sanction match as a false positive',
    subject: `Case ${row.id} of UID ${row.user}`,
    user: row.user,
    changes: [
      change('Case', row.status, 'closed: false positive'),
      fact('Matches', String(matches.length)),
      ...matches
        .slice(0, MATCHES_PRESENTED)
        .map(({ name, listedName, entry, score, note }) =>
          fact(name, `${listedName} (entry ${entry}, ${score} %${note === '' ? '' : `; ${note}`})`),
        ),
    ],
  };
};

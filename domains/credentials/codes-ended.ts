import { userId } from '@karat/contract';
import type { WorkHandlers } from '@karat/platform/work';
import { notifyChange } from './change.ts';
import type { ResolvedDeps } from './deps.ts';

/** Due work that notifies the owner of backup codes that were ended with their hash key. */
export const CODES_ENDED = 'credentials:codes_ended';

export const codesEndedWork = (deps: ResolvedDeps): WorkHandlers => ({
  [CODES_ENDED]: (tx, { subject }) =>
    notifyChange(deps, tx, userId(Number(subject)), 'credentials:backup_codes_ended'),
});

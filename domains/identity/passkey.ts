import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { RequestInfo } from '@karat/platform/http';
import type { ResolvedDeps } from './deps.ts';
import { openSession } from './sessions.ts';
import { holdActive } from './store.ts';

/** Opens a session for the owner of a passkey. Refuses `account_frozen`. */
export async function openByPasskey(
  deps: ResolvedDeps,
  tx: Tx,
  user: UserId,
  request: RequestInfo,
): Promise<string> {
  if (!(await holdActive(tx, user, deps.ctx.demo))) refuse('account_frozen');
  return openSession(deps, tx, user, request, 'passkey');
}

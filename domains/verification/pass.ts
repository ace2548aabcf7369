import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import type { VerificationLevel } from './rules.ts';
import { grantLevel } from './grant-level.ts';
import * as store from './store.ts';

/** A request under decision. */
export interface Request {
  readonly id: number;
  readonly user: UserId;
  readonly level: 1 | 2;
}

const higher = (a: VerificationLevel, b: VerificationLevel): VerificationLevel => (a > b ? a : b);

/**
 * Closes a request as verified, gives its level and notifies the user. The caller has locked the level's row. Refuses
 * `case_screening` while a sanction match of the user is not decided.
 */
export async function pass(
  deps: ResolvedDeps,
  tx: Tx,
  { id, user, level }: Request,
  by: string,
): Promise<void> {
  if (await deps.screening.isHeld(tx, user)) refuse('case_screening');
  const now = deps.ctx.clock.now();
  await store.closeRequest(tx, id, { state: 'verified', reason: null, note: '', by, now });
  await grantLevel(deps, tx, user, higher(await store.levelOf(tx, user), level));
  const key = `verification:${id}:approved`;
  await deps.messages.notify(tx, { user, kind: 'verification:approved', values: { level }, key });
}

import { refuse, wireTime } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Confirmation } from '@karat/domains/credentials';
import type { Queries, Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import { allowListHolds } from './rules.ts';
import { lockPayees, readRule, saveRule } from './store.ts';

/** Returns if the allow-list is in force and, after it was switched off, until when. */
export interface AllowList {
  readonly holds: boolean;
  readonly endsAt: number | null;
}

export async function readAllowList(
  { ctx }: ResolvedDeps,
  queries: Queries,
  user: UserId,
): Promise<AllowList> {
  const rule = await readRule(queries, user);
  const holds = allowListHolds(rule, ctx.clock.now());
  return { holds, endsAt: holds ? (rule?.endsAt ?? null) : null };
}

/**
 * While the allow-list is in force, or with `always`, refuses a payee: `payee_not_allowed` if it is not stored,
 * `payee_cooling` if it was stored too recently.
 */
export async function checkAllowed(
  deps: ResolvedDeps,
  queries: Queries,
  user: UserId,
  usableAt: number | undefined,
  { always }: { readonly always: boolean },
): Promise<void> {
  if (!always && !(await readAllowList(deps, queries, user)).holds) return;
  if (usableAt === undefined) refuse('payee_not_allowed');
  if (usableAt > deps.ctx.clock.now()) refuse('payee_cooling', { time: wireTime(usableAt) });
}

/**
 * Switches the allow-list. On takes effect at once; off only after the cooling time, so that a thief of an account
 * cannot pay to a new address the same day. Requires a payment confirmation.
 */
export async function switchAllowList(
  deps: ResolvedDeps,
  tx: Tx,
  user: UserId,
  on: boolean,
  confirmation: Confirmation,
): Promise<AllowList> {
  await deps.credentials.confirm(tx, user, confirmation);
  await lockPayees(tx, user);
  const now = await readAllowList(deps, tx, user);
  if (on) await saveRule(tx, user, null);
  else if (now.holds && now.endsAt === null) {
    await saveRule(tx, user, deps.ctx.clock.now() + deps.coolingMs);
  }
  return readAllowList(deps, tx, user);
}

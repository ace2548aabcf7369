import { refuse, wireTime } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Confirmation } from '@karat/domains/credentials';
import type { Queries, Tx } from '@karat/platform/db';
import type { OutflowContext } from './deps.ts';
import { extendProtection } from './rules.ts';
import { accountOf, lockAccount, setProtection } from './store.ts';

/** Returns the end of the user's withdraw protection, unix ms; undefined if there is none. */
export async function protectedUntil(
  { ctx }: OutflowContext,
  db: Queries,
  user: UserId,
): Promise<number | undefined> {
  const until = (await accountOf(db, user))?.protectedUntil ?? undefined;
  return until !== undefined && until > ctx.clock.now() ? until : undefined;
}

/**
 * Blocks all outflow for whole days from now. Nobody can end it early; a new lock must be longer. Requires a payment
 * confirmation. Refuses `protection_not_longer`.
 */
export async function protect(
  { ctx, credentials, messages }: OutflowContext,
  tx: Tx,
  user: UserId,
  days: number,
  confirmation: Confirmation,
): Promise<number> {
  const { protectedUntil: until } = await lockAccount(tx, user);
  await credentials.confirm(tx, user, confirmation);
  const end = extendProtection(days, ctx.clock.now(), until ?? undefined);
  if (end === undefined) return refuse('protection_not_longer', { time: wireTime(until ?? 0) });
  await setProtection(tx, user, end);
  await messages.notify(tx, {
    user,
    kind: 'outflow:protected',
    key: `protection:${user}:${end}`,
    values: { time: wireTime(end), days },
  });
  return end;
}

import { refuse, wireTime } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Confirmation } from '@karat/domains/credentials';
import type { Queries, Tx } from '@karat/platform/db';
import type { OutflowContext } from './deps.ts';
import { extendProtection } from './rules.ts';
import { accountOf, lockAccount, setProtection } from './store.ts';

/** Until when the user's own lock keeps everything in, unix ms; undefined while there is none. */
export async function protectedUntil(
  { ctx }: OutflowContext,
  db: Queries,
  user: UserId,
): Promise<number | undefined> {
  const until = (await accountOf(db, user))?.protectedUntil ?? undefined;
  return until !== undefined && until > ctx.clock.now() ? until : undefined;
}

/**
 * Locks everything in for whole days from now. Nobody ends it early; a further lock may only be longer. Needs the confirmation
 * of a payment. Refuses `protection_not_longer`.
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

import type { Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import type { Request } from './pass.ts';
import * as store from './store.ts';

/**
 * Screens the name of a request, or the verified name where the request has none. Returns true if nothing stands against
 * a pass: no match, no open or confirmed case, and a list that could be used if one is configured.
 */
export async function screenRequest(
  { screening }: ResolvedDeps,
  tx: Tx,
  { id, user, level }: Request,
): Promise<boolean> {
  const row =
    level === 1 ? await store.requestById(tx, id) : await store.latestRequest(tx, user, 1, 'verified');
  const name = row?.name ?? undefined;
  const finding =
    name === undefined
      ? 'off'
      : await screening.screen(tx, {
          user,
          name,
          origin: `Verification ${id}`,
          link: { kind: 'verification', reference: id },
        });
  return (finding === 'clear' || finding === 'off') && !(await screening.isHeld(tx, user));
}

import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { keyedHash } from '@karat/platform/crypto';
import type { ResolvedDeps } from './deps.ts';
import { countReceivers, insertReceiver } from './receiver-store.ts';
import { PAYEES_MAX, checkName, maskedName } from './rules.ts';
import { lockPayees } from './store.ts';

const UID = /^[1-9][0-9]{0,15}$/;

/** Returns a nickname for an unknown user: stable for the same text, and like that of a new account. */
function unknownNickname(secret: Uint8Array, named: string): string {
  if (UID.test(named)) return maskedName(`K${named}`);
  const digit = (keyedHash(secret, 'nobody', named.toLowerCase())[0] ?? 0) % 10;
  return maskedName(`K0${digit}`);
}

/** The displayed user of a UID or email address. */
export interface NamedReceiver {
  /** Undefined for an unknown user or a house account. */
  readonly id: UserId | undefined;
  /** Masked; an unknown user looks the same. */
  readonly nickname: string;
}

/** Returns the user of a UID or email address. Refuses `recipient_self`. */
export async function namedReceiver(deps: ResolvedDeps, user: UserId, named: string): Promise<NamedReceiver> {
  const found = await deps.findUser(deps.ctx.db, named);
  if (found?.id === user) refuse('recipient_self');
  return found && !found.house
    ? { id: found.id, nickname: maskedName(found.nickname) }
    : { id: undefined, nickname: unknownNickname(deps.nicknameSecret, named) };
}

/**
 * Adds a user as a payee, which waits like a new address. Returns the same whether or not the user exists. Refuses
 * `recipient_self`, `name_special`, `payees_full`, `address_known`.
 */
export async function saveReceiver(
  deps: ResolvedDeps,
  user: UserId,
  proof: { readonly to: string; readonly name: string },
): Promise<{ readonly id: number; readonly usableAt: number; readonly nickname: string }> {
  const name = checkName(proof.name);
  const named = proof.to.trim().toLowerCase();
  const { id: receiver, nickname } = await namedReceiver(deps, user, named);
  return deps.ctx.db.transact(async (tx) => {
    await lockPayees(tx, user);
    if ((await countReceivers(tx, user)) >= PAYEES_MAX) refuse('payees_full', { max: PAYEES_MAX });
    const at = deps.ctx.clock.now();
    const usableAt = at + deps.coolingMs;
    const id = await insertReceiver(tx, { user, receiver, named, name, at, usableAt });
    return { id: id ?? refuse('address_known'), usableAt, nickname };
  });
}

/** Returns the displayed nickname of a stored payee. */
export async function nicknameOf(
  deps: ResolvedDeps,
  { receiver, named }: { readonly receiver: number | null; readonly named: string },
): Promise<string> {
  const found = receiver === null ? undefined : await deps.findUser(deps.ctx.db, String(receiver));
  return found ? maskedName(found.nickname) : unknownNickname(deps.nicknameSecret, named);
}

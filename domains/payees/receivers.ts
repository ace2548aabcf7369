import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { keyedHash } from '@karat/platform/crypto';
import type { ResolvedDeps } from './deps.ts';
import { countReceivers, insertReceiver } from './receiver-store.ts';
import { PAYEES_MAX, checkName, maskedName } from './rules.ts';
import { lockPayees } from './store.ts';

const UID = /^[1-9][0-9]{0,15}$/;

/** A name for somebody who does not exist: always the same for the same words, and like that of a new account. */
function nobody(secret: Uint8Array, named: string): string {
  if (UID.test(named)) return maskedName(`K${named}`);
  const digit = (keyedHash(secret, 'nobody', named.toLowerCase())[0] ?? 0) % 10;
  return maskedName(`K0${digit}`);
}

/** What a UID or e-mail address names, as far as it is shown. */
export interface NamedReceiver {
  /** Undefined where nobody, or the house, is named. */
  readonly id: UserId | undefined;
  /** Masked; of nobody it reads alike. */
  readonly nickname: string;
}

/** The user behind a UID or e-mail address. Refuses `recipient_self`. */
export async function namedReceiver(deps: ResolvedDeps, user: UserId, named: string): Promise<NamedReceiver> {
  const found = await deps.findUser(deps.ctx.db, named);
  if (found?.id === user) refuse('recipient_self');
  return found && !found.house
    ? { id: found.id, nickname: maskedName(found.nickname) }
    : { id: undefined, nickname: nobody(deps.secret, named) };
}

/**
 * Keeps a user as a receiver; it waits like a new address. Answers alike whether anybody has the name. Refuses
 * `recipient_self`, `name_special`, `payees_full`, `address_known`.
 */
export async function saveReceiver(
  deps: ResolvedDeps,
  user: UserId,
  given: { readonly to: string; readonly name: string },
): Promise<{ readonly id: number; readonly usableAt: number; readonly nickname: string }> {
  const name = checkName(given.name);
  const named = given.to.trim().toLowerCase();
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

/** The nickname of a kept receiver as it is shown. */
export async function nicknameOf(
  deps: ResolvedDeps,
  { receiver, named }: { readonly receiver: number | null; readonly named: string },
): Promise<string> {
  const found = receiver === null ? undefined : await deps.findUser(deps.ctx.db, String(receiver));
  return found ? maskedName(found.nickname) : nobody(deps.secret, named);
}

import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Permit } from '@karat/domains/ledger';
import type { Tx } from '@karat/platform/db';
import type { OutflowContext } from './deps.ts';
import { receiveGift } from './store.ts';

/**
 * Permits that the held money of a gift goes to a user, once. Returns undefined while the sender is frozen: what a thief gives
 * away stays. Refuses `outflow_paused`, since with an untrusted clock the expiry is unknown, and `account_frozen` for the receiver.
 */
export async function permitGift(
  { ctx, isFrozen, issuePermit }: OutflowContext,
  tx: Tx,
  gift: { readonly id: number; readonly sender: UserId; readonly receiver: UserId },
): Promise<Permit | undefined> {
  const { id, sender, receiver } = gift;
  if (!ctx.clock.isTrusted()) refuse('outflow_paused');
  if (await isFrozen(tx, receiver)) refuse('account_frozen');
  if (await isFrozen(tx, sender)) return undefined;
  const money = await receiveGift(tx, id, receiver);
  if (money?.user !== sender) throw new Error(`gift ${id} was received or returned before`);
  return issuePermit(tx, { ...money, receiver, isHeld: true });
}

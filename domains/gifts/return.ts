import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { userAccount } from '@karat/domains/ledger';
import type { Journal } from '@karat/domains/ledger';
import { format, negate } from '@karat/money';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import type { GiftsDeps } from './deps.ts';
import { endGifts, lockExpired, lockGift } from './store.ts';
import type { Gift, GiftEnd } from './store.ts';

const BATCH = 200;

const journalOf = ({ id, sender, currency, number }: Gift, at: number): Journal => ({
  key: `gift:${id}:return`,
  kind: 'gift:return',
  reference: String(id),
  at,
  entries: [{ account: userAccount(sender, 'change'), currency, available: number, held: negate(number) }],
});

/** Returns the money of locked open gifts to their senders; it counts no more in their limits. */
async function giveBack(deps: GiftsDeps, tx: Tx, gifts: readonly Gift[], end: GiftEnd): Promise<Gift[]> {
  const { ctx, ledger, outflow, onStep } = deps;
  const at = ctx.clock.now();
  await ledger.postBatch(
    tx,
    gifts.map((gift) => journalOf(gift, at)),
  );
  onStep?.('posted');
  const ids = gifts.map(({ id }) => id);
  const ended = await endGifts(tx, ids, end, at);
  onStep?.('written');
  await outflow.releaseGifts(tx, ids);
  onStep?.('released');
  return ended;
}

async function notifySenders(
  { ledger, messages }: GiftsDeps,
  tx: Tx,
  gifts: readonly Gift[],
  kind: 'gifts:expired' | 'gifts:cancelled',
): Promise<void> {
  const codes = new Map((await ledger.currencies(tx)).map(({ id, code }) => [id, code]));
  await messages.notifyAll(
    tx,
    gifts.map(({ id, sender, currency, number }) => ({
      user: sender,
      kind,
      key: `gift:${id}:returned`,
      values: { amount: format(number), coin: codes.get(currency) ?? '' },
    })),
  );
}

/** Returns a batch of expired gifts to their senders, in one transaction with everything that follows. Returns their number. */
export const returnExpired = (deps: GiftsDeps): Promise<number> =>
  deps.ctx.db.transact(async (tx) => {
    const gifts = await lockExpired(tx, deps.ctx.clock.now(), deps.batch ?? BATCH);
    if (gifts.length === 0) return 0;
    deps.onStep?.('claimed');
    await giveBack(deps, tx, gifts, { state: 'expired' });
    await notifySenders(deps, tx, gifts, 'gifts:expired');
    deps.onStep?.('notified');
    return gifts.length;
  });

/** Returns an open gift to the user who created it. Refuses `gift_unknown`, `gift_closed`. */
export async function cancelGift(deps: GiftsDeps, tx: Tx, sender: UserId, id: number): Promise<Gift> {
  const gift = (await lockGift(tx, id, sender)) ?? refuse('gift_unknown');
  if (gift.state !== 'open') refuse('gift_closed');
  const [ended = gift] = await giveBack(deps, tx, [gift], { state: 'cancelled' });
  return ended;
}

/** Returns an open gift to its sender by an operator, with an audit entry. Refuses `gift_unknown`, `gift_closed`. */
export const cancelByOperator = (
  deps: GiftsDeps,
  by: string,
  { id, reason }: { readonly id: number; readonly reason: string },
): Promise<Gift> =>
  deps.ctx.db.transact(async (tx) => {
    const gift = (await lockGift(tx, id)) ?? refuse('gift_unknown');
    if (gift.state !== 'open') refuse('gift_closed');
    const [ended = gift] = await giveBack(deps, tx, [gift], { state: 'cancelled', by, reason });
    await notifySenders(deps, tx, [gift], 'gifts:cancelled');
    await append(tx, {
      actor: by,
      action: 'gift cancelled',
      subject: `gift:${id}`,
      detail: { sender: gift.sender, number: format(gift.number), currency: gift.currency, reason },
      at: deps.ctx.clock.now(),
    });
    return ended;
  });

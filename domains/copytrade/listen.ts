import type { Context } from '@karat/platform/context';
import { ZERO, minus, negate } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { followsOfCopies, insertCopies, insertFillEvents } from './copy-store.ts';
import type { CopiedPosition, Done } from './deps.ts';
import { moveFollows } from './follow-store.ts';
import type { FollowMove } from './follow-store.ts';
import { fillsToCopy } from './topics.ts';
import { acceptedAmong } from './trader-store.ts';

const copied = ({ orderType, source }: CopiedPosition): boolean => orderType === 2 && source !== undefined;

/** Keeps what traders filled, so that it is copied however often a process dies. */
async function keepFills(ctx: Context, tx: Tx, deeds: readonly Done[]): Promise<void> {
  const fills = deeds.filter((deed) => deed.kind !== 'overnight').filter(({ position }) => !copied(position));
  if (fills.length === 0) return;
  const traders = await acceptedAmong(tx, [...new Set(fills.map(({ position }) => position.userId))]);
  const kept = fills.filter(({ position }) => traders.has(position.userId));
  if (kept.length === 0) return;
  await insertFillEvents(tx, kept, ctx.clock.now());
  tx.afterCommit(() => ctx.bus.publish(fillsToCopy, kept.length));
}

function moveOf(deed: Done, follow: number): FollowMove {
  switch (deed.kind) {
    case 'opened':
      return { follow, profit: negate(deed.fee), margin: deed.margin, copies: 1 };
    case 'closed':
      return {
        follow,
        profit: deed.net,
        margin: negate(deed.released),
        copies: deed.position.ended ? -1 : 0,
      };
    case 'overnight':
      return { follow, profit: negate(deed.paid), margin: minus(ZERO, deed.fromMargin), copies: 0 };
  }
}

/** Keeps copies and what they bring, in the transaction of the contracts' deeds. */
async function keepCopies(ctx: Context, tx: Tx, deeds: readonly Done[]): Promise<void> {
  const ofCopies = deeds.filter(({ position }) => copied(position));
  if (ofCopies.length === 0) return;
  const opened = ofCopies.filter(({ kind }) => kind === 'opened').map(({ position }) => position);
  const fresh = await insertCopies(tx, opened, ctx.clock.now());
  const others = ofCopies.map(({ position }) => position.id).filter((id) => !fresh.has(id));
  const known = new Map([...fresh, ...(await followsOfCopies(tx, others))]);
  const moves = ofCopies.flatMap((deed) => {
    const follow = known.get(deed.position.id);
    return follow === undefined ? [] : [moveOf(deed, follow)];
  });
  if (moves.length > 0) await moveFollows(tx, moves);
}

/** What contracts tell inside their transactions. */
export const listenTo =
  (ctx: Context) =>
  async (tx: Tx, deeds: readonly Done[]): Promise<void> => {
    await keepFills(ctx, tx, deeds);
    await keepCopies(ctx, tx, deeds);
  };

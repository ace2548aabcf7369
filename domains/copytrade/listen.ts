import type { Context } from '@karat/platform/context';
import { ZERO, minus, negate } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { insertFillEvents, moveCopies } from './copy-store.ts';
import type { CopyMove } from './copy-store.ts';
import type { CopiedPosition, CopiedPositionEvent } from './deps.ts';
import { fillsToCopy } from './topics.ts';
import { acceptedAmong } from './trader-store.ts';

const copied = ({ orderType, source }: CopiedPosition): boolean => orderType === 2 && source !== undefined;

/** Stores traders' fills, so that they are copied however often a process dies. */
async function keepFills(ctx: Context, tx: Tx, events: readonly CopiedPositionEvent[]): Promise<void> {
  const fills = events
    .filter((event) => event.kind === 'opened' || event.kind === 'closed')
    .filter(({ position }) => !copied(position));
  if (fills.length === 0) return;
  const traders = await acceptedAmong(tx, [...new Set(fills.map(({ position }) => position.userId))]);
  const kept = fills.filter(({ position }) => traders.has(position.userId));
  if (kept.length === 0) return;
  await insertFillEvents(tx, kept, ctx.clock.now());
  tx.afterCommit(() => ctx.bus.publish(fillsToCopy, kept.length));
}

/** The effect of an event on a copy; its opening is counted where it is opened. */
function moveOf(event: CopiedPositionEvent): CopyMove[] {
  const { id: position, ended } = event.position;
  switch (event.kind) {
    case 'opened':
      return [];
    case 'closed':
      return [{ position, profit: event.net, margin: negate(event.released), copies: ended ? -1 : 0 }];
    case 'overnight':
      return [{ position, profit: negate(event.paid), margin: minus(ZERO, event.fromMargin), copies: 0 }];
    case 'margin_changed':
      return [{ position, profit: ZERO, margin: event.change, copies: 0 }];
  }
}

/** Listener of contracts, inside their transactions. */
export const listenTo =
  (ctx: Context) =>
  async (tx: Tx, events: readonly CopiedPositionEvent[]): Promise<void> => {
    await keepFills(ctx, tx, events);
    await moveCopies(tx, events.filter(({ position }) => copied(position)).flatMap(moveOf));
  };

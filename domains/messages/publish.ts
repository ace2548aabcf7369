import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import { emitToOthers } from '@karat/platform/outbox';
import { noticesChanged, noticesChangedElsewhere } from './topics.ts';
import type { NoticesOfUser } from './topics.ts';

/** Publishes changes of message centres in all processes, after the commit. */
export async function publishNotices(ctx: Context, tx: Tx, changes: readonly NoticesOfUser[]): Promise<void> {
  await emitToOthers(ctx, tx, noticesChangedElsewhere, { changes: JSON.stringify(changes) });
  tx.afterCommit(() => ctx.bus.publish(noticesChanged, changes));
}

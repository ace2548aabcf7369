import { Refusal } from '@karat/contract';
import type { OrderId, UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { toOrder as fromRow } from '../../order-row.ts';
import type { OrderRow } from '../../order-row.ts';
import type { Order } from '../../types.ts';
import type { CommandDecision, QueuedCommand } from './commands.ts';
import type { BatchPlan } from '../decide/plan.ts';
import { toOrder } from '../decide/order-progress.ts';

/** Nothing of it was done; it may be retried. */
export function rejectBusy(queued: readonly QueuedCommand[]): void {
  for (const each of queued) each.reject(new Refusal('busy'));
}

/** The database has not confirmed in time whether it was done. A later reply changes nothing. */
export function rejectUnknown(queued: readonly QueuedCommand[]): void {
  for (const each of queued) each.reject(new Refusal('outcome_unknown'));
}

/** Replies to the callers of a committed batch. */
export function replyToBatch(db: Queries, queued: readonly QueuedCommand[], plan: BatchPlan): void {
  queued.forEach((each, index) => {
    const decision = plan.decisions[index];
    if (decision) replyTo(db, each, plan, decision);
  });
}

function replyTo(
  db: Queries,
  { resolve, reject }: QueuedCommand,
  plan: BatchPlan,
  decision: CommandDecision,
): void {
  switch (decision.kind) {
    case 'order': {
      const order = orderOf(plan, decision.id);
      if (order) resolve({ order });
      // Its row was not read back, because the commit was confirmed only afterwards.
      else readOrder(db, decision.id).then((row) => resolve({ order: row }), reject);
      return;
    }
    case 'known':
      readOrder(db, decision.id, decision.userId).then((order) => resolve({ order }), reject);
      return;
    case 'not_open':
      readOrder(db, decision.id, decision.userId).then(() => reject(new Refusal('order_not_open')), reject);
      return;
    case 'cancelled':
      resolve({ cancelled: decision.ids });
      return;
    case 'refused':
      reject(decision.error);
      return;
  }
}

/** Returns the present state of an order that the batch placed or changed. */
export function orderOf(plan: BatchPlan, id: OrderId): Order | undefined {
  const placed = plan.batch.placed.get(id);
  return placed ? toOrder(placed) : plan.changed.get(id);
}

/** Returns an order, of a user if one is given. Refuses `order_unknown`. */
async function readOrder(db: Queries, id: OrderId, userId?: UserId): Promise<Order> {
  const row = await db.maybe<OrderRow>(
    userId === undefined
      ? sql`select * from spot_orders where id = ${id}`
      : sql`select * from spot_orders where id = ${id} and user_id = ${userId}`,
  );
  if (!row) throw new Refusal('order_unknown');
  return fromRow(row);
}

import type { Tx } from '@karat/platform/db';
import { schedule } from '@karat/platform/work';
import type { ResolvedDeps } from './deps.ts';

export const STEP = 'withdrawals.step';

/** Schedules the next step of a payout; at least a moment from now, since due work of one moment is unique. */
export async function planStep({ ctx }: ResolvedDeps, tx: Tx, id: number, afterMs: number): Promise<void> {
  await schedule(tx, { kind: STEP, subject: String(id), dueAt: ctx.clock.now() + Math.max(1, afterMs) });
}

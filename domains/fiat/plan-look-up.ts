import type { Tx } from '@karat/platform/db';
import { schedule } from '@karat/platform/work';
import { LOOK_UP } from './deps.ts';
import type { FiatDeps } from './deps.ts';
import { pageOf } from './page-store.ts';

/** Plans a look-up at once: for an order that ended while its page may still be paid. */
export async function planLookUp(deps: FiatDeps, tx: Tx, order: number): Promise<void> {
  const page = await pageOf(tx, order);
  if (page?.state === 'open')
    await schedule(tx, { kind: LOOK_UP, subject: String(order), dueAt: deps.ctx.clock.now() });
}

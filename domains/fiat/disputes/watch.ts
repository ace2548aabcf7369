import type { Tx } from '@karat/platform/db';
import { ProviderUnavailable } from '@karat/platform/payments';
import type { DisputeDesk, PaymentDispute } from '@karat/platform/payments';
import { schedule } from '@karat/platform/work';
import type { WorkHandler } from '@karat/platform/work';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { WATCH } from '../deps.ts';
import type { FiatDeps } from '../deps.ts';
import { providerNamed } from '../providers.ts';
import { lockByPayment } from '../store.ts';
import { openDisputesOf } from './store.ts';
import { applyFacts } from './take.ts';

/** How far back each look goes: longer than a provider delivers webhooks again. */
const RECENT_MS = 7 * DAY_MS;

const nextWatch = (tx: Tx, provider: string, after: number): Promise<number> =>
  schedule(tx, { kind: WATCH, subject: provider, dueAt: (Math.floor(after / HOUR_MS) + 1) * HOUR_MS });

/** Plans the look at the disputes of each provider that knows any, once an hour. */
export async function planWatches(deps: FiatDeps): Promise<void> {
  const names = deps.providers.flatMap(({ name, disputes }) => (disputes ? [name] : []));
  await deps.ctx.db.transact(async (tx) => {
    for (const name of names) await nextWatch(tx, name, deps.ctx.clock.now());
  });
}

/** Returns recent disputes, and open ones that are older. */
async function read(deps: FiatDeps, tx: Tx, provider: string, desk: DisputeDesk): Promise<PaymentDispute[]> {
  const recent = await desk.since(deps.ctx.clock.now() - RECENT_MS);
  const listed = new Set(recent.map(({ dispute }) => dispute));
  const older = (await openDisputesOf(tx, provider)).filter(
    ({ state, dispute }) => state === 'open' && !listed.has(dispute),
  );
  const found: PaymentDispute[] = [...recent];
  for (const { dispute } of older) found.push(await desk.find(dispute));
  return found;
}

/** Due work: reads the disputes of a provider, for webhooks that never came. */
export const watchDisputes =
  (deps: FiatDeps): WorkHandler =>
  async (tx, { subject: name }) => {
    const desk = providerNamed(deps, name)?.disputes;
    if (!desk) return;
    await nextWatch(tx, name, deps.ctx.clock.now());
    let found: PaymentDispute[];
    try {
      found = await read(deps, tx, name, desk);
    } catch (failure) {
      if (!(failure instanceof ProviderUnavailable)) throw failure;
      deps.ctx.log.warn({ provider: name, error: failure.message }, 'disputes not read, trying again later');
      return;
    }
    for (const facts of found) {
      const order = await lockByPayment(tx, name, facts.payment);
      if (order) await applyFacts(deps, tx, name, order, facts);
    }
  };

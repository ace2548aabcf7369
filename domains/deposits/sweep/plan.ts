import { ChainUnavailable, amountUpOf } from '@karat/platform/chains';
import type { ChainAsset } from '@karat/platform/chains';
import type { Amount } from '@karat/money';
import type { Currency } from '@karat/domains/ledger';
import type { Tx } from '@karat/platform/db';
import { createPolling, schedule } from '@karat/platform/work';
import type { Polling } from '@karat/platform/work';
import type { ResolvedDeps } from '../deps.ts';
import { coinOf, isStopped } from './deps.ts';
import type { Sweeping } from './deps.ts';
import { COIN_GAS, TOKEN_SWEEP_GAS, minimumOf } from './rules.ts';
import type { Fees } from './rules.ts';
import * as store from './store.ts';

export const SWEEP_STEP = 'deposits.sweep_step';
const PLAN_MS = 60_000;

/** Schedules the next step of a sweep; at least a moment from now, since due work of one moment is unique. */
export async function planStep(
  { ctx }: Pick<ResolvedDeps, 'ctx'>,
  tx: Tx,
  id: number,
  afterMs: number,
): Promise<void> {
  await schedule(tx, {
    kind: SWEEP_STEP,
    subject: String(id),
    dueAt: ctx.clock.now() + Math.max(1, afterMs),
  });
}

/** Returns the currency of an asset and its smallest swept amount; undefined without current prices. */
export async function minimumFor(
  { deps, sweeping, policy, chain }: Sweeping,
  asset: ChainAsset,
  fees: Fees,
): Promise<{ readonly currency: Currency; readonly minimum: Amount } | undefined> {
  const { db } = deps.ctx;
  const currencies = await deps.ledger.currencies(db);
  const currency = currencies.find(({ code }) => code === asset.code);
  const own = coinOf(chain);
  const coin = currencies.find(({ code }) => code === own.code);
  const unit = currency && (await sweeping.price(db, currency));
  const coinPrice = coin && (await sweeping.price(db, coin));
  if (currency === undefined || unit === undefined || coinPrice === undefined) return undefined;
  const gas = asset === own ? COIN_GAS : TOKEN_SWEEP_GAS;
  const fee = amountUpOf(gas * fees.maxFeePerGas, own.decimals);
  return { currency, minimum: minimumOf(policy, { unit, coin: coinPrice }, fee) };
}

/** Tokens come first: a sweep of the coin leaves nothing for their fees. */
const tokensFirst = ({ assets }: Sweeping['chain']): readonly ChainAsset[] =>
  assets.toSorted((a, b) => Number(a.standard === 'native') - Number(b.standard === 'native'));

/** Plans sweeps of addresses with enough on them, up to the limit of open ones. Returns the count. */
export async function planSweeps(sweeping: Sweeping): Promise<number> {
  const { deps, policy, on, chain } = sweeping;
  const { db, clock } = deps.ctx;
  if (policy.fromUsdt === 0n) return 0;
  if (await isStopped(sweeping, db)) return 0;
  const fees = await chain.sender.fees();
  const failedAfter = clock.now() - policy.pauseMs;
  let planned = 0;
  for (const asset of tokensFirst(chain)) {
    const found = await minimumFor(sweeping, asset, fees);
    if (found === undefined) continue;
    const { currency, minimum } = found;
    planned += await db.transact(async (tx) => {
      // In sequence over all processes, so that the limit holds.
      await store.lockNonces(tx, on.id);
      const open = (await store.openSweeps(tx)).find(({ network }) => network === on.id)?.count ?? 0;
      const limit = Math.max(0, policy.openMax - open);
      const of = { network: on.id, currency: currency.id };
      let count = 0;
      for (const candidate of await store.candidates(tx, { ...of, minimum, failedAfter, limit })) {
        const id = await store.insertSweep(tx, { ...of, ...candidate }, clock.now());
        if (id === undefined) continue;
        await planStep(deps, tx, id, 1);
        count += 1;
      }
      return count;
    });
  }
  return planned;
}

/** Looks for addresses to sweep once a minute. */
export const createPlanner = (sweeping: Sweeping): Polling =>
  createPolling(sweeping.deps.ctx, {
    name: `sweeps of ${sweeping.on.id}`,
    pollMs: PLAN_MS,
    async runBatch() {
      try {
        await planSweeps(sweeping);
      } catch (failure) {
        if (!(failure instanceof ChainUnavailable)) throw failure;
        const { log } = sweeping.deps.ctx;
        log.warn({ network: sweeping.on.id, reason: failure.message }, 'sweeps not planned');
      }
      return 0;
    },
  });

/** Schedules every sweep that can continue. */
export async function startSweeps(deps: ResolvedDeps): Promise<void> {
  await deps.ctx.db.transact(async (tx) => {
    for (const id of await store.unfinished(tx)) await planStep(deps, tx, id, 1);
  });
}

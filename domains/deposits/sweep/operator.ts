import type { Contract, CurrencyId, NetworkId, Reply } from '@karat/contract';
import { format } from '@karat/money';
import { ChainUnavailable, amountOf } from '@karat/platform/chains';
import type { Handlers } from '@karat/platform/http';
import { DAY_MS } from '@karat/rules';
import { before } from '../cursor.ts';
import type { ResolvedDeps } from '../deps.ts';
import { codesOf } from '../http.ts';
import { coinOf, confirmationsOn, payoutsHalted } from './deps.ts';
import type { Sweeping } from './deps.ts';
import { sweepHalts } from './halt-store.ts';
import { minimumFor } from './plan.ts';
import * as store from './store.ts';
import type { Sweep } from './store.ts';

type Calls = Pick<Handlers<Contract['deposits']>, 'console/sweeping' | 'console/sweeps'>;
type NetworkView = Reply<Contract['deposits']['console/sweeping']>[number];
type SweepView = Reply<Contract['deposits']['console/sweeps']>['data'][number];

/** Returns undefined if the node does not answer. */
async function orUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof ChainUnavailable) return undefined;
    throw failure;
  }
}

/** Returns the smallest swept amounts of a network by currency; none without prices or a node. */
async function minimumsOf(sweeping: Sweeping): Promise<ReadonlyMap<CurrencyId, string>> {
  const { chain } = sweeping;
  const fees = await orUndefined(() => chain.sender.fees());
  const found = new Map<CurrencyId, string>();
  for (const asset of fees === undefined ? [] : chain.assets) {
    const known = fees && (await minimumFor(sweeping, asset, fees));
    if (known) found.set(known.currency.id, format(known.minimum));
  }
  return found;
}

/** Returns what the gas station holds; null if no node answers. */
async function gasOf({ chain }: Sweeping, address: string): Promise<string | null> {
  const coin = coinOf(chain);
  if (address === '') return null;
  const held = await orUndefined(async () =>
    chain.reader.balance([address], coin, await chain.reader.height()),
  );
  return held === undefined ? null : format(amountOf(held.units, coin.decimals));
}

interface Rows {
  readonly halts: Awaited<ReturnType<typeof sweepHalts>>;
  readonly open: Awaited<ReturnType<typeof store.openSweeps>>;
  readonly failed: Awaited<ReturnType<typeof store.failedSince>>;
  readonly unswept: Awaited<ReturnType<typeof store.unswept>>;
}

async function networkView(
  sweeping: Sweeping,
  { halts, open, failed, unswept }: Rows,
  codeOf: (id: CurrencyId) => string,
): Promise<NetworkView> {
  const { deps, on } = sweeping;
  const of = <T extends { readonly network: NetworkId }>(rows: readonly T[]): T | undefined =>
    rows.find(({ network }) => network === on.id);
  const status = await sweeping.sweeping.signing.status().catch(() => undefined);
  const gasStation = status?.gasStations[on.id] ?? '';
  const minimums = await minimumsOf(sweeping);
  return {
    network: on.id,
    network_name: on.name,
    stopped: of(halts) !== undefined,
    stopped_reason: of(halts)?.reason ?? '',
    payouts_halted: await payoutsHalted(sweeping, deps.ctx.db),
    signer: status === undefined ? 'not reached' : 'ready',
    gas_station: gasStation,
    gas: await gasOf(sweeping, gasStation),
    gas_currency: coinOf(sweeping.chain).code,
    payout_address: status?.payoutAddresses[on.id] ?? '',
    open: of(open)?.count ?? 0,
    oldest_ms: of(open)?.oldestMs ?? null,
    failed: of(failed)?.count ?? 0,
    unswept: unswept
      .filter(({ network }) => network === on.id)
      .map((row) => ({
        currency_name: codeOf(row.currency),
        amount: format(row.amount),
        addresses: row.addresses,
        minimum: minimums.get(row.currency) ?? null,
      })),
  };
}

/** A sweep for operators. */
async function sweepView(
  { deps, chain, ...sweeping }: Sweeping,
  sweep: Sweep,
  codeOf: (id: CurrencyId) => string,
): Promise<SweepView> {
  const transactions = (await store.transactionsOf(deps.ctx.db, sweep.id)).filter(
    ({ leg, nonce }) => leg === sweep.leg && nonce === sweep.nonce,
  );
  const last = transactions.at(-1);
  const code = codeOf(sweep.currency);
  const moved = sweep.leg === 'gas' ? coinOf(chain).code : code;
  const decimals = chain.assets.find((asset) => asset.code === moved)?.decimals;
  const units = last?.units ?? sweep.units;
  const isKnown = units !== null && decimals !== undefined;
  return {
    id: sweep.id,
    network: sweep.network,
    currency_name: code,
    address: sweep.address,
    leg: sweep.leg,
    state: sweep.state,
    amount: isKnown ? format(amountOf(units, decimals)) : null,
    amount_currency: moved,
    txid: last?.txid ?? '',
    attempts: transactions.length,
    confirmations: sweep.confirmations,
    confirmations_needed: await confirmationsOn({ deps, chain, ...sweeping }, deps.ctx.db),
    problem: sweep.problem,
    reason: sweep.reason,
    created_ms: sweep.createdMs,
    finished_ms: sweep.finishedMs,
  };
}

/** Handlers of the console's calls about sweeps. */
export const sweepHandlers = (deps: ResolvedDeps, networks: ReadonlyMap<NetworkId, Sweeping>): Calls => ({
  'console/sweeping': async () => {
    const { db, clock } = deps.ctx;
    const rows = {
      halts: await sweepHalts(db),
      open: await store.openSweeps(db),
      failed: await store.failedSince(db, clock.now() - DAY_MS),
      unswept: await store.unswept(db),
    };
    const codeOf = await codesOf(deps);
    return Promise.all([...networks.values()].map((sweeping) => networkView(sweeping, rows, codeOf)));
  },
  'console/sweeps': async ({ input }) => {
    const { network, state, limit } = input;
    const rows = await store.listSweeps(deps.ctx.db, { network, state, before: before(input.cursor), limit });
    const codeOf = await codesOf(deps);
    const data: SweepView[] = [];
    for (const row of rows) {
      const sweeping = networks.get(row.network);
      if (sweeping) data.push(await sweepView(sweeping, row, codeOf));
    }
    return { data, next: rows.length === limit ? String(rows.at(-1)?.id ?? '') : null };
  },
});

import { refuse } from '@karat/contract';
import type { NetworkId } from '@karat/contract';
import type { Chain, ChainAsset, EvmChain } from '@karat/platform/chains';
import type { Queries } from '@karat/platform/db';
import { haltOf } from '../custody-store.ts';
import { neededOn } from '../deps.ts';
import type { OpenNetwork, ResolvedDeps, SweepingDeps } from '../deps.ts';
import { readMethods } from '../methods.ts';
import { sweepHalts } from './halt-store.ts';
import { SWEEP_POLICY } from './rules.ts';
import type { SweepPolicy } from './rules.ts';

/** Why a sweep cannot continue now; it waits and is retried. */
export class CannotSweep extends Error {}

/** A network whose addresses are swept. */
export interface Sweeping {
  readonly deps: ResolvedDeps;
  readonly sweeping: SweepingDeps;
  readonly policy: SweepPolicy;
  readonly on: OpenNetwork;
  readonly chain: EvmChain;
}

export const isEvm = (chain: Chain | undefined): chain is EvmChain => chain?.network.family === 'evm';

/** Returns the networks that are swept: EVM chains with a node, if there is a signer. */
export function sweepingOn(deps: ResolvedDeps): ReadonlyMap<NetworkId, Sweeping> {
  const { sweeping } = deps;
  if (sweeping === undefined) return new Map();
  const policy = { ...SWEEP_POLICY, ...sweeping.policy };
  return new Map(
    [...deps.open.values()].flatMap((on): [NetworkId, Sweeping][] => {
      const { chain } = on;
      return isEvm(chain) ? [[on.id, { deps, sweeping, policy, on, chain }]] : [];
    }),
  );
}

export const coinOf = (chain: EvmChain): ChainAsset =>
  chain.assets.find(({ standard }) => standard === 'native') ?? refuse('internal_error');

/** Addresses of the exchange on a network, as the signer derives them. */
export async function houseOf({ sweeping, on }: Sweeping): Promise<{ payout: string; gasStation: string }> {
  const status = await sweeping.signing.status();
  const [payout, gasStation] = [status.payoutAddresses[on.id], status.gasStations[on.id]];
  if (payout === undefined || gasStation === undefined)
    throw new CannotSweep(`signer without an address on ${on.id}`);
  return { payout, gasStation };
}

/** Returns the confirmations after which a transfer counts: those of a deposit of the coin, as operators set them last. */
export async function confirmationsOn({ deps, on, chain }: Sweeping, queries: Queries): Promise<number> {
  const method = (await readMethods(deps, queries)).find(on.id, coinOf(chain).code);
  return method === undefined ? refuse('internal_error') : neededOn(method, on);
}

/** Returns true while payouts on a network are halted: by operators, or by a difference of books and chain. */
export const payoutsHalted = async ({ sweeping, on }: Sweeping, queries: Queries): Promise<boolean> =>
  (await haltOf(queries, on.id)) !== undefined || sweeping.isHalted(queries, on.id);

/** Returns true if nothing new may be signed or sent on a network. */
export const isStopped = async (sweeping: Sweeping, queries: Queries): Promise<boolean> =>
  (await sweepHalts(queries)).some(({ network }) => network === sweeping.on.id) ||
  payoutsHalted(sweeping, queries);

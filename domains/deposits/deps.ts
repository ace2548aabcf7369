import type { NetworkId } from '@karat/contract';
import type { Currency, Ledger } from '@karat/domains/ledger';
import type { Messages } from '@karat/domains/messages';
import type { Amount, Price } from '@karat/money';
import { createDeriver, isRealNetwork } from '@karat/platform/chains';
import type { Chain, Deriver, Network } from '@karat/platform/chains';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import type { Files } from '@karat/platform/files';
import type { SigningClient } from '@karat/platform/signing';
import { DEPOSIT_METHODS } from './rules.ts';
import type { DepositMethod } from './rules.ts';
import type { SweepPolicy } from './sweep/rules.ts';

/** Configuration of a network. */
export interface DepositNetwork {
  readonly network: Network;
  /** Extended public key of the deposit account; without one there are no addresses. */
  readonly accountKey: string | undefined;
  /** Addresses of the exchange itself: its payout address, and its change. */
  readonly houseAddresses?: readonly string[];
  /** A node; without one the chain is not read. */
  readonly chain: Chain | undefined;
  /** First block of a chain that was never read; default is its newest block. */
  readonly fromHeight?: number;
}

/** Sends test coins on test chains. */
export interface Faucet {
  send(network: NetworkId, code: string, address: string): Promise<{ txid: string; amount: Amount }>;
}

/** A payout that the chain may have and the books not, or the other way round. */
export interface InFlightPayout {
  /** Signed transactions, of which at most one can be mined; `fee` if it is known beforehand. */
  readonly attempts: readonly { readonly transaction: string; readonly fee: bigint | undefined }[];
  readonly currency: number;
  /** Amount of the payout without the network fee. */
  readonly amount: Amount;
  /** Amount booked for it; undefined while nothing is booked. Fees in the smallest units of the network's own coin. */
  readonly booked: { readonly amount: Amount; readonly fee: bigint } | undefined;
}
export type OutgoingPort = (queries: Queries, network: NetworkId) => Promise<readonly InFlightPayout[]>;

/** What sweeps need besides deposits. Without it nothing is swept. */
export interface SweepingDeps {
  readonly signing: Pick<SigningClient, 'signSweep' | 'status'>;
  /** Returns the value of one unit in USDT at a current price; undefined without one. */
  readonly price: (queries: Queries, currency: Currency) => Promise<Price | undefined>;
  /** Returns true while payouts on a network are halted; a difference of custody halts sweeps without it. */
  readonly isHalted: (queries: Queries, network: NetworkId) => Promise<boolean>;
  readonly policy?: Partial<SweepPolicy>;
}

export interface DepositsDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly messages: Messages;
  readonly files: Files;
  readonly networks: readonly DepositNetwork[];
  readonly methods?: readonly DepositMethod[];
  readonly faucet?: Faucet;
  readonly outgoing?: OutgoingPort;
  readonly sweeping?: SweepingDeps;
}

/** A network with the values derived from its key. */
export interface OpenNetwork extends DepositNetwork {
  readonly id: NetworkId;
  readonly name: string;
  readonly real: boolean;
  readonly deriver: Deriver | undefined;
}

export interface ResolvedDeps extends DepositsDeps {
  readonly open: ReadonlyMap<NetworkId, OpenNetwork>;
  /** Built-in methods, before what operators decided. */
  readonly methods: readonly DepositMethod[];
}

/** Display name of a chain; that of a test chain says so. */
export function nameOf(network: Network): string {
  switch (network.family) {
    case 'bitcoin':
      return network.variant === 'main' ? 'Bitcoin' : `Bitcoin ${network.variant}`;
    case 'evm':
      return network.chainId === 1 ? 'Ethereum' : `Ethereum (chain ${network.chainId})`;
    case 'tron':
      return 'Tron';
  }
}

export function resolveDeps(deps: DepositsDeps): ResolvedDeps {
  const methods = deps.methods ?? DEPOSIT_METHODS;
  const open = new Map(
    deps.networks.map((each): [NetworkId, OpenNetwork] => {
      const { network, accountKey } = each;
      const deriver = accountKey === undefined ? undefined : createDeriver(network, accountKey);
      return [
        network.id,
        { ...each, id: network.id, name: nameOf(network), real: isRealNetwork(network), deriver },
      ];
    }),
  );
  return { ...deps, open, methods };
}

/** Returns the confirmations that a method requires on the connected chain. */
export const neededOn = (method: DepositMethod, on: OpenNetwork): number =>
  on.real ? method.confirmations.real : method.confirmations.test;

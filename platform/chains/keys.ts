import { HDKey } from '@scure/bip32';
import { addressOf } from './derive.ts';
import { asForm, formOf } from './extended.ts';
import type { Network } from './networks.ts';

/**
 * Keys from a seed. Only whoever holds the seed (the signer's process) calls these; a server needs no more than the account's
 * public key that `accountKey` answers.
 */

/** Two accounts of one seed: what users pay in to, and what the house pays out from. */
export const ACCOUNTS = { deposits: 0, house: 1 } as const;
export type AccountUse = keyof typeof ACCOUNTS;

/** BIP84 for Bitcoin, BIP44 for the others. */
export const accountPath = (network: Network, use: AccountUse): string =>
  `m/${network.family === 'bitcoin' ? 84 : 44}'/${network.coinType}'/${ACCOUNTS[use]}'`;

const accountOf = (seed: Uint8Array, network: Network, use: AccountUse): HDKey =>
  HDKey.fromMasterSeed(seed).derive(accountPath(network, use));

/** The account's extended public key, written as the network's wallets do (zpub, vpub, xpub). */
export const accountKey = (seed: Uint8Array, network: Network, use: AccountUse): string =>
  asForm(accountOf(seed, network, use).publicExtendedKey, formOf(network));

/** A key pair of an account with its address. */
export interface KeyPair {
  readonly address: string;
  /** Compressed. */
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

/** The key of address `chain/index` of an account: chain 0 receives, chain 1 is change. */
export function keyAt(
  seed: Uint8Array,
  network: Network,
  use: AccountUse,
  index: number,
  chain: 0 | 1 = 0,
): KeyPair {
  const { publicKey, privateKey } = accountOf(seed, network, use).deriveChild(chain).deriveChild(index);
  if (publicKey === null || privateKey === null) throw new RangeError(`index ${index} has no key`);
  return { address: addressOf(network, publicKey), publicKey, privateKey };
}

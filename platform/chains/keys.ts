import { HDKey } from '@scure/bip32';
import { addressOf } from './derive.ts';
import { asForm, formOf } from './extended.ts';
import type { Network } from './networks.ts';

/**
 * Key derivation from a seed. Only the signer process calls it; a server needs only the account's public key that
 * `accountKey` returns.
 */

/** Two accounts of one seed: user deposits, and payouts of the house. */
export const ACCOUNTS = { deposits: 0, house: 1 } as const;
export type AccountUse = keyof typeof ACCOUNTS;

/** BIP84 for Bitcoin, BIP44 for the others. */
export const accountPath = (network: Network, use: AccountUse): string =>
  `m/${network.family === 'bitcoin' ? 84 : 44}'/${network.coinType}'/${ACCOUNTS[use]}'`;

const accountOf = (seed: Uint8Array, network: Network, use: AccountUse): HDKey =>
  HDKey.fromMasterSeed(seed).derive(accountPath(network, use));

/** Returns the account's extended public key in the form of the network's wallets (zpub, vpub, xpub). */
export const accountKey = (seed: Uint8Array, network: Network, use: AccountUse): string =>
  asForm(accountOf(seed, network, use).publicExtendedKey, formOf(network));

/** A key pair of an account with its address. */
export interface KeyPair {
  readonly address: string;
  /** Compressed. */
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

/** Returns the key of address `chain/index` of an account: chain 0 receives, chain 1 is change. */
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

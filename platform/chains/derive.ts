import { bech32, createBase58check } from '@scure/base';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { getAddress } from 'viem/utils';
import { readAccountKey } from './extended.ts';
import type { Network } from './networks.ts';

const base58check = createBase58check(sha256);
const TRON_VERSION = 0x41;
/** Limit of non-hardened child numbers. */
export const ADDRESS_INDEX_MAX = 2 ** 31 - 1;

/** Returns the last 20 bytes of the Keccak-256 hash of the uncompressed public key (Ethereum and Tron). */
function keccakAddress(publicKey: Uint8Array): Uint8Array {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return keccak_256(point.subarray(1)).subarray(-20);
}

/** Returns the receiving address of a compressed public key: P2WPKH (BIP84), EIP-55, or Tron's base58check. */
export function addressOf(network: Network, publicKey: Uint8Array): string {
  switch (network.family) {
    case 'bitcoin':
      return bech32.encode(network.prefix, [0, ...bech32.toWords(ripemd160(sha256(publicKey)))]);
    case 'evm':
      return getAddress(`0x${Buffer.from(keccakAddress(publicKey)).toString('hex')}`);
    case 'tron':
      return base58check.encode(Uint8Array.of(TRON_VERSION, ...keccakAddress(publicKey)));
  }
}

/** Derives addresses of one account; the key is parsed once. */
export interface Deriver {
  /** Receiving address `0/index`. */
  receiving(index: number): string;
  /** Change address `1/index`: the house account on Bitcoin. */
  change(index: number): string;
}

/**
 * Derives addresses of an account from its extended public key (BIP32, non-hardened): m/84'/coin'/account' for
 * Bitcoin, m/44'/60'/account' for EVM chains, m/44'/195'/account' for Tron. Throws KeyRefused for an unusable key.
 */
export function createDeriver(network: Network, accountKey: string): Deriver {
  const account = readAccountKey(network, accountKey);
  const at = (chain: 0 | 1) => {
    // Made when it is used first: a start checks all keys and needs few of their branches.
    let branch: typeof account | undefined;
    return (index: number): string => {
      branch ??= account.deriveChild(chain);
      if (!Number.isInteger(index) || index < 0 || index > ADDRESS_INDEX_MAX)
        throw new RangeError(`index ${index}`);
      const { publicKey } = branch.deriveChild(index);
      if (publicKey === null) throw new RangeError(`index ${index} has no key`);
      return addressOf(network, publicKey);
    };
  };
  return { receiving: at(0), change: at(1) };
}

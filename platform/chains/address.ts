import type { NetworkId } from '@karat/contract';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { getAddress } from 'viem/utils';
import { bitcoinNetwork } from './networks.ts';
import type { BitcoinNetwork, Network } from './networks.ts';

/**
 * Reason why an address is refused: not an address; wrong checksum (a typing error); an address of another network
 * (`of` names it, or names this network's real or test chain); or an address that nobody can spend from.
 */
export type AddressProblem =
  | { readonly reason: 'malformed' | 'checksum' | 'unspendable' }
  | { readonly reason: 'wrong_network'; readonly of: NetworkId | 'other_chain' };

export type CheckedAddress =
  | { readonly ok: true; readonly address: string }
  | ({ readonly ok: false } & AddressProblem);

const base58check = createBase58check(sha256);
const TEXT_MAX = 120;
const TRON_VERSION = 0x41;
const HASH_BYTES = 20;

const refused = (reason: 'malformed' | 'checksum' | 'unspendable'): CheckedAddress => ({ ok: false, reason });
const elsewhere = (of: NetworkId | 'other_chain'): CheckedAddress => ({
  ok: false,
  reason: 'wrong_network',
  of,
});

/** Runs a decoder that throws on invalid input. Returns undefined instead. */
function tried<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

/**
 * Validates an address for its network: form, checksum (EIP-55, bech32 and bech32m, base58check), network and chain.
 * Returns its canonical form, which is stored, compared and shown. An EVM address in one case carries no checksum and
 * is accepted (EIP-55).
 */
export function checkAddress(network: Network, text: string): CheckedAddress {
  const given = text.trim();
  if (given === '' || given.length > TEXT_MAX) return refused('malformed');
  const own = checks[network.family](network, given);
  if (own.ok || own.reason !== 'malformed') return own;
  // Not of this network: a valid address of another network is reported as such.
  const other = others(network).find((each) => {
    const found = checks[each.family](each, given);
    return found.ok || found.reason === 'wrong_network';
  });
  return other === undefined ? own : elsewhere(other.id);
}

const others = (network: Network): Network[] =>
  (
    [
      bitcoinNetwork('main'),
      { id: 'ethereum', family: 'evm', chainId: 1, coinType: 60 },
      { id: 'tron', family: 'tron', coinType: 195 },
    ] satisfies Network[]
  ).filter((each) => each.family !== network.family);

const HEX = /^0[xX][0-9a-fA-F]{40}$/;

function evm(text: string): CheckedAddress {
  if (!HEX.test(text)) return refused('malformed');
  const digits = text.slice(2);
  const canonical = getAddress(`0x${digits.toLowerCase()}`);
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!oneCase && canonical !== `0x${digits}`) return refused('checksum');
  if (/^0+$/.test(digits)) return refused('unspendable');
  return { ok: true, address: canonical };
}

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;
const BASE58_LENGTHS = { min: 26, max: 35 } as const;

/** Returns version byte and hash of a base58check text; `checksum` if only the checksum is wrong, else undefined. */
function base58(text: string): { version: number; bytes: number } | 'checksum' | undefined {
  if (!BASE58.test(text) || text.length < BASE58_LENGTHS.min || text.length > BASE58_LENGTHS.max)
    return undefined;
  const decoded = tried(() => base58check.decode(text));
  if (decoded === undefined) return 'checksum';
  return { version: decoded[0] ?? -1, bytes: decoded.length - 1 };
}

function tron(text: string): CheckedAddress {
  if (!text.startsWith('T')) return refused('malformed');
  const decoded = base58(text);
  if (decoded === 'checksum') return refused('checksum');
  if (decoded === undefined || decoded.version !== TRON_VERSION || decoded.bytes !== HASH_BYTES) {
    return refused('malformed');
  }
  return { ok: true, address: text };
}

const OLD_VERSIONS = [0x00, 0x05, 0x6f, 0xc4];
const SEGWIT_PREFIX = /^(bc|tb|bcrt)1/i;

function bitcoin(network: BitcoinNetwork, text: string): CheckedAddress {
  if (SEGWIT_PREFIX.test(text)) return segwit(network, text);
  if (!/^[123mn]/.test(text)) return refused('malformed');
  const decoded = base58(text);
  if (decoded === 'checksum') return refused('checksum');
  if (decoded === undefined || decoded.bytes !== HASH_BYTES || !OLD_VERSIONS.includes(decoded.version)) {
    return refused('malformed');
  }
  return network.versions.includes(decoded.version) ? { ok: true, address: text } : elsewhere('other_chain');
}

/** Witness program lengths by version that current wallets can spend from: P2WPKH and P2WSH, P2TR. */
const PROGRAMS: Readonly<Record<number, readonly number[]>> = { 0: [20, 32], 1: [32] };

function segwit(network: BitcoinNetwork, text: string): CheckedAddress {
  const lower = text.toLowerCase();
  // BIP173 forbids mixed case.
  if (text !== lower && text !== text.toUpperCase()) return refused('checksum');
  const decoded = (['bech32', 'bech32m'] as const)
    .map((form) => {
      const coder = form === 'bech32' ? bech32 : bech32m;
      const found = coder.decodeUnsafe(lower);
      return found === undefined ? undefined : { form, ...found, coder };
    })
    .find((found) => found !== undefined);
  if (decoded === undefined) return refused('checksum');
  const [version = -1, ...words] = decoded.words;
  const program = tried(() => decoded.coder.fromWords(words));
  // BIP350: version 0 uses bech32, later versions bech32m.
  if (program === undefined || (version === 0) !== (decoded.form === 'bech32')) return refused('checksum');
  if (PROGRAMS[version]?.includes(program.length) !== true) return refused('malformed');
  return decoded.prefix === network.prefix ? { ok: true, address: lower } : elsewhere('other_chain');
}

const checks: {
  readonly [F in Network['family']]: (network: Network, text: string) => CheckedAddress;
} = {
  evm: (_network, text) => evm(text),
  tron: (_network, text) => tron(text),
  bitcoin: (network, text) => bitcoin(network.family === 'bitcoin' ? network : bitcoinNetwork('main'), text),
};

import { HDKey } from '@scure/bip32';
import { createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Network } from './networks.ts';

const base58check = createBase58check(sha256);

/** First four bytes of an extended public key by SLIP-132: address form and chain. */
const PUBLIC_VERSIONS = {
  xpub: 0x0488b21e,
  tpub: 0x043587cf,
  zpub: 0x04b24746,
  vpub: 0x045f1cf6,
} as const;
type PublicForm = keyof typeof PUBLIC_VERSIONS;

const FORMS = Object.keys(PUBLIC_VERSIONS) as PublicForm[];
/** Depth of an account key: purpose', coin', account'. */
const ACCOUNT_DEPTH = 3;

/** An unusable extended key; the message never contains the key. */
export class KeyRefused extends Error {}

/** Forms that a network's account key may have. */
function formsOf(network: Network): readonly PublicForm[] {
  switch (network.family) {
    case 'bitcoin':
      return network.variant === 'main' ? ['zpub', 'xpub'] : ['vpub', 'tpub'];
    case 'evm':
    case 'tron':
      return ['xpub'];
  }
}

/** Form in which a network's account key is written. */
export const formOf = (network: Network): PublicForm => formsOf(network)[0] ?? 'xpub';

/** Encodes an extended public key with the version bytes of a form. */
export function asForm(key: string, form: PublicForm): string {
  const bytes = base58check.decode(key);
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(0, PUBLIC_VERSIONS[form]);
  return base58check.encode(bytes);
}

/**
 * Parses an account-level extended PUBLIC key. Throws KeyRefused for anything else: a private key (which must never
 * reach this process), a key of another chain, a key of another depth.
 */
export function readAccountKey(network: Network, text: string): HDKey {
  let bytes: Uint8Array;
  try {
    bytes = base58check.decode(text.trim());
  } catch {
    throw new KeyRefused(`the account key of ${network.id} is not an extended key`);
  }
  if (bytes.length !== 78) throw new KeyRefused(`the account key of ${network.id} is not an extended key`);
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const form = FORMS.find((each) => PUBLIC_VERSIONS[each] === version);
  const allowed = formsOf(network);
  if (form === undefined || !allowed.includes(form)) {
    throw new KeyRefused(
      `the account key of ${network.id} must be an extended public key (${allowed.join(' or ')})`,
    );
  }
  const key = HDKey.fromExtendedKey(asForm(text.trim(), 'xpub'));
  if (key.privateKey !== null) throw new KeyRefused(`the account key of ${network.id} is private`);
  if (key.depth !== ACCOUNT_DEPTH) {
    throw new KeyRefused(
      `the key of ${network.id} is at depth ${key.depth}, an account's is at ${ACCOUNT_DEPTH}`,
    );
  }
  return key;
}

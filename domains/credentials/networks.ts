import { BlockList, isIP } from 'node:net';
import { refuse } from '@karat/contract';

const BITS = { ipv4: 32, ipv6: 128 } as const;
const NETWORKS_MAX = 20;

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Returns true for an address or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (isIP(address) === 0 || rest.length > 0 || address.includes('%')) return false;
  if (bits === undefined) return true;
  return /^(0|[1-9][0-9]{0,2})$/.test(bits) && Number(bits) <= BITS[familyOf(address)];
}

/**
 * Parses up to 20 addresses and networks, separated by commas or spaces. Refuses `network_invalid` with the first
 * invalid one.
 */
export function readNetworks(typed: string): string[] {
  const networks = typed
    .split(/[\s,;]+/)
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
  const odd = networks.find((network) => !isNetwork(network));
  if (odd !== undefined) refuse('network_invalid', { network: odd.slice(0, 50) });
  if (networks.length > NETWORKS_MAX) refuse('network_invalid', { network: `> ${NETWORKS_MAX}` });
  return [...new Set(networks)];
}

/** Minimum prefix length of a network that may send withdrawals, in bits. */
const NARROW = { ipv4: 24, ipv6: 56 } as const;

/** Refuses `network_wide` for a list with a network wider than that, since it restricts nothing. */
export function checkNarrow(networks: readonly string[]): void {
  const wide = networks.find((network) => {
    const [base = '', bits] = network.split('/');
    return bits !== undefined && Number(bits) < NARROW[familyOf(base)];
  });
  if (wide !== undefined)
    refuse('network_wide', { network: wide, ipv4: `/${NARROW.ipv4}`, ipv6: `/${NARROW.ipv6}` });
}

/** Returns true if an address lies in one of the networks; an empty list allows every address. */
export function isWithin(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
  if (isIP(plain) === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = familyOf(base);
    list.addSubnet(base, bits === undefined ? BITS[family] : Number(bits), family);
  }
  return list.check(plain, familyOf(plain));
}

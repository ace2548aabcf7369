import type { IncomingMessage } from 'node:http';

const IPV6_GROUPS = 8;

/** Returns the network of an address for rate limits: an IPv4 address, or the /64 network of an IPv6 one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const right = tail === '' ? [] : tail.split(':');
    while (groups.length + right.length < IPV6_GROUPS) groups.push('0');
    groups.push(...right);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Returns the coarse network of an address: the /24 of an IPv4 address, the /48 of an IPv6 one. For permanent records. */
export function coarseNetworkOf(address: string): string {
  const network = networkOf(address);
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  const parts = network.split('.');
  return parts.length === 4 ? `${parts.slice(0, 3).join('.')}.0/24` : '';
}

/** Returns true for a loopback address. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || networkOf(address).startsWith('127.');

/** Reads the client's address behind a number of own proxies, each of which appends to `X-Forwarded-For`. */
export function addressReader(
  proxies: number,
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  return (request) => {
    const seen = [request.socket.remoteAddress ?? ''];
    if (proxies === 0) return seen[0] ?? '';
    const forwarded = request.headers['x-forwarded-for'];
    const text = Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '');
    seen.push(
      ...text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .reverse(),
    );
    return seen[Math.min(proxies, seen.length - 1)] ?? '';
  };
}

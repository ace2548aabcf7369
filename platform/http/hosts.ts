import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from './network.ts';

const isLoopbackAddress = (name: string): boolean => isIP(name) !== 0 && isLoopback(name);

/** Returns an address in host form: an IPv4-mapped address without its IPv6 prefix. */
const plainAddress = (address: string): string => address.replace(/^::ffff:/, '');

/** Returns true if requests under a host name are served. */
export type ServesHost = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => boolean;

/** Returns the name of a `Host` header: lower case, without port, trailing dot and brackets. Undefined if malformed. */
export function hostNameOf(header: string): string | undefined {
  const found = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?$/i.exec(header);
  return (found?.[1] ?? found?.[2])?.toLowerCase().replace(/\.$/, '');
}

/**
 * Serves requests under the configured names, under `localhost` and its subdomains, and under the local address of the
 * connection. A page that points its own name at this machine (DNS rebinding) sends its own name and is refused.
 * Without names every host is served.
 */
export function hostGuard(names: readonly string[] | undefined): ServesHost {
  if (names === undefined) return () => true;
  const served = new Set(names.map((name) => name.toLowerCase()));
  return ({ headers, socket }) => {
    // Browsers always send a host; HTTP/1.0 programs do not.
    if (headers.host === undefined) return true;
    const name = hostNameOf(headers.host);
    if (name === undefined) return false;
    if (name === 'localhost' || name.endsWith('.localhost') || served.has(name)) return true;
    return isLoopbackAddress(name) || name === plainAddress(socket.localAddress ?? '');
  };
}

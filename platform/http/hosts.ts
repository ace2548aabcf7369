import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from './network.ts';

const isLoopbackAddress = (name: string): boolean => isIP(name) !== 0 && isLoopback(name);

/** An address as a host name has it: an IPv4 address without the prefix that makes it one of IPv6. */
const plainAddress = (address: string): string => address.replace(/^::ffff:/, '');

/** Whether requests under a host name are answered. */
export type ServesHost = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => boolean;

/** The name of a `Host` header: lower case, without port, point at the end and brackets. Undefined where it is none. */
export function hostNameOf(header: string): string | undefined {
  const found = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?$/i.exec(header);
  return (found?.[1] ?? found?.[2])?.toLowerCase().replace(/\.$/, '');
}

/**
 * Answers requests under the names given, under `localhost` and its subdomains, and under the address of this machine at which
 * the connection came in. A page of another site that makes its own name point to this machine (DNS rebinding) sends its own
 * name. Without names every host is served.
 */
export function hostGuard(names: readonly string[] | undefined): ServesHost {
  if (names === undefined) return () => true;
  const served = new Set(names.map((name) => name.toLowerCase()));
  return ({ headers, socket }) => {
    // Browsers always name a host; programs of HTTP/1.0 do not.
    if (headers.host === undefined) return true;
    const name = hostNameOf(headers.host);
    if (name === undefined) return false;
    if (name === 'localhost' || name.endsWith('.localhost') || served.has(name)) return true;
    return isLoopbackAddress(name) || name === plainAddress(socket.localAddress ?? '');
  };
}

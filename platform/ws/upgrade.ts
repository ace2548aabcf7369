import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServesHost } from '@karat/platform/http';

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Refuses an upgrade, with an envelope if there is one, and closes the connection. */
export function refuseUpgrade(
  socket: Duplex,
  status: '403 Forbidden' | '404 Not Found' | '429 Too Many Requests' | '503 Service Unavailable',
  envelope = '',
): void {
  const type = envelope === '' ? '' : 'Content-Type: application/json; charset=utf-8\r\n';
  const length = `Content-Length: ${Buffer.byteLength(envelope)}\r\n`;
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n${type}${length}\r\n${envelope}`);
}

/** Hands WebSocket upgrades to the handler of their path; unknown paths are refused. */
export function routeUpgrades(
  server: Server,
  routes: ReadonlyMap<string, Upgrade>,
  servesHost: ServesHost = () => true,
): void {
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const [path = ''] = (request.url ?? '').split('?', 1);
    const upgrade = routes.get(path);
    if (upgrade && servesHost(request)) upgrade(request, socket, head);
    else refuseUpgrade(socket, '404 Not Found');
  });
}

/** Returns true if the page may open a socket: one of this host, of a configured origin, or no page at all. */
export function mayOpen(request: IncomingMessage, origins: ReadonlySet<string>): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || origins.has(origin)) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

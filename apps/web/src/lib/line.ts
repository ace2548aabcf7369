import { parseUrl } from './parse-url.ts';
import { storage } from './storage.ts';

const KEY = 'line';

const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' && parseUrl(value)?.origin === value;

function readLine(): string {
  const kept = storage.read(KEY);
  return isOrigin(kept) ? kept : '';
}

/**
 * Origin under which the app reaches the service: a line that the user chose, or empty for the origin of the app. It
 * changes by a reload only, so that calls and the socket never use different lines.
 */
export const LINE = readLine();

/** Returns the address at which a picture or file of the service is loaded on a line. */
export const fileAddress = (line: string, path: string): string =>
  path.startsWith('/') ? `${line}${path}` : path;

/** The same on the chosen line. */
export const onLine = (path: string): string => fileAddress(LINE, path);

/** Returns the address of the socket on a line. */
export function socketAddress(line: string, own: string): string {
  const address = new URL('/ws', line === '' ? own : line);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}

/** Reaches the service by another line from now on, or by the origin of the app if it is empty. */
export function changeLine(line: string): void {
  storage.write(KEY, line === '' ? null : line);
  location.reload();
}

import { BlockList, isIP } from 'node:net';

/** Push services of the browsers; a name that begins with a dot stands for all hosts below it. */
export const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
] as const;

const LOCAL = new Set(['localhost', '127.0.0.1']);
const ENDPOINT_LENGTH_MAX = 1_000;

/** Whether an allowed host is this machine: for tests and demonstrations, without encryption. */
export const isLocalHost = (host: string): boolean => LOCAL.has(host);

/** Returns the address of a subscription if it is that of an allowed push service: https, its usual port, no credentials. */
export function readEndpoint(text: string, hosts: readonly string[]): URL | undefined {
  if (text.length > ENDPOINT_LENGTH_MAX || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const host = url.hostname;
  const isAllowed = hosts.some((each) => (each.startsWith('.') ? host.endsWith(each) : host === each));
  if (!isAllowed || url.username !== '' || url.password !== '' || url.hash !== '') return undefined;
  if (isLocalHost(host)) return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  return url.protocol === 'https:' && url.port === '' ? url : undefined;
}

const RESERVED_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];

const reserved = new BlockList();
for (const subnet of RESERVED_IPV4) {
  const [network = '', prefix] = subnet.split('/');
  reserved.addSubnet(network, Number(prefix), 'ipv4');
}
/** Of IPv6 only global unicast, without the ranges that carry IPv4 addresses or documentation. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(network, prefix, 'ipv6');

/** Whether an address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved.check(address, 'ipv4');
  return family === 6 && global.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

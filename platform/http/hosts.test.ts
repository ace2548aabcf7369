import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { openShop } from '@karat/platform/testing';
import { expect, test } from 'vitest';
import { hostGuard, hostNameOf } from './hosts.ts';

const asking = (host: string | undefined, localAddress = '::ffff:192.168.1.20') =>
  ({ headers: { host }, socket: { localAddress } }) as IncomingMessage;

test('a host name is read without port, brackets and trailing dot', () => {
  expect(hostNameOf('Karat.Example.:3000')).toBe('karat.example');
  expect(hostNameOf('[::1]:3000')).toBe('::1');
  for (const none of ['', 'a b', 'a/b', 'user@localhost', 'localhost:x', '[::1', 'é'])
    expect(hostNameOf(none), none).toBeUndefined();
});

test.each([
  ['localhost', true],
  ['LOCALHOST:3000', true],
  ['app.localhost', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['192.168.1.20:3000', true],
  ['karat.example', true],
  [undefined, true],
  ['evil.example', false],
  ['localhost.evil.example', false],
  ['evil.example:3000', false],
  ['127.0.0.1.evil.example', false],
  ['127.evil.example', false],
  ['notlocalhost', false],
  ['192.168.1.21', false],
  ['', false],
])('a request for %s is served: %s', (host, isServed) => {
  expect(hostGuard(['Karat.Example'])(asking(host))).toBe(isServed);
});

test('without names every host is served', () => {
  expect(hostGuard(undefined)(asking('evil.example'))).toBe(true);
});

test('a foreign host gets neither calls nor pages nor probes, in an envelope', async () => {
  const http = await openShop(undefined, { hosts: [] });
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.app.server.address() as AddressInfo;
  const ask = async (path: string, host: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request({ port, host: '127.0.0.1', path, headers: { host } }, resolve).on('error', reject).end();
    const response = await promise;
    return { status: response.statusCode, body: await text(response) };
  };
  for (const path of ['/api/shop/hello', '/', '/healthz', '/docs']) {
    const { status, body } = await ask(path, 'evil.example');
    expect([status, JSON.parse(body)], path).toMatchObject([404, { type: 'error', error: 'host_unknown' }]);
  }
  expect((await ask('/api/shop/hello', `127.0.0.1:${port}`)).status).toBe(200);
  await http.close();
});

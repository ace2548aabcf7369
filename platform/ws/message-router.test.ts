import { IncomingMessage, Server } from 'node:http';
import { PassThrough, Writable } from 'node:stream';
import { CLOSE_CODES } from '@karat/contract';
import { virtualClock } from '@karat/platform/clock';
import { commonMessages } from '@karat/platform/http';
import type { IncomingRequest, Invoker } from '@karat/platform/http';
import { openShop } from '@karat/platform/testing';
import { expect, test } from 'vitest';
import { Connection } from './connection.ts';
import { createCorks } from './corks.ts';
import { createChannels, createPrivateChannels, routeUpgrades } from './index.ts';
import { createMessageRouter } from './message-router.ts';

const visitor = { address: '203.0.113.7', userAgent: '', lang: undefined, defaultLang: 'en' } as const;

/** A connection to a client that reads nothing, with the codes by which it was closed. */
function openSilent() {
  const codes: number[] = [];
  const ws = { readyState: 1, OPEN: 1, close: (code: number) => void codes.push(code) };
  const socket = new Writable({ write: () => undefined, highWaterMark: 1 });
  const connection = new Connection(ws as never, socket as never, createCorks(), visitor);
  return { connection, socket, codes };
}

async function openRouter() {
  const http = await openShop();
  const requests: IncomingRequest[] = [];
  const replied = Promise.withResolvers<void>();
  const invoker: Invoker = {
    ...http.invoker,
    invoke(mounted, asking, ...rest) {
      requests.push(asking);
      return http.invoker.invoke(mounted, asking, ...rest);
    },
  };
  const router = createMessageRouter({
    channels: createChannels({ clock: virtualClock() }),
    own: createPrivateChannels(),
    authenticate: () => undefined,
    invoker,
    mounted: http.mounted,
    messages: commonMessages,
    nextId: http.nextId,
    observe: () => replied.resolve(),
    channelsMax: 1,
    maySubscribe: () => true,
    callsMax: 1,
  });
  return { http, router, requests, replied: replied.promise };
}

const ECHO = { op: 'call', id: 1, path: 'shop/echo', body: { word: 'sun' } };

test('a call over a socket carries its idempotency key and its device', async () => {
  const { http, router, requests, replied } = await openRouter();
  const { connection, codes } = openSilent();
  router.onMessage(connection, JSON.stringify({ ...ECHO, key: 'k1', device: 'd1', lang: 'fra' }));
  await replied;
  expect(requests).toMatchObject([
    { lang: 'fra', request: { idempotencyKey: 'k1', device: 'd1', address: '203.0.113.7', namesLang: true } },
  ]);
  expect(codes).toEqual([]);
  await http.close();
});

test('a client that reads no replies has to connect again once a MiB of them waits', async () => {
  const { http, router, replied } = await openRouter();
  const { connection, socket, codes } = openSilent();
  socket.write(Buffer.alloc(1024 * 1024 + 1));
  const waiting = connection.waiting;
  router.onMessage(connection, JSON.stringify(ECHO));
  await replied;
  expect(codes).toEqual([CLOSE_CODES.resync]);
  expect(connection.waiting).toBe(waiting);
  await http.close();
});

test('an upgrade goes to the handler of its path, under a host that is served only', () => {
  const server = new Server();
  const opened: unknown[] = [];
  const upgrade = ({ headers }: IncomingMessage) => void opened.push(headers.host);
  routeUpgrades(server, new Map([['/ws', upgrade]]), ({ headers }) => headers.host !== 'evil.example');
  const ask = (url: string, host: string): string => {
    const socket = new PassThrough();
    const request = Object.assign(new IncomingMessage(socket as never), { url, headers: { host } });
    server.emit('upgrade', request, socket, Buffer.alloc(0));
    return String(socket.read() ?? '').slice(0, 12);
  };
  expect(ask('/ws?lang=fra', 'shop')).toBe('');
  expect(ask('/ws', 'evil.example')).toBe('HTTP/1.1 404');
  expect(ask('/other', 'shop')).toBe('HTTP/1.1 404');
  expect(opened).toEqual(['shop']);
});

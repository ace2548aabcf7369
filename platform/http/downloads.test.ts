import { once } from 'node:events';
import { get } from 'node:http';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { openShop } from '@karat/platform/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Http } from './index.ts';
import { send } from './reply.ts';

let http: Http;
let port: number;
beforeAll(async () => {
  http = await openShop();
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = http.app.server.address() as AddressInfo);
});
afterAll(async () => {
  http.app.server.closeAllConnections();
  await http.close();
});

/** Begins a download that has no end. Nothing of it is read. */
async function download(token: string): Promise<IncomingMessage> {
  const path = '/api/shop/diary';
  const request = get({ port, host: '127.0.0.1', path, agent: false, headers: { authorization: token } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response;
}

test('a user has two downloads at once, a third is refused until one of them ends', async () => {
  const [first, second] = [await download('alice'), await download('alice')];
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  const refused = await download('alice');
  expect(refused.statusCode).toBe(429);
  expect(JSON.parse(String(Buffer.concat((await refused.toArray()) as Buffer[])))).toMatchObject({
    error: 'too_many_requests',
  });
  const other = await download('bea');
  expect(other.statusCode).toBe(200);
  first.destroy();
  // The slot is free when the server receives the end of the connection.
  await expect.poll(async () => (await download('alice')).statusCode).toBe(200);
});

test('a client that has left before the first byte holds no slot', () => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.destroy();
  let freed = 0;
  const free = () => void (freed += 1);
  const body = (async function* () {
    yield await Promise.resolve('x');
  })();
  const file = { name: 'diary.txt', type: 'text/plain', body };
  send(request, response, { status: 200, file, refused: undefined, free }, new Set(), '1', false);
  expect(freed).toBe(1);
});

import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { openShop } from '@karat/platform/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Http } from './index.ts';

const MEBIBYTE = 1024 * 1024;
let http: Http;
let port: number;
beforeAll(async () => {
  http = await openShop();
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = http.app.server.address() as AddressInfo);
});
afterAll(() => http.close());

const written = (socket: Socket, piece: string | Buffer): Promise<void> =>
  new Promise((done, fail) => socket.write(piece, (error) => (error ? fail(error) : done())));

/** Posts `bytes` bytes like a simple client, which reads only after it has written everything. */
async function post(path: string, bytes: number, headers: Record<string, string>) {
  const { promise: answer, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  socket.on('error', reject);
  socket.on('data', (piece: Buffer) => {
    text += piece.toString();
    if (/\r\n\r\n.*}$/s.test(text)) resolve(text);
  });
  socket.on('end', () => reject(new Error(`the connection ended after ${text}`)));
  socket.pause();
  const lines = Object.entries({ host: 'shop', 'content-length': String(bytes), ...headers });
  await written(
    socket,
    `POST ${path} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`,
  );
  const piece = Buffer.alloc(MEBIBYTE / 4, 'x');
  for (let left = bytes; left > 0; left -= piece.length) {
    await written(socket, piece);
  }
  socket.resume();
  const reply = await answer;
  socket.destroy();
  return {
    status: Number(reply.slice(9, 12)),
    body: JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4)) as unknown,
  };
}

test.each([
  ['close', 'application/x-www-form-urlencoded', 413, 'body_too_large'],
  ['close', 'text/plain', 415, 'unsupported_media_type'],
  ['keep-alive', 'application/x-www-form-urlencoded', 413, 'body_too_large'],
])('ten megabytes with Connection: %s as %s get status %i', async (connection, type, status, error) => {
  const answer = await post('/api/shop/echo', 10 * MEBIBYTE, { connection, 'content-type': type });
  expect(answer).toMatchObject({ status, body: { type: 'error', error } });
});

test('ten megabytes to an unknown path, and to an upload without a session, get a reply too', async () => {
  const headers = { connection: 'close', 'content-type': 'application/x-www-form-urlencoded' };
  expect(await post('/api/none', 10 * MEBIBYTE, headers)).toMatchObject({ status: 413 });
  const form = { connection: 'close', 'content-type': 'multipart/form-data; boundary=x' };
  expect(await post('/api/shop/picture', 10 * MEBIBYTE, form)).toMatchObject({
    status: 200,
    body: { type: '999' },
  });
});

test('a header of ten megabytes is refused as too long', async () => {
  const headers = { connection: 'close', 'content-type': 'text/plain', x: 'x'.repeat(10 * MEBIBYTE) };
  expect(await post('/api/shop/echo', 0, headers)).toMatchObject({
    status: 431,
    body: { error: 'parameter_error' },
  });
});

test('a body without an end is read up to a limit, then the connection ends', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    'POST /api/shop/echo HTTP/1.1\r\nHost: shop\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000000000\r\n\r\n',
  );
  const piece = Buffer.alloc(MEBIBYTE, 'x');
  let sent = 0;
  const send = (): void => {
    while (!socket.destroyed && socket.write(piece)) sent += 1;
  };
  socket.on('drain', send);
  send();
  await closed;
  expect(sent).toBeLessThan(200);
});

import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { streamBody } from './stream-body.ts';

const PIECE = 'x'.repeat(64 * 1024);
const PIECES = 2_000;

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Serves a file of 125 MiB; `made` counts its pieces, `ended` resolves when the reading has ended. */
async function serve(times: Parameters<typeof streamBody>[2] = {}, failAt = PIECES + 1) {
  const state = { made: 0 };
  const ended = Promise.withResolvers<undefined>();
  async function* pieces() {
    try {
      while (state.made < PIECES) {
        await Promise.resolve();
        if (state.made === failAt) throw new Error('the source failed');
        state.made += 1;
        yield PIECE;
      }
    } finally {
      ended.resolve(undefined);
    }
  }
  server = createServer((_request, response) => void streamBody(response, pieces(), times));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ port, host: '127.0.0.1', agent: false }), 'response')) as [
    IncomingMessage,
  ];
  return { state, ended: ended.promise, response };
}

test('a reader gets every piece', async () => {
  const { response, state } = await serve();
  let bytes = 0;
  for await (const piece of response) bytes += (piece as Buffer).length;
  expect([bytes, state.made]).toEqual([PIECES * PIECE.length, PIECES]);
});

test('a client that stops reading is disconnected, and most of the file is never made', async () => {
  const { ended, state } = await serve({ stalledMsMax: 100 });
  await ended;
  expect(state.made).toBeLessThan(PIECES / 2);
});

test('a client that keeps reading, but too slowly, is disconnected', async () => {
  const { ended, response, state } = await serve({ wholeMsMax: 300 });
  response.on('error', () => undefined);
  // A piece whenever there is one, and no more: the line is never idle for long.
  const reading = setInterval(() => void response.read(16 * 1024), 5);
  await ended;
  clearInterval(reading);
  expect(state.made).toBeLessThan(PIECES);
});

test('a client that disconnects ends the reading', async () => {
  const { ended, response, state } = await serve();
  response.on('error', () => undefined);
  response.destroy();
  await ended;
  expect(state.made).toBeLessThan(PIECES / 2);
});

test('a source that fails leaves an incomplete file', async () => {
  const { response } = await serve(undefined, 3);
  await expect(response.resume().toArray()).rejects.toThrow('aborted');
});

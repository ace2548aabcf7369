import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { ALICE, FORM, clock, headText, openShop, openWire, postText } from '@karat/platform/testing';
import type { WireClient, WireReply } from '@karat/platform/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Http, HttpOptions } from './index.ts';

const FAST = ['shop/echo', 'shop/basket', 'shop/rare'];
/** Turns of the event loop after which a silent server has nothing more to say. */
const QUIET_TURNS = 40;

interface Shop {
  readonly http: Http;
  readonly port: number;
}

type Options = Pick<HttpOptions<Record<never, never>>, 'fastPaths' | 'authenticate' | 'hosts' | 'origins'>;

async function listening(options: Partial<Options>): Promise<Shop> {
  const limits = {
    accountPerMinute: 1e9,
    addressPerMinute: 1e9,
    unknownTokensPerMinute: 1e9,
    factor: 1,
  };
  const http = await openShop(undefined, { limits, ...options });
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  return { http, port: (http.app.server.address() as AddressInfo).port };
}

/** A shop of one test. */
async function openFast(options: Partial<Options> = {}): Promise<Shop> {
  const shop = await listening({ fastPaths: FAST, ...options });
  onTestFinished(() => shop.http.close());
  return shop;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function turns(count: number): Promise<void> {
  for (let each = 0; each < count; each++) await turn();
}

async function open({ port }: Shop): Promise<WireClient> {
  const client = await openWire(port);
  client.socket.on('error', () => client.socket.destroy());
  onTestFinished(() => void client.socket.destroy());
  return client;
}

const WORD = { type: 'ok', message: { word: 'sun' }, code: 1 };
const REQUEST = postText('word=sun');

let fast: Shop;
let node: Shop;
beforeAll(async () => {
  fast = await listening({ fastPaths: FAST });
  node = await listening({});
});
afterAll(async () => {
  await fast.http.close();
  await node.http.close();
});

const headersOf = ({ head }: WireReply): string[] =>
  head
    .split('\r\n')
    .filter((line) => !/^(?:date|x-request-id):/.test(line))
    .sort();

describe('a plain request', () => {
  test('gets the reply and the headers that Node would send', async () => {
    for (const text of [
      REQUEST,
      postText('{"word":"sun"}', 'application/json'),
      postText('wrong=1'),
      postText('word=%zz'),
      postText('word=sun', 'text/plain'),
      postText(`word=${'x'.repeat(70_000)}`),
      postText('a=1', FORM, '/api/shop/basket'),
    ]) {
      const [one, two] = await Promise.all(
        [fast, node].map(async (shop) => {
          const { socket, next } = await open(shop);
          socket.write(text);
          return next();
        }),
      );
      if (one === undefined || two === undefined) throw new Error('no reply');
      expect(headersOf(one)).toEqual(headersOf(two));
      expect({ ...one.body, request_id: '' }).toEqual({ ...two.body, request_id: '' });
      expect(one.head).toMatch(/\r\ndate: \w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} gmt/);
    }
  });

  test('is not seen by Node, until a connection sends anything else, which is Node’s for good', async () => {
    const shop = await openFast();
    const seen: (string | undefined)[] = [];
    const timeouts: (number | undefined)[] = [];
    shop.http.app.server.on('request', ({ url, socket: own }: IncomingMessage) => {
      seen.push(url);
      timeouts.push(own.timeout);
    });
    const { socket, next } = await open(shop);
    for (let count = 0; count < 3; count++) {
      socket.write(REQUEST);
      expect((await next()).body).toEqual(WORD);
    }
    expect(seen).toEqual([]);
    socket.write(headText('GET /api/shop/hello HTTP/1.1'));
    expect((await next()).body).toMatchObject({ message: { hello: 'you' } });
    socket.write(REQUEST);
    expect((await next()).body).toEqual(WORD);
    expect(seen).toEqual(['/api/shop/hello', '/api/shop/echo']);
    // A request of Node's may take longer than an idle connection is kept.
    expect(timeouts).toEqual([0, 0]);
  });

  test('has the date of its second in its reply', async () => {
    const { socket, next } = await open(fast);
    const dates: number[] = [];
    for (const later of [0, 0, 1_000]) {
      clock.advance(later);
      socket.write(REQUEST);
      dates.push(Date.parse(/date: (.*)/.exec((await next()).head)?.[1] ?? ''));
    }
    const now = Math.floor(clock.now() / 1_000) * 1_000;
    expect(dates).toEqual([now - 1_000, now - 1_000, now]);
  });

  test('under a name that is not served, or of a page of another origin, is Node’s', async () => {
    const shop = await openFast({ hosts: ['karat.example'], origins: ['https://other.example'] });
    const { socket, next } = await open(shop);
    socket.write(REQUEST);
    expect((await next()).body).toMatchObject({ error: 'host_unknown' });
    const { socket: page, next: reply } = await open(shop);
    page.write(
      `${headText('POST /api/shop/echo HTTP/1.1', 'Origin: https://other.example', `Content-Type: ${FORM}`, 'Content-Length: 8').replace('Host: shop', 'Host: karat.example')}word=sun`,
    );
    const answer = await reply();
    expect(answer.body).toEqual(WORD);
    expect(answer.head).toContain('access-control-allow-origin: https://other.example');
  });
});

describe('while a request runs', () => {
  /** A shop whose callers are known once `admit` is called, once for each request. */
  async function openWaiting() {
    const waiting: (() => void)[] = [];
    const shop = await openFast({
      authenticate: () => new Promise((resolve) => waiting.push(() => resolve(ALICE))),
    });
    const asked = async (count: number): Promise<void> => {
      while (waiting.length < count) await turn();
    };
    return { shop, asked, admit: () => waiting.shift()?.() };
  }
  const basket = `${headText('POST /api/shop/basket HTTP/1.1', 'Authorization: alice', `Content-Type: ${FORM}`, 'Content-Length: 3')}a=1`;
  const BASKET = { type: 'ok', message: { user: ALICE.userId }, code: 1 };

  test('further bytes wait, and get their replies after it', async () => {
    const { shop, asked, admit } = await openWaiting();
    const { socket, next } = await open(shop);
    socket.write(basket);
    await asked(1);
    socket.write(basket);
    await turns(QUIET_TURNS);
    socket.write(`${REQUEST}nonsense\r\n\r\n`);
    await turns(QUIET_TURNS);
    admit();
    expect((await next()).body).toEqual(BASKET);
    await asked(1);
    admit();
    expect((await next()).body).toEqual(BASKET);
    expect((await next()).body).toEqual(WORD);
    await once(socket, 'end');
  });

  test('a client that has said everything still gets its reply', async () => {
    const { shop, asked, admit } = await openWaiting();
    const { socket, next } = await open(shop);
    socket.end(basket);
    await asked(1);
    await turns(QUIET_TURNS);
    admit();
    const reply = await next();
    expect(reply.body).toEqual(BASKET);
    expect(reply.head).toContain('connection: close');
    await once(socket, 'end');
  });

  test('a client that leaves blocks nobody', async () => {
    const { shop, asked, admit } = await openWaiting();
    const { socket } = await open(shop);
    socket.write(basket);
    await asked(1);
    socket.destroy();
    await turns(QUIET_TURNS);
    admit();
    const { socket: second, next } = await open(shop);
    second.write(REQUEST);
    expect((await next()).body).toEqual(WORD);
  });

  test('a server that stops replies to it first, and closes idle connections', async () => {
    const { shop, asked, admit } = await openWaiting();
    const [busy, idle] = [await open(shop), await open(shop)];
    idle.socket.write(REQUEST);
    await idle.next();
    busy.socket.write(basket);
    await asked(1);
    const idleEnded = once(idle.socket, 'end');
    const busyEnded = once(busy.socket, 'end');
    const closed = shop.http.close();
    await turns(QUIET_TURNS);
    admit();
    const reply = await busy.next();
    expect(reply.body).toEqual(BASKET);
    expect(reply.head).toContain('connection: close');
    idle.socket.end();
    await Promise.all([idleEnded, busyEnded, closed]);
  });
});

test('a client that reads no replies is not served for ever', async () => {
  const shop = await openFast();
  const { socket, next } = await open(shop);
  const large = postText(`word=${'x'.repeat(60_000)}`);
  let handled = 0;
  const served = shop.http.app.server;
  expect(served.listening).toBe(true);
  socket.pause();
  const REQUESTS = 400;
  const sent: Promise<void>[] = [];
  for (let count = 0; count < REQUESTS; count++) {
    sent.push(new Promise((written) => socket.write(large, () => written())));
    // Whole requests arrive alone only if the one before was read.
    for (let wait = 0; wait < QUIET_TURNS && socket.writableLength > 0; wait++) await turn();
    if (socket.writableLength === 0) handled += 1;
  }
  expect(handled).toBeLessThan(REQUESTS);
  socket.resume();
  for (let count = 0; count < REQUESTS; count++)
    expect((await next()).body).toEqual({ ...WORD, message: { word: 'x'.repeat(60_000) } });
  await Promise.all(sent);
});

interface Exchange {
  readonly replies: readonly string[];
  /** The server closed the connection. */
  readonly byServer: boolean;
  /** It did so with unread bytes, which may take the last reply with them. */
  readonly broken: boolean;
}

/**
 * Writes the pieces, each in a segment of its own, then says that nothing follows. Returns the replies, and whether the
 * server closed the connection.
 */
async function exchange(shop: Shop, pieces: readonly Buffer[]): Promise<Exchange> {
  const { socket } = await openWire(shop.port);
  let text = '';
  let received = 0;
  let broken = false;
  socket.on('data', (piece: Buffer) => {
    received += 1;
    text += piece.toString('latin1');
  });
  const closed = new Promise<void>((resolve) => {
    socket.on('end', resolve);
    socket.on('error', () => {
      broken = true;
      resolve();
    });
  });
  let over = false;
  void closed.then(() => (over = true));
  const quiet = async (): Promise<void> => {
    for (let silent = 0, last = received; silent < QUIET_TURNS && !over; silent++) {
      await turn();
      if (received !== last) [silent, last] = [0, received];
    }
  };
  for (const piece of pieces) {
    if (over || !socket.writable) break;
    socket.write(piece);
    await quiet();
  }
  const byServer = over;
  if (socket.writable) socket.end();
  await closed;
  socket.destroy();
  // Only ids, their lengths, and dates may differ.
  const said = text
    .toLowerCase()
    .replaceAll(/(?:\r\n(?:date|x-request-id|content-length): |"request_id":")[a-z0-9 ,:-]*/g, '');
  const replies = said.split(/(?=http\/1\.1 )/);
  // Nobody reads what follows the announcement of an end.
  const last = replies.findIndex((reply) => reply.includes('\r\nconnection: close'));
  return { replies: replies.slice(0, last === -1 ? undefined : last + 1), byServer, broken };
}

describe('the same bytes', () => {
  const pick = <T>(...values: T[]) => fc.constantFrom(...values);
  const line = fc
    .tuple(
      fc.oneof({ weight: 8, arbitrary: fc.constant('POST') }, pick('GET', 'PUT', 'post', 'POST ', 'PRI')),
      fc.oneof(
        { weight: 8, arbitrary: pick('/api/shop/echo', '/api/shop/basket') },
        pick(
          '/api/shop/hello',
          '/api/shop/echo?a=b',
          '//api/shop/echo',
          'http://shop/api/shop/echo',
          '*',
          '',
        ),
      ),
      fc.oneof(
        { weight: 8, arbitrary: fc.constant('HTTP/1.1') },
        pick('HTTP/1.0', 'HTTP/2.0', 'http/1.1', ''),
      ),
    )
    .map((parts) => parts.join(' '));
  const odd = pick(
    'Transfer-Encoding: chunked',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding: \tchunked',
    'transfer-encoding: identity',
    'Transfer-Encoding: xchunked',
    'Content-Length: 8',
    'Content-Length: 3',
    'Content-Length: +8',
    'Content-Length: 0x8',
    'Content-Length: 8, 8',
    'Content-Length : 8',
    'Content-Length:8',
    'Content-Length: 99999999999999999999',
    'Content_Length: 3',
    'Connection: close',
    'Connection: keep-alive',
    'Connection: upgrade',
    'Upgrade: h2c',
    'Expect: 100-continue',
    'Trailer: x',
    'Host: other',
    'Lang: fra',
    'Authorization: alice',
    'Authorization: nobody',
    'X: y\r\n z',
    'X: y\nContent-Length: 3',
    'X: y\rContent-Length: 3',
    'X\0: y',
    'X: é',
    ': y',
    'X',
  );
  const body = pick(
    'word=sun',
    'word=',
    '',
    'wordless',
    '{"word":"sun"}',
    '8\r\nword=sun\r\n0\r\n\r\n',
    'word=sunPOST /api/shop/echo HTTP/1.1\r\nHost: shop\r\n\r\n',
  );
  const whole = fc
    .tuple(
      line,
      fc.oneof({ weight: 6, arbitrary: fc.constant(['Host: shop']) }, fc.constant<string[]>([])),
      fc.array(odd, { maxLength: 2 }),
      fc.oneof({ weight: 5, arbitrary: fc.constant(FORM) }, pick('application/json', 'text/plain')),
      body,
      fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, pick(-3, -1, 1, 7)),
      fc.boolean(),
    )
    .map(([first, host, headers, type, text, wrong, oddFirst]) => {
      const framing = [`Content-Type: ${type}`, `Content-Length: ${Math.max(0, text.length + wrong)}`];
      const lines = oddFirst ? [...headers, ...framing] : [...framing, ...headers];
      return Buffer.from(`${[first, ...host, ...lines].join('\r\n')}\r\n\r\n${text}`, 'latin1');
    });
  const changed = fc
    .tuple(whole, fc.option(fc.tuple(fc.nat(), fc.nat(255)), { freq: 4 }))
    .map(([bytes, change]) => {
      if (change === null || bytes.length === 0) return bytes;
      bytes[change[0] % bytes.length] = change[1];
      return bytes;
    });
  const stream = fc
    .tuple(
      fc.array(changed, { minLength: 1, maxLength: 3 }),
      fc.array(fc.nat(), { maxLength: 2 }),
      fc.boolean(),
    )
    .map(([requests, cuts, together]) => {
      if (!together) return requests;
      const bytes = Buffer.concat(requests);
      const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
      return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
    });

  test('get the same replies from both parsers, however they are malformed, split, joined or smuggled', async () => {
    await fc.assert(
      fc.asyncProperty(stream, async (pieces) => {
        const sent = pieces.filter((piece) => piece.length > 0);
        const [one, two] = [await exchange(fast, sent), await exchange(node, sent)];
        expect(one.byServer).toBe(two.byServer);
        if (!one.broken && !two.broken) expect(one.replies).toEqual(two.replies);
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 500) },
    );
  });
});

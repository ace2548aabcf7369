import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { FORM, headText, openShop, openWire, postText } from '@karat/platform/testing';
import type { WireReply } from '@karat/platform/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Http } from './index.ts';
import { commonMessages } from './messages.ts';

/** The same bytes get the same replies, whichever parser reads them first. */
describe.each([
  ['Node', undefined],
  ['the fast path', ['shop/echo', 'shop/rare']],
])('%s', (_name, fastPaths) => {
  let http: Http;
  let port: number;
  beforeAll(async () => {
    http = await openShop(undefined, { fastPaths });
    await http.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = http.app.server.address() as AddressInfo);
  });
  afterAll(() => http.close());

  const open = () => openWire(port);

  async function ask(text: string): Promise<WireReply> {
    const { socket, next } = await open();
    socket.write(text);
    const reply = await next();
    socket.destroy();
    return reply;
  }

  const WORD = { type: 'ok', message: { word: 'sun' }, code: 1 };

  describe('a body', () => {
    test('is the same however it is split into chunks', async () => {
      const { socket, next } = await open();
      const piecesOf = async (pieces: readonly string[]): Promise<WireReply> => {
        for (const piece of pieces) {
          socket.write(piece);
          // Bytes written after a turn of the event loop leave separately.
          await new Promise((resolve) => setImmediate(resolve));
        }
        return next();
      };
      const whole = postText('word=sun');
      expect((await piecesOf([whole])).body).toEqual(WORD);
      for (let at = whole.length - 9; at < whole.length; at += 2)
        expect((await piecesOf([whole.slice(0, at), whole.slice(at)])).body).toEqual(WORD);
      const chunked = headText(
        'POST /api/shop/echo HTTP/1.1',
        `Content-Type: ${FORM}`,
        'Transfer-Encoding: chunked',
      );
      const reply = await piecesOf([chunked, '4\r\nword\r\n', '3\r\n=su\r\n', '1\r\nn\r\n0\r\n\r\n']);
      expect(reply.body).toEqual(WORD);
      socket.destroy();
    });

    test('may name its type with parameters and in capitals, and is refused for any other type', async () => {
      for (const type of [`${FORM}; charset=utf-8`, 'Application/X-WWW-Form-URLEncoded', `${FORM} ;a="b"`])
        expect((await ask(postText('word=sun', type))).body, type).toEqual(WORD);
      for (const type of ['Application/JSON', 'application/json;charset=utf-8'])
        expect((await ask(postText('{"word":"sun"}', type))).body, type).toEqual(WORD);
      for (const type of ['text/plain', 'application/jsonx', 'application/xml; a=application/json', ';', ''])
        expect((await ask(postText('word=sun', type))).body, type).toMatchObject({
          error: 'unsupported_media_type',
        });
      const none = `${headText('POST /api/shop/echo HTTP/1.1', 'Content-Length: 8')}word=sun`;
      expect((await ask(none)).status).toBe(415);
      expect((await ask(headText('POST /api/shop/rare HTTP/1.1', 'Content-Length: 0'))).body['type']).toBe(
        'ok',
      );
      expect((await ask(headText('POST /api/shop/rare HTTP/1.1'))).body['type']).toBe('ok');
    });

    test('that is too large is refused once, with and without a length, and the next request gets a reply', async () => {
      const { socket, next } = await open();
      const large = 'x'.repeat(70_000);
      socket.write(postText(`word=${large}`));
      socket.write(postText('word=sun'));
      expect((await next()).status).toBe(413);
      expect((await next()).body).toEqual(WORD);
      socket.write(
        headText('POST /api/shop/echo HTTP/1.1', `Content-Type: ${FORM}`, 'Transfer-Encoding: chunked'),
      );
      for (let piece = 0; piece < 4; piece++) socket.write(`${large.length.toString(16)}\r\n${large}\r\n`);
      socket.write(`0\r\n\r\n${postText('word=sun')}`);
      expect((await next()).status).toBe(413);
      expect((await next()).body).toEqual(WORD);
      socket.destroy();
    });

    test('of exactly the limit is taken without a length too', async () => {
      const { socket, next } = await open();
      const form = `word=${'x'.repeat(65_531)}`;
      socket.write(
        headText('POST /api/shop/echo HTTP/1.1', `Content-Type: ${FORM}`, 'Transfer-Encoding: chunked'),
      );
      socket.write(`${form.length.toString(16)}\r\n${form}\r\n0\r\n\r\n`);
      expect((await next()).status).toBe(200);
      socket.destroy();
    });

    test('that its client ends halfway after a refusal keeps no connection', async () => {
      // The server would wait for the rest of the body by this timer.
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const { socket, next } = await open();
      const ended = once(socket, 'end');
      socket.write(
        `${headText('POST /api/shop/echo HTTP/1.1', 'Content-Type: text/plain', 'Content-Length: 50')}word=`,
      );
      expect((await next()).status).toBe(415);
      socket.end();
      await ended;
    });

    test('of a client that disconnects halfway blocks nobody', async () => {
      const { socket } = await open();
      socket.write(
        `${headText('POST /api/shop/echo HTTP/1.1', `Content-Type: ${FORM}`, 'Content-Length: 50')}word=`,
      );
      await new Promise((resolve) => setImmediate(resolve));
      socket.destroy();
      expect((await ask(postText('word=sun'))).body).toEqual(WORD);
    });
  });

  describe('a path', () => {
    test('is found with a query, percent-encoded, and with a host in front', async () => {
      for (const path of [
        '/api/shop/echo?a=b',
        '/api/shop/echo#a',
        '/api/shop/%65cho',
        'http://shop/api/shop/echo',
        'http://shop/api/shop/ech%6F?lang=en',
      ]) {
        expect((await ask(postText('word=sun', FORM, path))).body, path).toEqual(WORD);
      }
    });

    test('that only looks similar is not found', async () => {
      for (const path of [
        '/api/shop/echo/',
        '/api//shop/echo',
        '/api/shop%2Fecho',
        '/API/shop/echo',
        '/api/shop/echo;a',
        '/api/shop/__proto__',
        '/api/shop/%zz',
      ]) {
        const reply = await ask(postText('word=sun', FORM, path));
        expect([reply.status, reply.body['error']], path).toEqual([404, 'not_found']);
      }
    });

    test('with another method names the right one', async () => {
      for (const verb of ['DELETE', 'TRACE', 'PUT']) {
        const answer = await ask(headText(`${verb} /api/shop/echo HTTP/1.1`));
        expect(answer.status, verb).toBe(405);
        expect(answer.head, verb).toContain('allow: post');
      }
    });
  });

  describe('a malformed request', () => {
    const REFUSED = { type: 'error', error: 'parameter_error', code: 0 };

    test('is refused like any other, and the connection ends', async () => {
      const long = `GET /api/shop/echo?word=${'x'.repeat(20_000)} HTTP/1.1`;
      for (const [text, status] of [
        ['\u0016\u0003\u0001\u0002', 400],
        [headText('POST /api/shop/echo HTTP/1.1', 'Content-Length: 5', 'Content-Length: 6'), 400],
        [headText('POST /api/shop/echo HTTP/1.1', 'Transfer-Encoding: chunked', 'Content-Length: 5'), 400],
        [headText(long), 431],
      ] as const) {
        const { socket, next } = await open();
        const ended = once(socket, 'end');
        socket.write(text);
        const reply = await next();
        expect([reply.status, reply.body], text.slice(0, 60)).toMatchObject([status, REFUSED]);
        expect(reply.head).toContain('cache-control: no-store');
        await ended;
      }
    });

    test('without a host is refused with an envelope', async () => {
      const reply = await ask(postText('word=sun').replace('Host: shop\r\n', 'Lang: fra\r\n'));
      expect([reply.status, reply.body]).toMatchObject([400, { ...REFUSED, field: 'Host' }]);
      expect((await ask(postText('word=sun').replace('1.1\r\nHost: shop', '1.0'))).body).toEqual(WORD);
    });

    test('is refused in its language where that can still be read', async () => {
      const reply = await ask(
        headText('GET /api/shop/echo HTTP/1.1', 'Lang: fra', `X: ${'x'.repeat(20_000)}`),
      );
      expect([reply.status, reply.body['message']]).toEqual([
        431,
        commonMessages.parameter_error.fra.replace('{where}', ''),
      ]);
    });

    test('does not overtake pending replies', async () => {
      const { socket, next } = await open();
      const ended = once(socket, 'end');
      socket.write(`${postText('word=sun')}${postText('word=sun')}nonsense\r\n\r\n`);
      expect((await next()).body).toEqual(WORD);
      expect((await next()).body).toEqual(WORD);
      await ended;
    });

    test('is refused after them where its body breaks off', async () => {
      const { socket, next } = await open();
      const ended = once(socket, 'end');
      const chunked = headText(
        'POST /api/shop/echo HTTP/1.1',
        `Content-Type: ${FORM}`,
        'Transfer-Encoding: chunked',
      );
      socket.write(`${postText('word=sun')}${chunked}zz\r\n`);
      expect((await next()).body).toEqual(WORD);
      expect(await next()).toMatchObject({ status: 400, body: REFUSED });
      await ended;
    });
  });

  test('pipelined requests get replies in their order', async () => {
    const { socket, next } = await open();
    const words = Array.from({ length: 20 }, (_, index) => `w${index}`);
    socket.write(words.map((word) => postText(`word=${word}`)).join(''));
    for (const word of words) expect((await next()).body['message']).toEqual({ word });
    socket.destroy();
  });

  test('every reply has its own id, and connections are reused', async () => {
    const { socket, next } = await open();
    const ids = new Set<string>();
    for (let count = 0; count < 3; count++) {
      socket.write(postText('word=sun'));
      const reply = await next();
      ids.add(/x-request-id: (\S+)/.exec(reply.head)?.[1] ?? '');
      expect(reply.head).toContain('connection: keep-alive');
      expect(reply.head).toMatch(/\r\ndate: /);
    }
    expect(ids.size).toBe(3);
    socket.destroy();
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainRequestReader } from './plain-request.ts';

const read = (text: string) => plainRequestReader()(Buffer.from(text, 'latin1'));
const request = (line: string, headers: readonly string[], body = 'a=1') =>
  `${[line, 'host: shop', ...headers].join('\r\n')}\r\n\r\n${body}`;
const LINE = 'POST /api/coin/trade HTTP/1.1';
const LENGTH = 'content-length: 3';

test('a whole request in the plainest form is read', () => {
  const text = request(LINE, ['Authorization: t', 'Connection: Keep-Alive', 'X-A: b: c  d', LENGTH]);
  expect(read(text)).toEqual({
    path: '/api/coin/trade',
    headers: {
      host: 'shop',
      authorization: 't',
      connection: 'Keep-Alive',
      'x-a': 'b: c  d',
      'content-length': '3',
    },
    body: Buffer.from('a=1'),
  });
});

test('the next request of a connection is read with its own head', () => {
  const next = plainRequestReader();
  const of = (token: string) => Buffer.from(request(LINE, [`authorization: ${token}`, LENGTH]));
  for (const token of ['a', 'a', 'b', 'a']) expect(next(of(token))?.headers.authorization).toBe(token);
  expect(next(Buffer.from(request(LINE, ['authorization: a', 'x', LENGTH])))).toBeUndefined();
  expect(next(of('a'))?.headers.authorization).toBe('a');
});

describe('left to another parser is', () => {
  test.each([
    ['another method', request('GET /api/coin/trade HTTP/1.1', [LENGTH])],
    ['another version', request('POST /api/coin/trade HTTP/1.0', [LENGTH])],
    ['a query', request('POST /api/coin/trade?a=b HTTP/1.1', [LENGTH])],
    ['an escape', request('POST /api/coin/%74rade HTTP/1.1', [LENGTH])],
    ['an absolute address', request('POST http://shop/api/coin/trade HTTP/1.1', [LENGTH])],
    ['a second space', request('POST  /api/coin/trade HTTP/1.1', [LENGTH])],
    ['no length', request(LINE, [])],
    ['a length with a sign', request(LINE, ['content-length: +3'])],
    ['a length with a zero in front', request(LINE, ['content-length: 03'])],
    ['a length as a list', request(LINE, ['content-length: 3, 3'])],
    ['a repeated length', request(LINE, [LENGTH, LENGTH])],
    ['a length in two cases', request(LINE, [LENGTH, 'Content-Length: 3'])],
    ['a length of nothing', request(LINE, ['content-length: 0'], '')],
    ['a coding', request(LINE, [LENGTH, 'transfer-encoding: chunked'])],
    ['a trailer', request(LINE, [LENGTH, 'trailer: x'])],
    ['an expectation', request(LINE, [LENGTH, 'expect: 100-continue'])],
    ['an upgrade', request(LINE, [LENGTH, 'connection: upgrade', 'upgrade: websocket'])],
    ['a connection that ends', request(LINE, [LENGTH, 'connection: close'])],
    ['a space before the colon', request(LINE, [LENGTH, 'x : y'])],
    ['no space after the colon', request(LINE, [LENGTH, 'x:y'])],
    ['two spaces after the colon', request(LINE, [LENGTH, 'x:  y'])],
    ['a space at the end', request(LINE, [LENGTH, 'x: y '])],
    ['a tab', request(LINE, [LENGTH, 'x: y\tz'])],
    ['a folded header', request(LINE, [LENGTH, 'x: y', ' z'])],
    ['a bare line feed', request(LINE, [LENGTH, 'x: y\nz: a'])],
    ['a bare carriage return', request(LINE, [LENGTH, 'x: y\rz: a'])],
    ['a byte outside of ASCII', request(LINE, [LENGTH, 'x: \xe9'])],
    ['a NUL', request(LINE, [LENGTH, 'x: \0'])],
    ['an underscore in a name', request(LINE, [LENGTH, 'content_length: 4'])],
    ['too many headers', request(LINE, [LENGTH, ...Array.from({ length: 60 }, (_, at) => `x-${at}: y`)])],
    ['a long head', request(LINE, [LENGTH, `x: ${'y'.repeat(9_000)}`])],
    ['no host', `${LINE}\r\n${LENGTH}\r\n\r\na=1`],
    ['a line break in front', `\r\n${request(LINE, [LENGTH])}`],
    ['a second request behind it', request(LINE, [LENGTH]).repeat(2)],
    ['a body that goes on', request(LINE, [LENGTH], 'a=12')],
    ['a body that is not there yet', request(LINE, [LENGTH], 'a=')],
    ['a head that is not there yet', `${LINE}\r\nhost: shop\r\n${LENGTH}\r\n`],
    ['nothing', ''],
  ])('%s', (_name, text) => {
    expect(read(text)).toBeUndefined();
  });

  test('every request with one byte more or less', () => {
    const whole = request(LINE, ['authorization: t', LENGTH]);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (at) => {
        const fewer = read(whole.slice(0, at) + whole.slice(at + 1));
        // Only text of the value of a header, or a letter of its name, may be missing without a doubt about the framing.
        if (fewer !== undefined) expect(fewer.body).toEqual(Buffer.from('a=1'));
        expect(read(whole.slice(0, at))).toBeUndefined();
      }),
    );
  });
});

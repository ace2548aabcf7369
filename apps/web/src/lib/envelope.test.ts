import { describe, expect, test } from 'vitest';
import { CallError, formOf, payloadOf } from './envelope.ts';
import type { LostTexts } from './envelope.ts';

const thrown = (action: () => unknown): CallError => {
  try {
    action();
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

const TEXTS: LostTexts = {
  network: 'No connection',
  slow: 'Slow',
  server: 'Our side',
  outdated: 'Reload',
  refused: (status) => `HTTP ${status}`,
};

describe('reply envelope', () => {
  test('returns the payload of a success', () => {
    expect(payloadOf(200, { type: 'ok', code: 1, message: { uid: 7 } }, TEXTS)).toEqual({ uid: 7 });
  });

  test('throws a refusal with its code, text and request', () => {
    const error = thrown(() =>
      payloadOf(
        200,
        { type: 'error', code: 0, message: 'Wrong code', error: 'code_wrong', request_id: 'r1' },
        TEXTS,
      ),
    );
    expect([error.kind, error.code, error.message, error.requestId]).toEqual([
      'error',
      'code_wrong',
      'Wrong code',
      'r1',
    ]);
  });

  test('distinguishes a lost session from a missing verification', () => {
    const of = (type: string) =>
      thrown(() => payloadOf(200, { type, code: 0, message: 'm', error: 'unauthenticated' }, TEXTS)).kind;
    expect([of('999'), of('998'), of('whatever')]).toEqual(['999', '998', 'error']);
  });

  test('keeps the text of a refusal with an HTTP error status', () => {
    const body = { type: 'error', code: 0, message: 'Slow down', error: 'too_many_requests' };
    expect(thrown(() => payloadOf(429, body, TEXTS)).message).toBe('Slow down');
  });

  test('rejects a success envelope with a status other than 200', () => {
    expect(thrown(() => payloadOf(500, { type: 'ok', code: 1, message: 'fine' }, TEXTS)).kind).toBe(
      'network',
    );
  });

  test("treats a proxy's error page as an unavailable service", () => {
    const error = thrown(() => payloadOf(502, undefined, TEXTS));
    expect([error.kind, error.code, error.message]).toEqual(['network', 'unavailable', 'Our side']);
  });

  test.each([
    [500, undefined, 'network', 'server', 'Our side'],
    [408, undefined, 'network', 'slow', 'Slow'],
    [403, undefined, 'error', 'server', 'HTTP 403'],
    [404, undefined, 'error', 'outdated', 'Reload'],
    [404, { type: 'error', message: 'Not found', error: 'not_found' }, 'error', 'outdated', 'Reload'],
    [200, '<html>', 'network', 'network', 'No connection'],
  ])('says of status %i with body %j what it is', (status, body, kind, code, message) => {
    const error = thrown(() => payloadOf(status, body, TEXTS));
    expect([error.kind, error.code, error.message]).toEqual([kind, code, message]);
  });

  test('treats a database failure as an unknown outcome: the change may have been committed', () => {
    const body = { type: 'error', code: 0, message: 'Try shortly', error: 'unavailable', request_id: 'r2' };
    expect(thrown(() => payloadOf(200, body, TEXTS)).kind).toBe('network');
    const error = thrown(() => payloadOf(503, body, TEXTS));
    expect([error.kind, error.code, error.message, error.requestId]).toEqual([
      'network',
      'unavailable',
      'Try shortly',
      'r2',
    ]);
  });
});

describe('form body', () => {
  test('leaves out absent fields and writes the others as text', () => {
    const input = { a: 1, b: undefined, c: null, d: false, e: 'x y', f: '' };
    expect(formOf(input).toString()).toBe('a=1&d=false&e=x+y&f=');
  });

  test('refuses nested values, which the wire does not allow', () => {
    expect(() => formOf({ a: { b: 1 } })).toThrow(TypeError);
  });
});

import { Refusal } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalText, refusedBy } from './envelope.ts';
import { commonMessages } from './index.ts';
import type { Http } from './index.ts';
import { ALICE, clock, inject, openShop } from '@karat/platform/testing';

let http: Http;
beforeAll(async () => {
  http = await openShop();
});
afterAll(() => http.close());

const FORM = 'application/x-www-form-urlencoded';
type Options = {
  token?: string;
  lang?: string;
  type?: string;
  address?: string;
  method?: string;
  device?: string;
};

async function ask(path: string, body?: string, options: Options = {}) {
  const response = await inject(http, {
    method: (options.method ?? 'POST') as 'POST',
    url: `/api/${path}`,
    headers: {
      ...(body === undefined ? {} : { 'content-type': options.type ?? FORM }),
      ...(options.token === undefined ? {} : { authorization: options.token }),
      ...(options.lang === undefined ? {} : { lang: options.lang }),
      ...(options.device === undefined ? {} : { 'x-karat-device': options.device }),
      'x-forwarded-for': options.address ?? '203.0.113.7',
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.json() as Record<string, unknown>,
  };
}

describe('envelope', () => {
  test('carries the payload of a success from forms, JSON and queries', async () => {
    const wanted = { type: 'ok', message: { word: 'né +' }, code: 1 };
    expect((await ask('shop/echo', 'word=n%C3%A9+%2B')).body).toEqual(wanted);
    expect(
      (await ask('shop/echo', '{"word":"né +"}', { type: 'application/json; charset=utf-8' })).body,
    ).toEqual(wanted);
    expect((await ask('shop/hello?name=Li', undefined, { method: 'GET' })).body['message']).toEqual({
      hello: 'Li',
      lang: 'en',
    });
  });

  test("carries a stable code, a text in the caller's language and the request id of a refusal", async () => {
    for (const lang of LANGS) {
      const { status, body, headers } = await ask('shop/basket', '', { lang });
      expect(status).toBe(200);
      expect(body).toEqual({
        type: '999',
        message: commonMessages.unauthenticated[lang],
        code: 0,
        error: 'unauthenticated',
        request_id: headers['x-request-id'],
      });
    }
  });

  test('names the field of a parameter error', async () => {
    expect((await ask('shop/echo', 'wort=x')).body).toMatchObject({
      error: 'parameter_error',
      message: 'Parameter error: word.',
      field: 'word',
    });
    expect((await ask('shop/echo', 'word=%00')).body['message']).toBe('Parameter error: word.');
    expect((await ask('shop/echo', '{', { type: 'application/json' })).body['message']).toBe(
      'Parameter error.',
    );
  });

  test('a parameter error names the field in the language of the caller', () => {
    const note = {
      en: 'note',
      hk: '備註',
      th: 'หมายเหตุ',
      jp: 'メモ',
      kor: '메모',
      fra: 'note',
      spa: 'nota',
      vn: 'ghi chú',
      zh: '备注',
    };
    const score = { ...note, en: 'score' };
    const line = { ...note, en: 'line' };
    const fieldNames = { note, 'music/note': score, 'music/write/note': line };
    const text = (field: string, lang: Lang, path = 'shop/echo'): string =>
      refusalText(
        { ...commonMessages, fieldNames },
        refusedBy(new Refusal('parameter_error', { field }), path),
        lang,
      );
    expect(text('note', 'en')).toBe('Parameter error: note.');
    expect(text('note', 'fra')).toBe('Paramètre incorrect\u202f: note.');
    expect(text('note', 'zh')).toBe('参数错误：备注。');
    expect(text('note', 'en', 'music/play')).toBe('Parameter error: score.');
    expect(text('note', 'en', 'music/write')).toBe('Parameter error: line.');
    expect(text('constructor', 'en')).toBe('Parameter error: constructor.');
  });

  test("the header's language precedes the field's, and an unknown one is English", async () => {
    const langs = async (query: string, lang?: string): Promise<unknown> =>
      (
        (
          await ask(`shop/hello${query}`, undefined, {
            method: 'GET',
            ...(lang === undefined ? {} : { lang }),
          })
        ).body['message'] as { lang: string }
      ).lang;
    expect(await langs('?lang=kor')).toBe('kor');
    expect(await langs('?lang=kor', 'fra')).toBe('fra');
    expect(await langs('?lang=kor', 'xx')).toBe('en');
    expect(await langs('?lang=a&lang=b')).toBe('en');
  });

  test("the language of the caller's account counts where the request names none", async () => {
    const authenticate = () => ({ ...ALICE, lang: 'zh' as const });
    const shop = await openShop(undefined, { authenticate });
    const hello = async (headers: Record<string, string>): Promise<unknown> =>
      (
        await inject(shop, { url: '/api/shop/hello', headers: { authorization: 'alice', ...headers } })
      ).json() as unknown;
    expect(await hello({})).toMatchObject({ message: { lang: 'zh' } });
    expect(await hello({ lang: 'fra' })).toMatchObject({ message: { lang: 'fra' } });
    await shop.close();
  });

  test('refusals of rights, limits and uploads are in the language of the account too', async () => {
    const authenticate = () => ({ ...ALICE, lang: 'fra' as const });
    const shop = await openShop(undefined, { authenticate, defaultLang: 'zh' });
    const refusal = async (path: string, payload = '', type = FORM): Promise<unknown> => {
      const headers = { authorization: 'alice', 'content-type': type };
      const reply = await inject(shop, { method: 'POST', url: `/api/shop/${path}`, headers, payload });
      return (reply.json() as { message?: unknown }).message;
    };
    expect(await refusal('vault')).toBe(commonMessages.not_verified.fra);
    await Promise.all(Array.from({ length: 3 }, () => refusal('rare')));
    expect(await refusal('rare')).toBe(commonMessages.too_many_requests.fra);
    const large = `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(2_000)}\r\n--x--\r\n`;
    expect(await refusal('picture', large, 'multipart/form-data; boundary=x')).toBe(
      commonMessages.body_too_large.fra,
    );
    await shop.close();
  });
});

describe('authentication', () => {
  test('an operator who must register a passkey first may only make the calls of that registration', async () => {
    expect((await ask('office/desk', '', { token: 'novice' })).body).toMatchObject({ error: 'forbidden' });
    expect((await ask('office/badge', '', { token: 'novice' })).body['message']).toEqual({ login: 'nia' });
    expect((await ask('office/badge', '', { token: 'risk' })).body).toMatchObject({ error: 'forbidden' });
  });

  test('requires a session, an identity or a role', async () => {
    expect((await ask('shop/basket', '', { token: 'alice' })).body['message']).toEqual({ user: 100_001 });
    expect((await ask('shop/vault', '', { token: 'alice' })).body).toMatchObject({
      type: '998',
      error: 'not_verified',
    });
    expect((await ask('shop/vault', '', { token: 'bea' })).body['type']).toBe('ok');
    expect((await ask('office/desk', '', { token: 'support' })).body['message']).toEqual({ login: 'sue' });
    expect((await ask('office/desk', '', { token: 'risk' })).body).toMatchObject({
      type: 'error',
      error: 'forbidden',
    });
    expect((await ask('office/desk', '', { token: 'alice', address: '203.0.113.20' })).body['type']).toBe(
      '999',
    );
    expect((await ask('shop/basket', '', { token: 'support', address: '203.0.113.20' })).body['type']).toBe(
      '999',
    );
  });

  test('limits requests per minute and caller', async () => {
    const address = '198.51.100.1';
    const answers = [];
    for (let count = 0; count < 4; count++) answers.push(await ask('shop/rare', '', { address }));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 429, 429]);
    expect(answers[3]?.body).toMatchObject({ error: 'too_many_requests', code: 0 });
    expect(answers.map(({ headers }) => headers['retry-after'])).toEqual([undefined, undefined, '1', '1']);
    expect((await ask('shop/rare', '', { address: '198.51.100.2' })).status).toBe(200);
    clock.advance(30_000);
    expect((await ask('shop/rare', '', { address })).status).toBe(200);
  });

  test('calls of one rate class share one budget', async () => {
    const address = '198.51.100.4';
    expect((await ask('shop/rare', '', { address })).status).toBe(200);
    expect((await ask('shop/rare/also', '', { address })).status).toBe(200);
    expect((await ask('shop/rare', '', { address })).status).toBe(429);
    expect((await ask('shop/rare/also', '', { address })).status).toBe(429);
  });

  test('counts visitors on a known device apart from strangers behind the same address', async () => {
    const address = '198.51.100.3';
    const status = async (device?: string): Promise<number> =>
      (await ask('shop/rare', '', { address, ...(device === undefined ? {} : { device }) })).status;
    for (let count = 0; count < 3; count++) await status();
    expect(await status('forged')).toBe(429);
    expect([await status('phone'), await status('phone'), await status('phone')]).toEqual([200, 200, 429]);
    expect(await status('tablet')).toBe(200);
  });

  test('stops looking up unknown tokens from an address that keeps guessing', async () => {
    const address = '2001:db8::1';
    const statuses = [];
    for (let guess = 0; guess < 7; guess++)
      statuses.push((await ask('shop/basket', '', { token: `guess${guess}`, address })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await ask('shop/basket', '', { token: 'guess', address: '2001:db8:0:0:ffff::2' })).status).toBe(
      429,
    );
    expect((await ask('shop/basket', '', { token: 'guess', address: '2001:db8:0:1::1' })).status).toBe(200);
  });
});

describe('transport', () => {
  test('refuses with HTTP status and the same body', async () => {
    const cases: [number, string, ReturnType<typeof ask>][] = [
      [404, 'not_found', ask('shop/nothing', '')],
      [404, 'not_found', ask('../etc/passwd', '')],
      [404, 'not_found', ask('constructor', '')],
      [405, 'method_not_allowed', ask('shop/echo', undefined, { method: 'GET' })],
      [405, 'method_not_allowed', ask('shop/echo', 'word=x', { method: 'PUT' })],
      [405, 'method_not_allowed', ask('shop/hello', 'name=x')],
      [405, 'method_not_allowed', ask('shop/hello', undefined, { method: 'OPTIONS' })],
      [413, 'body_too_large', ask('shop/echo', `word=${'x'.repeat(10_000_000)}`)],
      [413, 'body_too_large', ask('shop/basket', 'x'.repeat(65_537), { token: 'alice' })],
      [413, 'body_too_large', ask('office/desk', 'x'.repeat(1_048_577), { token: 'support' })],
      [415, 'unsupported_media_type', ask('shop/echo', '<word/>', { type: 'text/xml' })],
      [415, 'unsupported_media_type', ask('shop/echo', 'x', { type: 'multipart/form-data; boundary=x' })],
      [415, 'unsupported_media_type', ask('shop/picture', 'file=x', { token: 'alice' })],
      [503, 'unavailable', ask('shop/broken', 'how=database')],
    ];
    for (const [status, error, answer] of cases) {
      expect({ ...(await answer).body, status: (await answer).status }).toMatchObject({
        status,
        error,
        code: 0,
        type: 'error',
      });
    }
  });

  test('takes forms of 64 KiB, and of an operator, who writes articles, of a MiB', async () => {
    const types = await Promise.all([
      ask('shop/basket', 'x'.repeat(65_536), { token: 'alice' }),
      ask('office/desk', 'x'.repeat(1_048_576), { token: 'support' }),
    ]);
    expect(types.map(({ body }) => body['type'])).toEqual(['ok', 'ok']);
  });

  test('reveals nothing internal when a handler fails', async () => {
    const { status, body } = await ask('shop/broken', 'how=throw', { lang: 'zh' });
    expect(status).toBe(500);
    expect(body).toMatchObject({ error: 'internal_error', message: commonMessages.internal_error.zh });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test('a reply that violates the contract fails where replies are checked', async () => {
    expect((await ask('shop/broken', 'how=reply')).status).toBe(500);
    expect((await ask('shop/broken', 'how=more')).status).toBe(500);
  });

  test('accepts neither repeated nor nested fields for a text, and ignores unknown ones', async () => {
    for (const body of ['word=a&word=b', 'word[]=a', 'word[x]=a', 'word=a&word[x]=b']) {
      expect((await ask('shop/echo', body)).body, body).toMatchObject({ error: 'parameter_error' });
    }
    for (const body of ['{"word":["a"]}', '{"word":{"$gt":""}}', '{"word":1}', '{"word":null}']) {
      expect((await ask('shop/echo', body, { type: 'application/json' })).body, body).toMatchObject({
        error: 'parameter_error',
      });
    }
    expect(
      (await ask('shop/echo', 'word=a&other=b&other=c&__proto__=x&constructor[prototype]=y')).body['type'],
    ).toBe('ok');
    expect(
      (
        await ask('shop/echo', '{"word":"a","__proto__":{"word":1},"constructor":[]}', {
          type: 'application/json',
        })
      ).body['type'],
    ).toBe('ok');
  });

  test('sends headers that keep replies from being stored, sniffed or framed, and sets no cookie', async () => {
    const { headers } = await ask('shop/hello', undefined, { method: 'GET' });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    for (const directive of ['frame-ancestors', 'object-src', 'base-uri', 'default-src'])
      expect(headers['content-security-policy']).toContain(`${directive} 'none'`);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('only configured sites may call from their pages', async () => {
    const open = await openShop(undefined, { origins: ['https://friend.example'] });
    const from = async (origin: string, method: 'OPTIONS' | 'POST' = 'OPTIONS') =>
      (await inject(open, { method, url: '/api/shop/echo', headers: { origin } })).headers;
    const allowed = { vary: 'Origin', 'access-control-allow-origin': 'https://friend.example' };
    expect(await from('https://friend.example')).toMatchObject({
      ...allowed,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key, lang, x-karat-device',
    });
    expect(await from('https://friend.example', 'POST')).toMatchObject({
      ...allowed,
      'access-control-expose-headers': 'x-request-id, content-disposition',
    });
    for (const method of ['OPTIONS', 'POST'] as const) {
      const foreign = await from('https://evil.example', method);
      expect([foreign['vary'], foreign['access-control-allow-origin']]).toEqual(['Origin', undefined]);
    }
    const ready = async (origin: string) =>
      (await inject(open, { url: '/readyz', headers: { origin } })).headers['access-control-allow-origin'];
    expect(await ready('https://friend.example')).toBe('https://friend.example');
    expect(await ready('https://evil.example')).toBeUndefined();
    await open.close();
  });
});

describe('files', () => {
  const part = (name: string, bytes: string): string =>
    `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${bytes}\r\n`;
  const title = '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nsun\r\n';
  const upload = (body: string, token = 'alice', path = 'shop/picture') =>
    ask(path, body, { token, type: 'multipart/form-data; boundary=x' });

  test('a call that takes a file receives it with the other fields', async () => {
    const { body } = await upload(`${part('file', 'abc')}${title}--x--\r\n`);
    expect(body).toEqual({ type: 'ok', message: { bytes: 3, name: 'a.png', title: 'sun' }, code: 1 });
  });

  test('a call takes twenty fields beside the file, and not one more', async () => {
    const fields = (count: number): string =>
      Array.from(
        { length: count },
        (_, at) => `--x\r\ncontent-disposition: form-data; name="f${at}"\r\n\r\nx\r\n`,
      ).join('');
    const body = (count: number): string => `${fields(count)}${part('file', 'abc')}--x--\r\n`;
    expect((await upload(body(20))).body).toMatchObject({ message: { bytes: 3 } });
    expect((await upload(body(21))).status).toBe(413);
  });

  test('a file that is too large, missing, under another name or incomplete is refused', async () => {
    expect((await upload(`${part('file', 'x'.repeat(2_000))}--x--\r\n`)).status).toBe(413);
    expect((await upload(`${title}--x--\r\n`)).body).toMatchObject({ error: 'parameter_error' });
    expect((await upload(`${part('file', 'abc')}${title}${title}--x--\r\n`)).body).toMatchObject({
      error: 'parameter_error',
      field: 'title',
    });
    expect((await upload(`${part('other', 'abc')}--x--\r\n`)).body).toMatchObject({
      error: 'parameter_error',
    });
    expect((await upload(`${part('file', 'abc')}${part('file', 'abc')}--x--\r\n`)).status).toBe(413);
    expect(
      (await upload('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc')).body,
    ).toMatchObject({ error: 'parameter_error' });
    expect((await upload(`${part('file', 'abc')}--x--\r\n`, 'nobody')).body).toMatchObject({ type: '999' });
  });

  test('a call has its own maximum of a file', async () => {
    const poster = async (bytes: number): Promise<number> =>
      (await upload(`${part('file', 'x'.repeat(bytes))}--x--\r\n`, 'alice', 'shop/poster')).status;
    expect([await poster(2_999), await poster(3_001)]).toEqual([200, 413]);
  });

  test('a file reply is a download with a plain name', async () => {
    const response = await inject(http, { method: 'GET', url: '/api/shop/receipt' });
    expect(response.body).toBe('né');
    expect(response.headers['content-disposition']).toBe('attachment; filename="a__b___.txt"');
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  });
});

describe('other routes', () => {
  test('the description and its page come from the contract', async () => {
    interface Operation {
      readonly parameters: readonly { readonly name: string }[];
      readonly responses: Readonly<Record<string, object>>;
    }
    const description = (await inject(http, '/openapi.json')).json() as {
      paths: Record<string, Record<string, Operation>>;
    };
    expect(Object.keys(description.paths)).toHaveLength(15);
    const pay = description.paths['/api/shop/pay']?.['post'];
    expect(pay).toMatchObject({
      'x-refusals': {
        unauthenticated: 'Please login first.',
        idempotency_conflict: commonMessages.idempotency_conflict.en,
      },
      responses: {
        200: {
          content: {
            'application/json': { schema: { oneOf: [{}, { $ref: '#/components/schemas/Refusal' }] } },
          },
        },
        default: { $ref: '#/components/responses/Refused' },
      },
    });
    const fieldsOf = (operation?: Operation) => operation?.parameters.map(({ name }) => name);
    expect(fieldsOf(pay)).toContain('Idempotency-Key');
    expect(fieldsOf(description.paths['/api/shop/echo']?.['post'])).toEqual(['lang']);
    const page = await inject(http, '/docs');
    expect(page.body).toContain('/docs/page.js');
    expect((await inject(http, '/docs/page.js')).headers['content-type']).toContain('javascript');
  });

  test('probes report liveness and readiness, and metrics are for the machine itself', async () => {
    expect((await inject(http, '/healthz')).statusCode).toBe(200);
    expect((await inject(http, '/readyz')).json()).toEqual({
      ok: true,
      checks: { till: true, open: true },
      degraded: [],
    });
    expect((await inject(http, '/metrics')).body).toContain(
      'karat_request_seconds_count{call="shop/echo",outcome="ok"}',
    );
    // A proxy of this machine asks for others, whatever address they claim.
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.9' },
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
    ])
      expect((await inject(http, { url: '/metrics', headers })).statusCode).toBe(404);
    const unready = await openShop(undefined, { ready: async () => ({ till: false }), metricsToken: 'open' });
    expect((await inject(unready, '/readyz')).statusCode).toBe(503);
    const far = { 'x-forwarded-for': '203.0.113.9' };
    expect(
      (await inject(unready, { url: '/metrics', headers: { ...far, authorization: 'Bearer open' } }))
        .statusCode,
    ).toBe(200);
    expect(
      (await inject(unready, { url: '/metrics', headers: { ...far, authorization: 'Bearer shut' } }))
        .statusCode,
    ).toBe(404);
    const closed = unready.close();
    expect((await inject(unready, '/readyz')).json()).toMatchObject({
      ok: false,
      checks: { till: false, open: false },
    });
    await closed;
  });
});

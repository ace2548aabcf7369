import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { mountPages } from './pages.ts';

const directory = mkdtempSync(join(tmpdir(), 'karat-pages-'));
afterAll(() => rmSync(directory, { recursive: true }));

const HOME = '<!doctype html><title>Home</title>';
const CODE = 'export const answer = 42;\n';
mkdirSync(join(directory, 'assets'));
writeFileSync(join(directory, 'index.html'), HOME);
writeFileSync(join(directory, 'preview.html'), HOME);
writeFileSync(join(directory, 'assets/app-AbCd1234.js'), CODE);
writeFileSync(join(directory, 'assets/app-AbCd1234.js.gz'), gzipSync(CODE));

async function pages(): Promise<FastifyInstance> {
  const app = fastify();
  await mountPages(app, [
    { prefix: '/', directory, name: 'App', screens: '/pages/' },
    { prefix: '/console/', directory, name: 'Console' },
  ]);
  return app;
}

test.each(['', 'gzip', 'gzip, deflate, br, zstd'])(
  'the first page is served to a client that accepts %j',
  async (accepted) => {
    const app = await pages();
    for (const url of ['/', '/console/']) {
      const reply = await app.inject({ url, headers: { 'accept-encoding': accepted } });
      expect(reply.statusCode).toBe(200);
      expect(reply.body).toBe(HOME);
      expect(reply.headers['cache-control']).toBe('no-cache');
      // No window that opened the page, or that it opens, holds a reference to it.
      expect(reply.headers['cross-origin-opener-policy']).toBe('same-origin');
    }
  },
);

test('the path of a screen without its # leads to the screen, on the same host only', async () => {
  const app = await pages();
  const to = async (url: string) => {
    const { statusCode, headers } = await app.inject({ url });
    return [statusCode, headers.location];
  };
  expect(await to('/pages/nft/nft?code=A1&x=%0d%0a')).toEqual([302, '/#/pages/nft/nft?code=A1&x=%0d%0a']);
  expect(await to('/pages//other.example')).toEqual([302, '/#/pages//other.example']);
  expect((await to('/elsewhere'))[0]).toBe(404);
});

test('precompressed files are served compressed and cached for a year', async () => {
  const app = await pages();
  const url = '/assets/app-AbCd1234.js';
  const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.headers['cache-control']).toContain('immutable');
  expect((await app.inject({ url })).body).toBe(CODE);
});

test('the policy of a page names its scripts by their hash, and a page that was built anew its new ones', async () => {
  const app = await pages();
  const scripts = async (accepted = ''): Promise<string | undefined> => {
    const { headers } = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } });
    return /script-src ([^;]+)/.exec(String(headers['content-security-policy']))?.[1];
  };
  const build = (html: string, seconds: number): void => {
    for (const [name, body] of [
      ['index.html', html],
      ['index.html.gz', gzipSync(html)],
    ] as const) {
      writeFileSync(join(directory, name), body);
      utimesSync(join(directory, name), seconds, seconds);
    }
  };
  const hash = (script: string): string => createHash('sha256').update(script).digest('base64');
  try {
    build(
      '<script>start()</script><script type="application/json">{}</script><script src="a.js"></script>',
      1,
    );
    expect(await scripts()).toBe(`'self' 'sha256-${hash('start()')}'`);
    expect(await scripts('gzip')).toBe(`'self' 'sha256-${hash('start()')}'`);
    build('<script>a()</script><script>\nb()\n</script>', 2);
    expect(await scripts()).toBe(`'self' 'sha256-${hash('a()')}' 'sha256-${hash('\nb()\n')}'`);
  } finally {
    build(HOME, 3);
    rmSync(join(directory, 'index.html.gz'));
  }
  expect(await scripts()).toBe("'self'");
});

test('only the preview of articles may be framed, by a page of its own origin', async () => {
  const app = await pages();
  const framedBy = async (url: string): Promise<string | undefined> =>
    /frame-ancestors ([^;]+)/.exec(
      String((await app.inject({ url })).headers['content-security-policy']),
    )?.[1];
  expect(await framedBy('/preview.html')).toBe("'self'");
  expect(await framedBy('/')).toBe("'none'");
  expect(await framedBy('/console/')).toBe("'none'");
  expect(await framedBy('/assets/app-AbCd1234.js')).toBe("'none'");
});

test('only files with a hash in their name are kept for a year; the rest is asked for again', async () => {
  const app = await pages();
  const kept = async (name: string): Promise<boolean> => {
    writeFileSync(join(directory, name), CODE);
    const { statusCode, headers } = await app.inject({ url: `/${name}` });
    expect(statusCode, name).toBe(200);
    expect(headers['x-content-type-options'], name).toBe('nosniff');
    return headers['cache-control'] === 'public, max-age=31536000, immutable';
  };
  const names = [
    'a-AbCd123.js',
    'a-AbCd_-12.css',
    'a-AbCd12.js',
    'a.js',
    'AbCd1234.js',
    'manifest.webmanifest',
  ];
  const found: boolean[] = [];
  for (const name of names) found.push(await kept(name));
  expect(found).toEqual([true, true, false, false, false, false]);
});

test('the worker may serve the whole app, and asks for a new one at each visit', async () => {
  writeFileSync(join(directory, 'sw.js'), CODE);
  writeFileSync(join(directory, 'sw.js.gz'), gzipSync(CODE));
  const app = await pages();
  for (const [url, accepted, scope] of [
    ['/sw.js', '', '/'],
    ['/sw.js', 'gzip', '/'],
    ['/console/sw.js', '', '/console/'],
  ] as const) {
    const { headers } = await app.inject({ url, headers: { 'accept-encoding': accepted } });
    expect([headers['service-worker-allowed'], headers['cache-control']], url).toEqual([scope, 'no-cache']);
  }
  const other = await app.inject({ url: '/assets/app-AbCd1234.js' });
  expect(other.headers['service-worker-allowed']).toBeUndefined();
});

test('a page without its slash leads to it, and one that is not built says so', async () => {
  const app = fastify();
  await mountPages(app, [
    { prefix: '/', directory: join(directory, 'assets'), name: 'App' },
    { prefix: '/console/', directory, name: 'Console' },
  ]);
  const led = await app.inject({ url: '/console' });
  expect([led.statusCode, led.headers.location]).toEqual([302, '/console/']);
  const missing = await app.inject({ url: '/' });
  expect([missing.statusCode, missing.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  expect(missing.body).toContain('<title>App</title><p>App is not built yet');
  for (const { headers } of [led, missing])
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

test('pages may connect to the other lines, and the preview of articles to none', async () => {
  const app = fastify();
  await mountPages(app, [{ prefix: '/', directory, name: 'App' }], ['https://line.example']);
  const policy = async (url: string): Promise<string> =>
    String((await app.inject({ url })).headers['content-security-policy']);
  for (const url of ['/', '/assets/app-AbCd1234.js'])
    expect(await policy(url), url).toContain("connect-src 'self' https://line.example wss://line.example;");
  expect(await policy('/preview.html')).toContain("connect-src 'self';");
});

test('nothing outside of the folder is served', async () => {
  const app = await pages();
  for (const url of [
    '/../pages.test.ts',
    '/..%2fpages.test.ts',
    '/%2e%2e/pages.test.ts',
    '/assets/..%2f..%2fx',
  ])
    expect([403, 404], url).toContain((await app.inject({ url })).statusCode);
});

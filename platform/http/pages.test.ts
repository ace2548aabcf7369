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
    { prefix: '/', directory, name: 'App' },
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
    }
  },
);

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

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import statics from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { documentHeaders, pageHeaders } from './headers.ts';

/** A built single-page app: `prefix` ends with a slash, `directory` has its index.html. */
export interface Page {
  readonly prefix: string;
  readonly directory: string;
  readonly name: string;
  /** Path, between slashes, under which the app names its screens behind the `#`; without the `#` it leads to the same screen. */
  readonly screens?: string;
}

const YEAR = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';
/** Vite puts a hash of seven or eight characters before the extension of immutable files. */
const HASHED = /-[A-Za-z0-9_-]{7,8}\.[a-z0-9]+$/;

/** A page without a login, which the console frames to preview articles. */
const PREVIEW = 'preview.html';

/** A script that stands in the page; a block of data is none. */
const SCRIPT = /<script>(.*?)<\/script>/gs;

/** Returns the hashes of the scripts in a page, as its policy names them. */
const scriptHashes = (html: string): readonly string[] =>
  [...html.matchAll(SCRIPT)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  );

type Headers = Readonly<Record<string, string>>;

/** Returns the headers of a page by its path; a page that was built anew gets new ones. */
function headersOfPages(lines: readonly string[]): (path: string) => Headers {
  const known = new Map<string, { readonly modified: number; readonly headers: Headers }>();
  return (path) => {
    const modified = statSync(path).mtimeMs;
    const found = known.get(path);
    if (found?.modified === modified) return found.headers;
    const scripts = scriptHashes(readFileSync(path, 'utf8'));
    const headers = basename(path) === PREVIEW ? documentHeaders(scripts) : pageHeaders(lines, scripts);
    known.set(path, { modified, headers });
    return headers;
  };
}

/** Serves the built apps: files with a hash for a year, everything else with revalidation. */
export async function mountPages(
  app: FastifyInstance,
  pages: readonly Page[],
  lines: readonly string[] = [],
): Promise<void> {
  const headers = pageHeaders(lines);
  const headersOfPage = headersOfPages(lines);
  for (const page of pages) {
    if (page.prefix !== '/') {
      app.get(page.prefix.slice(0, -1), (_request, reply) => reply.headers(headers).redirect(page.prefix));
    }
    if (page.screens !== undefined)
      app.get(`${page.screens}*`, ({ raw }, reply) =>
        reply.headers(headers).redirect(`${page.prefix}#${raw.url}`),
      );
    if (!existsSync(join(page.directory, 'index.html'))) {
      app.get(page.prefix, (_request, reply) => notBuilt(page, reply.headers(headers)));
      continue;
    }
    await app.register(statics, {
      root: page.directory,
      prefix: page.prefix,
      decorateReply: false,
      preCompressed: true,
      // As a list: the library looks into lists only when the client accepts compressed pages.
      index: ['index.html'],
      cacheControl: false,
      setHeaders(reply, path) {
        const plain = path.replace(/\.(br|gz)$/, '');
        const name = basename(plain);
        const own = name.endsWith('.html') ? headersOfPage(plain) : headers;
        for (const [header, value] of Object.entries(own)) reply.header(header, value);
        reply.header('cache-control', HASHED.test(name) ? YEAR : ASK_AGAIN);
        if (name === 'sw.js') reply.header('service-worker-allowed', page.prefix);
      },
    });
  }
}

const notBuilt = (page: Page, reply: FastifyReply): FastifyReply =>
  reply
    .status(503)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><title>${page.name}</title><p>${page.name} is not built yet: run <code>npm run build</code>.`,
    );

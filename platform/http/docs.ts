import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { documentHeaders } from './headers.ts';

const FILES = {
  '/docs': ['page.html', 'text/html'],
  '/docs/page.css': ['page.css', 'text/css'],
  '/docs/page.js': ['page.js', 'text/javascript'],
} as const;

/**
 * Serves the OpenAPI description at /openapi.json and its page at /docs, which loads nothing from other hosts. The description is
 * made for the first request: it takes longer than many other parts of a start.
 */
export function mountDocs(app: FastifyInstance, describe: () => Promise<object>): void {
  let json: Promise<string> | undefined;
  const headers = { ...documentHeaders(), 'cache-control': 'no-cache' };
  app.get('/openapi.json', async (_request, reply) => {
    json ??= describe().then((description) => JSON.stringify(description));
    return reply
      .headers(headers)
      .type('application/json; charset=utf-8')
      .send(await json);
  });
  for (const [url, [file, type]] of Object.entries(FILES)) {
    const text = readFileSync(new URL(`docs/${file}`, import.meta.url), 'utf8');
    app.get(url, (_request, reply) => reply.headers(headers).type(`${type}; charset=utf-8`).send(text));
  }
}

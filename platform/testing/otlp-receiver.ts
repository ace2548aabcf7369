import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

const value = z.union([
  z.object({ stringValue: z.string() }).transform((each) => each.stringValue),
  z.object({ intValue: z.coerce.number() }).transform((each) => each.intValue),
  z.object({ doubleValue: z.number() }).transform((each) => each.doubleValue),
]);
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .default([])
  .transform((all) => Object.fromEntries(all.map((each) => [each.key, each.value])));
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().default(''),
  name: z.string(),
  kind: z.number(),
  attributes,
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
  events: z.array(z.unknown()).default([]),
  status: z.object({ code: z.number().default(0), message: z.string().default('') }),
});
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

/** A span as a collector receives it. */
export type ReceivedSpan = z.output<typeof span>;

/** A collector of traces over OTLP/HTTP with JSON. */
export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Attributes of the services that have exported. */
  readonly resources: readonly Readonly<Record<string, string | number>>[];
  /** Headers of the last export. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** All bodies as they arrived. */
  readonly raw: string;
  /** Resolves with the first span that matches, also one that has arrived already. */
  find(matches: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  close(): Promise<void>;
}

interface Search {
  readonly matches: (span: ReceivedSpan) => boolean;
  readonly resolve: (span: ReceivedSpan) => void;
}

/** Starts a receiver on a free port; a `silent` one takes exports and never answers. */
export async function openOtlpReceiver(mode: 'answers' | 'silent' = 'answers'): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const resources: Readonly<Record<string, string | number>>[] = [];
  let searches: readonly Search[] = [];
  let raw = '';
  let headers: OtlpReceiver['headers'] = {};
  const take = (body: string): void => {
    raw += body;
    for (const { resource, scopeSpans } of exported.parse(JSON.parse(body)).resourceSpans) {
      resources.push(resource.attributes);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    searches = searches.filter(({ matches, resolve }) => {
      const found = spans.find(matches);
      if (found) resolve(found);
      return found === undefined;
    });
  };
  const server = createServer((request, response) => {
    ({ headers } = request);
    void text(request).then((body) => {
      if (mode === 'silent') return;
      take(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    get headers() {
      return headers;
    },
    get raw() {
      return raw;
    },
    find: (matches) =>
      new Promise((resolve) => {
        const found = spans.find(matches);
        if (found) resolve(found);
        else searches = [...searches, { matches, resolve }];
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

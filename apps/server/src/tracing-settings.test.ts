import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { programEnvironment } from '@karat/testkit';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

test('traces are off without a collector, whatever else is set', () => {
  expect(readConfig({}).tracing).toBeUndefined();
  expect(readConfig({ OTEL_TRACES_SAMPLER_ARG: '1', OTEL_SERVICE_NAME: 'x' }).tracing).toBeUndefined();
});

test('the settings have the standard names and cautious defaults', () => {
  expect(readConfig(ENDPOINT).tracing).toEqual({
    endpoint: 'http://127.0.0.1:4318',
    headers: {},
    ratio: 0.01,
    serviceName: 'karat',
    trustsCallers: false,
  });
  expect(
    readConfig({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-tenant=7',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_SERVICE_NAME: 'karat-eu',
      KARAT_TRACE_PARENT: 'proxy',
      KARAT_PROXIES: '1',
    }).tracing,
  ).toEqual({
    endpoint: 'http://127.0.0.1:4318',
    headers: { authorization: 'Bearer abc', 'x-tenant': '7' },
    ratio: 0.25,
    serviceName: 'karat-eu',
    trustsCallers: true,
  });
});

test.each([
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://user:secret@collector:4317' },
    'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL with http: or https: without query, such as http://127.0.0.1:4318.',
  ],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: 'secret' },
    'OTEL_EXPORTER_OTLP_HEADERS must be headers such as name=value,name=value.',
  ],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: 'name=%E0%A4%A' },
    'OTEL_EXPORTER_OTLP_HEADERS must be headers such as name=value,name=value.',
  ],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: 'name=a%0d%0ab' },
    'OTEL_EXPORTER_OTLP_HEADERS must be headers such as name=value,name=value.',
  ],
  [
    { OTEL_TRACES_SAMPLER_ARG: '1.5' },
    'OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, such as 0.01: it is "1.5".',
  ],
  [
    { OTEL_SERVICE_NAME: 'two words' },
    'OTEL_SERVICE_NAME must be a name of letters, digits, dots and hyphens: it is "two words".',
  ],
  [{ KARAT_TRACE_PARENT: 'yes' }, 'KARAT_TRACE_PARENT must be new or proxy: it is "yes".'],
  [
    { ...ENDPOINT, KARAT_TRACE_PARENT: 'proxy' },
    'KARAT_TRACE_PARENT=proxy needs KARAT_PROXIES: without a proxy every caller could choose its trace.',
  ],
])('%j is refused in one line', (env, message) => {
  expect(() => readConfig(env)).toThrow(new Error(message));
});

/** Prints which packages of OpenTelemetry a server loads before its first request. */
const PROBE = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      const found = /@opentelemetry\\/([^/]+)\\//.exec(url);
      if (found) loaded.add(found[1]);
      return next(url, context);
    },
  });
  const { readConfig } = await import('./config.ts');
  const { traced } = await import('./tracing.ts');
  await import('./server.ts');
  const { silentLog } = await import('@karat/platform/log');
  await traced(readConfig(process.env), { log: silentLog }, { add() {} });
  console.log(JSON.stringify([...loaded]));
`;
const loadedWith = (env: Readonly<Record<string, string>>): string[] =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', PROBE], {
      cwd: join(import.meta.dirname),
      env: programEnvironment(env),
      encoding: 'utf8',
    }),
  ) as string[];

test('a server without traces loads nothing of the SDK', () => {
  // The API alone, which the metrics have loaded before.
  expect(loadedWith({})).toEqual(['api']);
  expect(loadedWith(ENDPOINT)).toEqual(expect.arrayContaining(['sdk-trace', 'exporter-trace-otlp-http']));
});

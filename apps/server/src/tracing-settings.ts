import type { TracingOptions } from '@karat/platform/tracing';
import * as z from 'zod';

const isEndpoint = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol) && !/[?#]/.test(text);

/** `name=value` pairs; values may be percent-encoded. */
const PRINTABLE = /^[\x20-\x7e]*$/;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([\x20-\x7e]*)$/;

const headers = z.string().transform((text, context) => {
  const read: Record<string, string> = {};
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const value = headerOf(part);
    if (value === undefined) {
      context.issues.push({
        code: 'custom',
        input: text,
        message: 'must be headers such as name=value,name=value',
      });
      return z.NEVER;
    }
    read[value.name] = value.value;
  }
  return read;
});

function headerOf(part: string): { readonly name: string; readonly value: string } | undefined {
  const [, name, encoded] = HEADER.exec(part) ?? [];
  if (name === undefined || encoded === undefined) return undefined;
  try {
    const value = decodeURIComponent(encoded);
    return PRINTABLE.test(value) ? { name, value } : undefined;
  } catch {
    return undefined;
  }
}

/** Settings of traces, under the standard names of OpenTelemetry where there is one. */
export const tracingDeclared = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isEndpoint, 'must be a URL with http: or https: without query, such as http://127.0.0.1:4318')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.[0-9]{1,9})?|1(\.0{1,9})?)$/, 'must be a share from 0 to 1, such as 0.01')
    .transform(Number)
    .default(0.01),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,60}$/, 'must be a name of letters, digits, dots and hyphens')
    .default('karat'),
  KARAT_TRACE_PARENT: z.enum(['new', 'proxy'], 'must be new or proxy').default('new'),
};

type TracingEnvironment = z.output<z.ZodObject<typeof tracingDeclared>>;

/** Where traces go; undefined if they are off. */
export const tracingSettings = (env: TracingEnvironment): TracingOptions | undefined =>
  env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        ratio: env.OTEL_TRACES_SAMPLER_ARG,
        serviceName: env.OTEL_SERVICE_NAME,
        trustsCallers: env.KARAT_TRACE_PARENT === 'proxy',
      };

/** A proxy that is trusted with traces must be there. */
export const tracingFault = (tracing: TracingOptions | undefined, proxies: number): string | undefined =>
  tracing?.trustsCallers === true && proxies === 0
    ? 'KARAT_TRACE_PARENT=proxy needs KARAT_PROXIES: without a proxy every caller could choose its trace.'
    : undefined;

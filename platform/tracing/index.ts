import type { Clock } from '@karat/platform/clock';
import type { Log } from '@karat/platform/log';
import type { Tracer } from './tracer.ts';

export { endWaits, endWith, spansOf, traceWait } from './tracer.ts';
export type { Span, SpanAttributes, SpanCounts, Tracer, Waiting } from './tracer.ts';

/** Where traces go, and how many. */
export interface TracingOptions {
  /** Base URL of the collector, to which `/v1/traces` is appended. */
  readonly endpoint: string;
  /** Headers of the exports, such as the token of a collector. */
  readonly headers: Readonly<Record<string, string>>;
  /** Share of requests whose trace is recorded, 0 to 1. */
  readonly ratio: number;
  readonly serviceName: string;
  /** The proxy in front sets `traceparent` itself: traces continue it, and its sampling decision. */
  readonly trustsCallers: boolean;
}

export interface TracingDeps {
  /** Time of the exports; not that of the program, which tests move. */
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
}

/** A tracer with its export. */
export interface RunningTracer extends Tracer {
  /** Exports what is queued, for two seconds at most. */
  close(): Promise<void>;
}

/** Starts the export of traces. The SDK is loaded here and nowhere else, so that a server without traces never loads it. */
export async function openTracer(options: TracingOptions, deps: TracingDeps): Promise<RunningTracer> {
  const { createOtelTracer } = await import('./otel.ts');
  return createOtelTracer(options, deps);
}

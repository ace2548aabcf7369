import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import type { Context, Link, Span as OtelSpan, SpanContext } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Sampler } from '@opentelemetry/sdk-trace';
import { ExportQueue } from './export-queue.ts';
import type { RunningTracer, TracingDeps, TracingOptions } from './index.ts';
import { parseTraceparent } from './traceparent.ts';
import type { Span, SpanAttributes } from './tracer.ts';

/** A slow collector is given up after this time, with the retries of the exporter. */
const EXPORT_MS_MAX = 5_000;

/** A sampled span; its context is the parent of its children. */
class RecordedSpan implements Span {
  readonly otel: OtelSpan;
  readonly context: Context;
  isEnded = false;

  constructor(otel: OtelSpan) {
    this.otel = otel;
    this.context = trace.setSpan(ROOT_CONTEXT, otel);
  }

  set(attributes: SpanAttributes): void {
    this.otel.setAttributes(attributes);
  }

  link(to: Span): void {
    if (to instanceof RecordedSpan) this.otel.addLink({ context: to.otel.spanContext() });
  }

  end(error?: string): void {
    if (this.isEnded) return;
    this.isEnded = true;
    if (error !== undefined) {
      this.otel.setAttribute('error.type', error);
      this.otel.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.otel.end();
  }
}

/** Traces that are linked to sampled ones are sampled, the others by the ratio or by their parent. */
function samplerOf(ratio: number): Sampler {
  const byRatio = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  return {
    shouldSample: (context, traceId, name, kind, attributes, links) =>
      links.length > 0
        ? { decision: SamplingDecision.RECORD_AND_SAMPLED }
        : byRatio.shouldSample(context, traceId, name, kind, attributes, links),
    toString: () => `Linked{${byRatio.toString()}}`,
  };
}

const linksTo = (spans: readonly Span[]): Link[] =>
  spans.flatMap((span) => (span instanceof RecordedSpan ? { context: span.otel.spanContext() } : []));

/** The trace of a trusted caller, else a new one. */
function parentOf(traceparent: string | undefined, trustsCallers: boolean): Context {
  const remote: SpanContext | undefined =
    trustsCallers && traceparent !== undefined ? parseTraceparent(traceparent) : undefined;
  return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}

/**
 * Records traces with the OpenTelemetry SDK and exports them over OTLP/HTTP. Nothing is registered globally, so several
 * servers of one process have tracers of their own.
 */
export function createOtelTracer(options: TracingOptions, deps: TracingDeps): RunningTracer {
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...options.headers },
    timeoutMillis: EXPORT_MS_MAX,
  });
  const queue = new ExportQueue(exporter, deps);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': deps.version,
    }),
    sampler: samplerOf(options.ratio),
    spanProcessors: [queue],
  });
  const tracer = provider.getTracer('karat', deps.version);
  const running = new AsyncLocalStorage<RecordedSpan | undefined>();
  return {
    startRequest(name, attributes, traceparent) {
      const parent = parentOf(traceparent, options.trustsCallers);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
      return (span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0 ? undefined : new RecordedSpan(span);
    },
    isTracing: () => running.getStore()?.isEnded === false,
    startChild(name, attributes, kind = 'internal') {
      const parent = running.getStore();
      if (parent === undefined || parent.isEnded) return undefined;
      const of = {
        kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
        ...(attributes && { attributes }),
      };
      return new RecordedSpan(tracer.startSpan(name, of, parent.context));
    },
    startLinked(name, spans, attributes) {
      const links = linksTo(spans);
      if (links.length === 0) return undefined;
      const of = { root: true, links, ...(attributes && { attributes }) };
      return new RecordedSpan(tracer.startSpan(name, of, ROOT_CONTEXT));
    },
    within: (span, work) => running.run(span instanceof RecordedSpan ? span : undefined, work),
    counts: () => queue.counts,
    close: () => provider.shutdown(),
  };
}

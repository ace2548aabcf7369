/** Values of a span: words and numbers of the program. Never ids, names, addresses or amounts of users. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A step of a sampled trace. */
export interface Span {
  set(attributes: SpanAttributes): void;
  /** Names another span that this one has to do with; it may belong to another trace. */
  link(to: Span): void;
  /** Ends the span once; later calls do nothing. An `error` marks it as failed and is a code, not a message. */
  end(error?: string): void;
}

/** Spans that were exported, and spans that were lost to a full queue or an unreachable collector. */
export interface SpanCounts {
  readonly exported: number;
  readonly dropped: number;
}

/** Records traces. Nothing of it waits for the collector or throws. */
export interface Tracer {
  /** Starts the span of a request; undefined unless the trace is sampled. The `traceparent` of the caller counts only if it is trusted. */
  startRequest(name: string, attributes: SpanAttributes, traceparent?: string): Span | undefined;
  /** Returns true within a running span. */
  isTracing(): boolean;
  /** Starts a step of the running span; undefined outside of one, and after its end. */
  startChild(name: string, attributes?: SpanAttributes, kind?: 'internal' | 'client'): Span | undefined;
  /** Starts a trace of its own for work that serves several spans, linked to them; undefined if there are none. */
  startLinked(name: string, links: readonly Span[], attributes?: SpanAttributes): Span | undefined;
  /** Runs work with this span as the running one; with undefined outside of every span. */
  within<T>(span: Span | undefined, work: () => T): T;
  counts(): SpanCounts;
}

/** A command of a queue, with the span of its wait if its trace is sampled. */
export interface Waiting {
  readonly span?: Span | undefined;
}

/**
 * Queues a command outside of the caller's span, because a queue works for many callers. The span of the wait ends when
 * the batch begins, or with the reply of a command that reached none.
 */
export function traceWait<T>(
  tracer: Tracer | undefined,
  name: string,
  queue: (span?: Span) => Promise<T>,
): Promise<T> {
  if (tracer === undefined) return queue();
  const span = tracer.startChild(name);
  const reply = tracer.within(undefined, () => queue(span));
  if (span)
    reply.then(
      () => span.end(),
      () => span.end(),
    );
  return reply;
}

/** Spans of the waiting commands that are sampled. */
export const spansOf = (waiting: readonly Waiting[]): readonly Span[] =>
  waiting.flatMap(({ span }) => span ?? []);

/** Ends the waits of commands whose batch has begun; each names the batch. */
export function endWaits(waiting: readonly Waiting[], batch: Span | undefined): void {
  for (const { span } of waiting) {
    if (span === undefined) continue;
    if (batch) span.link(batch);
    span.end();
  }
}

/** Ends a span with its work, whose result and failure stay as they are. */
export function endWith<T>(
  span: Span | undefined,
  work: Promise<T>,
  errorOf: (error: unknown) => string,
): Promise<T> {
  if (span)
    work.then(
      () => span.end(),
      (error: unknown) => span.end(errorOf(error)),
    );
  return work;
}

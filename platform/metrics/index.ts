import type { Database } from '@karat/platform/db';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { DELAY_BOUNDS_S, watchEventLoop } from './event-loop.ts';
import { RequestHistogram } from './request-histogram.ts';
import type { Outcome } from './request-histogram.ts';

export { cached } from './cached.ts';
export type { Cached } from './cached.ts';
export type { Outcome } from './request-histogram.ts';

/** A value with its labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Name and help text of a metric. Counters end with `_total`, durations with `_seconds`. */
export interface MetricName {
  readonly name: string;
  readonly help: string;
}

/** Metrics of the running server, for `/metrics`. */
export interface Metrics {
  /** Counts one handled request of a call; the duration in seconds. */
  request(call: string, outcome: Outcome, seconds: number): void;
  /** Registers a gauge that is read on demand. */
  gauge(name: string, help: string, read: () => number): void;
  /** Registers a gauge with labels that is read on demand; samples that are no longer returned disappear. */
  gauges(metric: MetricName, labels: readonly string[], read: () => Promise<readonly Sample[]>): void;
  /** Registers a counter of something that is counted elsewhere since the start of the process. */
  total(name: string, help: string, read: () => number): void;
  /** The same with labels; the values may be those of the database. */
  totals(metric: MetricName, labels: readonly string[], read: () => Promise<readonly Sample[]>): void;
  counter(name: string, help: string): (by?: number) => void;
  histogram(name: string, help: string, buckets: readonly number[]): (value: number) => void;
  /** Connections of the database pool. */
  watchDatabase(db: Database): void;
  /** Measures delays of the event loop until the returned function is called; `now` is a clock in milliseconds. */
  watchEventLoop(now?: () => number): () => void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** Resolution of the event loop delay; an idle process wakes this often for it. */
const LOOP_RESOLUTION_MS = 20;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({
    register: registry,
    prefix: 'karat_',
    eventLoopMonitoringPrecision: LOOP_RESOLUTION_MS,
  });
  const requests = new RequestHistogram();
  const gauge: Metrics['gauge'] = (name, help, read) => {
    const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(read()) });
  };
  const histogram: Metrics['histogram'] = (name, help, buckets) => {
    const made = new Histogram({ name, help, buckets: [...buckets], registers });
    return (value) => made.observe(value);
  };
  return {
    request: (call, outcome, seconds) => requests.count(call, outcome, seconds),
    gauge,
    gauges(metric, labels, read) {
      const made: Gauge = new Gauge({
        ...metric,
        labelNames: [...labels],
        registers,
        async collect() {
          const samples = await read();
          made.reset();
          // The reset leaves a zero where there are no labels.
          if (labels.length === 0) made.remove();
          for (const { labels: own, value } of samples) made.set({ ...own }, value);
        },
      });
    },
    total(name, help, read) {
      const made: Counter = new Counter({
        name,
        help,
        registers,
        collect: () => count(made, [{ labels: {}, value: read() }]),
      });
    },
    totals(metric, labels, read) {
      const made: Counter = new Counter({
        ...metric,
        labelNames: [...labels],
        registers,
        collect: async () => count(made, await read()),
      });
    },
    counter(name, help) {
      const made = new Counter({ name, help, registers });
      return (by = 1) => made.inc(by);
    },
    histogram,
    watchDatabase(db) {
      gauge('karat_db_connections', 'Connections of the pool', () => db.usage().total);
      gauge('karat_db_connections_idle', 'Connections of the pool that wait for work', () => db.usage().idle);
      gauge('karat_db_waiting', 'Requests that wait for a connection', () => db.usage().waiting);
    },
    watchEventLoop: (now) =>
      watchEventLoop(
        histogram('karat_event_loop_delay_seconds', 'Time by which timers fire late', DELAY_BOUNDS_S),
        now,
      ),
    text: async () => `${await registry.metrics()}\n${requests.text()}`,
    contentType: registry.contentType,
  };
}

function count(counter: Counter, samples: readonly Sample[]): void {
  counter.reset();
  for (const { labels, value } of samples) counter.inc({ ...labels }, value);
}

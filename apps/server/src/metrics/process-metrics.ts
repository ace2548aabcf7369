import type { HealthMonitor, HealthState } from '@karat/platform/health';
import type { Metrics, Sample } from '@karat/platform/metrics';
import type { Sockets } from '@karat/platform/ws';
import type { Container } from '../container.ts';
import type { Realtime } from '../realtime.ts';
import { VERSION } from '../version.ts';

const COMMIT_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5];
const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000];
const HEALTH: Readonly<Record<HealthState, number>> = { off: -1, ok: 0, degraded: 1, down: 2 };

/** Parts of a running process that count for themselves. */
export interface ProcessParts {
  readonly container: Container;
  readonly realtime: Realtime;
  readonly sockets: Sockets;
  readonly health: HealthMonitor;
}

/** Registers what this process knows in memory. */
export function registerProcessMetrics(metrics: Metrics, parts: ProcessParts): void {
  const { container, health } = parts;
  metrics.watchDatabase(container.ctx.db);
  metrics.gauges({ name: 'karat_build_info', help: 'Version that runs; always 1' }, ['version', 'node'], () =>
    Promise.resolve([{ labels: { version: VERSION, node: process.version }, value: 1 }]),
  );
  metrics.gauges(
    { name: 'karat_health', help: 'State of a health check: -1 off, 0 ok, 1 degraded, 2 down' },
    ['check'],
    async () => health.rows().map(({ name, state }) => ({ labels: { check: name }, value: HEALTH[state] })),
  );
  registerTraces(metrics, container);
  registerSockets(metrics, parts);
  registerEngines(metrics, container);
  registerContracts(metrics, container);
  registerClock(metrics, container);
  metrics.total('karat_sms_refused_total', 'Short messages refused at a cost cap', () =>
    container.sms.refused(),
  );
  metrics.gauge('karat_sms_cost_usd', 'What short messages cost today, as this process last saw it', () =>
    container.sms.costToday(),
  );
}

function registerTraces(metrics: Metrics, { ctx: { tracer } }: Container): void {
  if (tracer === undefined) return;
  metrics.total(
    'karat_trace_spans_exported_total',
    'Spans that the collector has accepted',
    () => tracer.counts().exported,
  );
  metrics.total(
    'karat_trace_spans_dropped_total',
    'Spans lost to a full queue or to a collector that does not answer',
    () => tracer.counts().dropped,
  );
}

function registerSockets(metrics: Metrics, { realtime: { channels }, sockets }: ProcessParts): void {
  metrics.gauge('karat_sockets', 'Open sockets', () => sockets.count());
  metrics.gauge(
    'karat_socket_backlog_bytes',
    'Bytes that wait to be sent to all sockets',
    () => sockets.backlog().bytes,
  );
  metrics.gauge(
    'karat_socket_backlog_largest_bytes',
    'Bytes that wait to be sent to the slowest socket',
    () => sockets.backlog().largest,
  );
  metrics.total('karat_messages_sent_total', 'Messages of public channels', () => channels.counts.sent);
  metrics.total(
    'karat_readers_slowed_total',
    'Times a slow reader was left out',
    () => channels.counts.leftOut,
  );
}

function registerEngines(metrics: Metrics, { ctx, spot, market }: Container): void {
  metrics.gauge('karat_engine_running', '1 while this process matches orders', () =>
    spot.running() ? 1 : 0,
  );
  metrics.gauge('karat_orders_queued', 'Commands that wait for the engine', () => spot.counts().queued);
  metrics.total('karat_commands_total', 'Commands that the engine has decided', () => spot.counts().commands);
  metrics.total('karat_orders_total', 'Orders that the engine has accepted', () => spot.counts().orders);
  metrics.total('karat_fills_total', 'Fills', () => spot.counts().fills);
  const size = metrics.histogram('karat_batch_size', 'Commands of a committed batch', BATCH_SIZES);
  const waited = metrics.histogram(
    'karat_queue_wait_seconds',
    'Wait of the first command of a batch',
    COMMIT_SECONDS,
  );
  const commit = metrics.histogram(
    'karat_commit_seconds',
    'From the submission of a batch until it is durable',
    COMMIT_SECONDS,
  );
  spot.watchBatches((times) => {
    size(times.size);
    waited(times.waited);
    commit(times.commit);
  });
  metrics.gauges(
    { name: 'karat_index_age_seconds', help: 'Age of the index of a market that trades' },
    ['market'],
    async () =>
      market.instruments.all().flatMap(({ id, symbol }): Sample[] => {
        const index = market.state(id) === 'open' ? market.index(id) : undefined;
        if (index === undefined) return [];
        return [{ labels: { market: symbol }, value: Math.max(0, ctx.clock.now() - index.time) / 1_000 }];
      }),
  );
}

function registerContracts(metrics: Metrics, { contracts }: Container): void {
  metrics.gauge(
    'karat_contract_commands_waiting',
    'Commands that wait for the contracts engine',
    () => contracts.backlog().commands,
  );
  metrics.gauge(
    'karat_contract_ticks_waiting',
    'Seconds of ticks that wait for the contracts engine',
    () => contracts.backlog().ticks,
  );
  metrics.total(
    'karat_contract_ticks_coalesced_total',
    'Seconds of ticks that were left out because too many waited',
    () => contracts.backlog().coalesced,
  );
  const size = metrics.histogram(
    'karat_contract_batch_size',
    'Commands of a committed batch of the contracts engine',
    BATCH_SIZES,
  );
  const waited = metrics.histogram(
    'karat_contract_queue_wait_seconds',
    'Wait of the first command of a batch of the contracts engine',
    COMMIT_SECONDS,
  );
  const commit = metrics.histogram(
    'karat_contract_commit_seconds',
    'From the beginning of a batch of the contracts engine until it is durable',
    COMMIT_SECONDS,
  );
  const tick = metrics.histogram(
    'karat_contract_tick_seconds',
    "From the arrival of a second's ticks until the contracts engine has settled them",
    COMMIT_SECONDS,
  );
  contracts.watchTimes({
    tick,
    batch(times) {
      size(times.size);
      waited(times.waited);
      commit(times.commit);
    },
  });
}

function registerClock(metrics: Metrics, { clockGuard, auditHeads }: Container): void {
  metrics.gauge('karat_clock_halted', '1 while what settles by time is halted', () =>
    clockGuard.state().isTrusted ? 0 : 1,
  );
  metrics.gauge(
    'karat_clock_drift_ms',
    'How far the clock is ahead of that of the database',
    () => clockGuard.state().databaseDriftMs,
  );
  metrics.gauge('karat_audit_log_broken', '1 if the audit log is not the one that was signed', () =>
    auditHeads.status().broken === undefined ? 0 : 1,
  );
}

import type { Clock, Stop } from '@karat/platform/clock';
import type { Log } from '@karat/platform/log';
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { SpanCounts } from './tracer.ts';

/** Bounds of the queue and of its exports. */
export interface ExportQueueOptions {
  readonly spansMax?: number;
  readonly batchMax?: number;
  readonly intervalMs?: number;
  readonly flushMs?: number;
}

const SPANS_MAX = 4_096;
/** Small, because an export is serialised in one go. */
const BATCH_MAX = 256;
const INTERVAL_MS = 1_000;
const FLUSH_MS = 2_000;
/** Code of a successful export. */
const SUCCESS = 0;

/**
 * Exports ended spans, one batch at a time. A full queue drops the newest spans, a failed export its batch; both are
 * counted.
 */
export class ExportQueue implements SpanProcessor {
  readonly #exporter: SpanExporter;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #limits: Required<ExportQueueOptions>;
  #queue: ReadableSpan[] = [];
  /** The export in flight, and its spans. */
  #sending: Promise<void> | undefined;
  #sent = 0;
  #stopTimer: Stop | undefined;
  #isFailing = false;
  #isClosed = false;
  #exported = 0;
  #dropped = 0;

  constructor(
    exporter: SpanExporter,
    { clock, log }: { readonly clock: Clock; readonly log: Log },
    options: ExportQueueOptions = {},
  ) {
    this.#exporter = exporter;
    this.#clock = clock;
    this.#log = log;
    this.#limits = {
      spansMax: SPANS_MAX,
      batchMax: BATCH_MAX,
      intervalMs: INTERVAL_MS,
      flushMs: FLUSH_MS,
      ...options,
    };
  }

  get counts(): SpanCounts {
    return { exported: this.#exported, dropped: this.#dropped };
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#isClosed || this.#queue.length >= this.#limits.spansMax) {
      this.#dropped += 1;
      return;
    }
    this.#queue.push(span);
    // A collector that fails gets one export per interval, however full the queue is.
    if (this.#queue.length >= this.#limits.batchMax && !this.#isFailing) this.#send();
    else this.#schedule();
  }

  async forceFlush(): Promise<void> {
    while (this.#queue.length > 0 || this.#sending) {
      this.#send();
      await this.#sending;
    }
  }

  /** Exports what is queued as far as the time allows; the rest is dropped. */
  async shutdown(): Promise<void> {
    let stopTimer: Stop = () => undefined;
    const late = new Promise<void>(
      (resolve) => (stopTimer = this.#clock.after(this.#limits.flushMs, resolve)),
    );
    await Promise.race([this.forceFlush(), late]);
    stopTimer();
    this.#stopTimer?.();
    this.#isClosed = true;
    this.#dropped += this.#queue.length + this.#sent;
    this.#queue = [];
    // Not awaited: it waits for the export in flight.
    this.#exporter.shutdown().catch(() => undefined);
  }

  #schedule(): void {
    this.#stopTimer ??= this.#clock.after(this.#limits.intervalMs, () => {
      this.#stopTimer = undefined;
      this.#send();
    });
  }

  #send(): void {
    if (this.#sending || this.#queue.length === 0) return;
    const batch = this.#queue.splice(0, this.#limits.batchMax);
    this.#sent = batch.length;
    this.#sending = this.#export(batch).then((isExported) => {
      this.#sending = undefined;
      if (!this.#isClosed) this.#count(batch.length, isExported);
      if (this.#isClosed || this.#queue.length === 0) return;
      if (this.#isFailing || this.#queue.length < this.#limits.batchMax) this.#schedule();
      else this.#send();
    });
  }

  #count(spans: number, isExported: boolean): void {
    this.#sent = 0;
    if (isExported) this.#exported += spans;
    else this.#dropped += spans;
  }

  /** Returns whether the collector has accepted the batch; never rejects. */
  #export(batch: ReadableSpan[]): Promise<boolean> {
    return new Promise((resolve) => {
      const failed = (error: unknown): void => {
        const reason = error instanceof Error ? error.message : 'unknown';
        if (!this.#isFailing) this.#log.warn({ reason }, 'trace export failed');
        this.#isFailing = true;
        resolve(false);
      };
      try {
        this.#exporter.export(batch, ({ code, error }) => {
          if (code !== SUCCESS) return failed(error);
          this.#isFailing = false;
          resolve(true);
        });
      } catch (error) {
        failed(error);
      }
    });
  }
}

import { topic } from '@karat/platform/bus';
import type { Context } from '@karat/platform/context';
import { isRetryable } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { backoffMs, createPolling, errorText } from '@karat/platform/work';
import type { Polling } from '@karat/platform/work';
import { originOf } from './others.ts';
import {
  advanceConsumer,
  delayConsumer,
  eventsAfter,
  lockConsumer,
  refuseEvent,
  registerConsumer,
  tail,
} from './store.ts';
import type { Cursor, EventPayload, OutboxEvent } from './store.ts';

/** Handles an event: its effect and the consumer's new position share one transaction. */
export type EventHandler = (tx: Tx, event: OutboxEvent) => Promise<void>;

/** Consumes events, batch after batch. */
export type Consumer = Polling;

export interface ConsumerOptions {
  readonly batch?: number;
  readonly pollMs?: number;
  /** Attempts before an event is set aside, so that later events proceed. */
  readonly attempts?: number;
}

const BATCH = 200;
const POLL_MS = 100;
const ATTEMPTS = 10;
const BEGINNING: Cursor = { writer: '0', id: 0 };

/**
 * A named consumer of outbox events, in order, each exactly once for any number of processes. An event whose handler
 * throws blocks the consumer with growing pauses; after the last attempt it is moved to `platform_outbox_refused`.
 */
export function createConsumer(
  ctx: Context,
  name: string,
  handlers: Readonly<Record<string, EventHandler>>,
  options: ConsumerOptions = {},
): Consumer {
  const topics = Object.keys(handlers);
  const attempts = options.attempts ?? ATTEMPTS;

  /** Processes events up to the first that fails. */
  async function handle(tx: Tx, tried: number, events: readonly (OutboxEvent & Cursor)[]): Promise<number> {
    let passed: Cursor | undefined;
    let count = 0;
    for (const event of events) {
      const before = count === 0 ? tried : 0;
      try {
        await tx.savepoint(async () => handlers[event.topic]?.(tx, event));
      } catch (error) {
        if (isRetryable(error)) throw error;
        const now = ctx.clock.now();
        ctx.log.warn({ consumer: name, event: event.id, error: errorText(error) }, 'event refused');
        if (before + 1 < attempts) {
          if (passed) await advanceConsumer(tx, name, passed);
          await delayConsumer(tx, name, errorText(error), now + backoffMs(before + 1));
          return count;
        }
        await refuseEvent(tx, name, event, errorText(error), now);
      }
      passed = event;
      count += 1;
    }
    if (passed) await advanceConsumer(tx, name, passed);
    return count;
  }

  let registered = false;
  async function runBatch(): Promise<number> {
    if (!registered) await registerConsumer(ctx.db, name, BEGINNING, ctx.clock.now());
    registered = true;
    return ctx.db.transact(async (tx) => {
      const place = await lockConsumer(tx, name, ctx.clock.now());
      if (!place) return 0;
      return handle(tx, place.attempts, await eventsAfter(tx, place, topics, options.batch ?? BATCH));
    });
  }

  return createPolling(ctx, { name, pollMs: options.pollMs ?? POLL_MS, runsUntrusted: true, runBatch });
}

/**
 * Publishes every event of these topics that commits after this call (and perhaps some from just before) on the
 * in-process bus, under the topic's name, except those that this process has sent to the others. A relay stores no position: an event that must survive a restart needs a
 * consumer.
 */
export async function createRelay(
  ctx: Context,
  topics: readonly string[],
  options: ConsumerOptions = {},
): Promise<Consumer> {
  let cursor = await tail(ctx.db);
  async function runBatch(): Promise<number> {
    const events = await eventsAfter(ctx.db, cursor, topics, options.batch ?? BATCH);
    for (const { topic: name, payload } of events)
      if (payload['origin'] !== originOf(ctx)) ctx.bus.publish(topic<EventPayload>(name), payload);
    const last = events.at(-1);
    if (last) cursor = { writer: last.writer, id: last.id };
    return events.length;
  }
  return createPolling(ctx, {
    name: 'relay',
    pollMs: options.pollMs ?? POLL_MS,
    runsUntrusted: true,
    runBatch,
  });
}

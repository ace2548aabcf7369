import { topic } from '@karat/platform/bus';
import type { Topic } from '@karat/platform/bus';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import { emit } from './store.ts';
import type { EventPayload } from './store.ts';

const ORIGIN_BYTES = 9;
const origins = new WeakMap<Context, string>();

/** Returns the name of this process in its events; its own relay skips them. */
export function originOf(ctx: Context): string {
  const present = origins.get(ctx);
  if (present !== undefined) return present;
  const made = Buffer.from(ctx.random.bytes(ORIGIN_BYTES)).toString('base64url');
  origins.set(ctx, made);
  return made;
}

/** A topic whose events processes send each other. */
export interface SharedTopic<Payload> extends Topic<Payload> {
  readonly shared: true;
}

export interface SharedTopics {
  topic<Payload extends EventPayload>(name: string): SharedTopic<Payload>;
  /** Names of all of them, for the relay. */
  readonly names: readonly string[];
}

/** The shared topics of a domain. Nothing else can be sent to other processes, so that none is missing in what they relay. */
export function sharedTopics(): SharedTopics {
  const names: string[] = [];
  return {
    names,
    topic<Payload extends EventPayload>(name: string): SharedTopic<Payload> {
      names.push(name);
      return { ...topic<Payload>(name), shared: true };
    },
  };
}

/**
 * Publishes an event on the buses of all other processes that relay its topic, once the transaction has committed. The own bus is
 * left to the caller, so that the own process need not wait for the relay.
 */
export const emitToOthers = <Payload extends EventPayload>(
  ctx: Context,
  tx: Tx,
  to: SharedTopic<Payload>,
  payload: Payload,
): Promise<void> =>
  emit(tx, { topic: to.name, payload: { ...payload, origin: originOf(ctx) }, at: ctx.clock.now() });

export { createSerialConsumer } from './serial-consumer.ts';

declare const payload: unique symbol;

/** A named event inside the process; the token carries the type of its payload. */
export interface Topic<Payload> {
  readonly name: string;
  readonly [payload]?: Payload;
}

export const topic = <Payload>(name: string): Topic<Payload> => ({ name });

/**
 * In-process delivery of events after commit. It may lose events (a crash, a reconnect): events that must not be lost
 * are rows in the outbox or in domain tables.
 */
export interface Bus {
  publish<Payload>(to: Topic<Payload>, data: Payload): void;
  /** An exception of a listener is logged and does not stop the other listeners. */
  subscribe<Payload>(to: Topic<Payload>, listen: (data: Payload) => void): () => void;
}

export function createBus(onError: (error: unknown, topic: string) => void): Bus {
  const listeners = new Map<string, Set<(data: never) => void>>();
  return {
    publish(to, data) {
      for (const listen of listeners.get(to.name) ?? []) {
        try {
          listen(data as never);
        } catch (error) {
          onError(error, to.name);
        }
      }
    },
    subscribe(to, listen) {
      let hearing = listeners.get(to.name);
      if (!hearing) {
        hearing = new Set();
        listeners.set(to.name, hearing);
      }
      hearing.add(listen);
      return () => hearing.delete(listen);
    },
  };
}

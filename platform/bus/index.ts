declare const payload: unique symbol;

/** A named kind of notice inside the process; the type of its payload travels with the token. */
export interface Topic<Payload> {
  readonly name: string;
  readonly [payload]?: Payload;
}

export const topic = <Payload>(name: string): Topic<Payload> => ({ name });

/**
 * In-process delivery of what has already been committed. It may lose notices (a crash, a reconnect): what must not be
 * lost is a row in the outbox or in the tables themselves.
 */
export interface Bus {
  publish<Payload>(to: Topic<Payload>, data: Payload): void;
  /** A listener that throws is logged and does not keep others from hearing. */
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

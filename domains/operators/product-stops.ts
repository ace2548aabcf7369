import { PRODUCTS, PRODUCT_CALLS, refuse } from '@karat/contract';
import type { Product } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import { createPolling } from '@karat/platform/work';
import { productsStopped } from './stop-store.ts';
import type { Stoppable } from './stops.ts';

/** Maximum delay until another process applies a stop; the stopping process applies it at once. */
const POLL_MS = 1_000;

/** Stopped products, cached in the memory of every process. */
export interface ProductStops {
  /** Refuses `product_halted` for a call of a stopped product. */
  admit(path: string): void;
  isStopped(product: Product): boolean;
  /** Reads the database, for actions that must not miss a stop of another process. */
  isStoppedIn(db: Queries, product: Product): Promise<boolean>;
  readonly stoppable: Stoppable;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const productIn = (subject: string): Product | undefined => PRODUCTS.find((each) => each === subject);

const PRODUCT_OF: ReadonlyMap<string, Product> = new Map(
  PRODUCTS.flatMap((product) => PRODUCT_CALLS[product].map((path) => [path, product] as const)),
);

export function createProductStops(ctx: Context): ProductStops {
  let stopped: ReadonlySet<string> = new Set();
  const read = async (): Promise<void> => void (stopped = new Set(await productsStopped(ctx.db)));
  const polling = createPolling(ctx, {
    name: 'stopped products',
    runsUntrusted: true,
    pollMs: POLL_MS,
    runBatch: () => read().then(() => 0),
  });
  const isStopped = (product: Product): boolean => stopped.has(product);
  const change = (subject: string, stops: boolean): void => {
    const next = new Set(stopped);
    if (stops) next.add(subject);
    else next.delete(subject);
    stopped = next;
  };
  return {
    admit(path) {
      const product = PRODUCT_OF.get(path);
      if (product !== undefined && isStopped(product)) refuse('product_halted');
    },
    isStopped,
    isStoppedIn: async (db, product) => (await productsStopped(db)).includes(product),
    stoppable: {
      async find(db, subject) {
        const product = productIn(subject);
        if (product === undefined) return undefined;
        const halted = (await productsStopped(db)).includes(product);
        return { name: product, state: halted ? 'halted' : 'running', runs: !halted };
      },
      async stop(tx, subject) {
        tx.afterCommit(() => change(subject, true));
      },
      async resume(tx, subject) {
        tx.afterCommit(() => change(subject, false));
      },
    },
    async start() {
      await read();
      polling.start();
    },
    stop: () => polling.stop(),
  };
}

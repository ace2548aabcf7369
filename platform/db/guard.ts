import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Queries, Tx } from './types.ts';

/** Set while a transaction's work runs, and for everything that it awaits. */
const within = new AsyncLocalStorage<boolean>();

function outside<T>(ask: () => T): T {
  if (within.getStore() === true)
    throw new Error('a transaction asked the pool: it must ask its own connection');
  return ask();
}

const queries = (db: Queries): Queries => ({
  rows: (statement) => outside(() => db.rows(statement)),
  maybe: (statement) => outside(() => db.maybe(statement)),
  one: (statement) => outside(() => db.one(statement)),
  run: (statement) => outside(() => db.run(statement)),
  prepared: (name, text, values) => outside(() => db.prepared(name, text, values)),
});

/** Runs what a transaction starts and does not await, such as a refresh of its own time: it uses the pool. */
export const outsideTransaction = <T>(run: () => T): T => within.exit(run);

/** Code after a commit is outside of the transaction. */
const freed = (tx: Tx): Tx => ({ ...tx, afterCommit: (run) => tx.afterCommit(() => within.exit(run)) });

/** Wraps a database: throws if a transaction queries the pool or opens another transaction on it. */
export function guarded(db: Database): Database {
  return {
    ...db,
    ...queries(db),
    transact: (work) => outside(() => db.transact((tx) => within.run(true, () => work(freed(tx))))),
  };
}

import type { Database, Queries, Session } from '@karat/platform/db';

const gone = (): Error => new Error('Connection terminated unexpectedly');

/** A database whose connections a test breaks. */
export class FaultyDatabase {
  readonly db: Database;
  /** While set, no statement gets a reply and transactions fail before they begin. */
  isAway = false;
  /** The fault of the next transaction of a session; used once. */
  next: 'lose_reply' | 'lose_reply_and_leave' | 'lose_connection' | undefined;
  #onRefused: (() => void)[] = [];

  constructor(db: Database) {
    const reach = <T>(run: () => Promise<T>): Promise<T> => {
      if (this.isAway) for (const notify of this.#onRefused.splice(0)) notify();
      return this.isAway ? Promise.reject(gone()) : run();
    };
    const queries: Queries = {
      rows: (statement) => reach(() => db.rows(statement)),
      maybe: (statement) => reach(() => db.maybe(statement)),
      one: (statement) => reach(() => db.one(statement)),
      run: (statement) => reach(() => db.run(statement)),
      prepared: (name, text, values) => reach(() => db.prepared(name, text, values)),
    };
    this.db = {
      ...db,
      ...queries,
      transact: (work) => reach(() => db.transact(work)),
      session: (settings) => reach(async () => this.#faulty(await db.session(settings))),
    };
  }

  /** Resolves when the next statement is refused because the database is away. */
  refused(): Promise<void> {
    return new Promise((resolve) => this.#onRefused.push(resolve));
  }

  #faulty(session: Session): Session {
    return {
      ...session,
      transact: async (work) => {
        if (this.isAway) throw gone();
        const { next } = this;
        this.next = undefined;
        const result = await session.transact(async (tx) => {
          const done = await work(tx);
          if (next === 'lose_connection') tx.withCommit(() => Promise.reject(gone()));
          return done;
        });
        if (next === 'lose_reply_and_leave') this.isAway = true;
        if (next === 'lose_reply' || next === 'lose_reply_and_leave') throw gone();
        return result;
      },
    };
  }
}

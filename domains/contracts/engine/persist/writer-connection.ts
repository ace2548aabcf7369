import { WRITER_SESSION } from '@karat/domains/ledger';
import type { Database, Session, Tx } from '@karat/platform/db';

/**
 * The engine's own connection. Statements are pipelined, so that the database writes while the rest is serialised.
 * After a failure or disconnect the next transaction uses a new connection.
 */
export class WriterConnection {
  readonly #db: Pick<Database, 'session'>;
  #session: Session | undefined;

  constructor(db: Pick<Database, 'session'>) {
    this.#db = db;
  }

  async transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const session = (this.#session ??= await this.#open());
    try {
      return await session.transact(work);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async #open(): Promise<Session> {
    const session = await this.#db.session(WRITER_SESSION);
    void session.ended.then(() => {
      if (this.#session === session) this.close();
    });
    return session;
  }

  close(): void {
    this.#session?.release();
    this.#session = undefined;
  }
}

import { WRITER_SESSION } from '@karat/domains/ledger';
import type { Database, Session, Tx } from '@karat/platform/db';

/**
 * The engine's own connection: what it asks before an answer has come travels together, so that the database writes while the
 * rest is put into words. After a failure, or its end, the next transaction begins on a new one.
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

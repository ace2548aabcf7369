import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import { FenceLost, markBatch, raiseFence, takeFence } from '../recovery/fence.ts';
import type { TakenFence } from '../recovery/fence.ts';
import { WriterConnection } from './writer-connection.ts';

/** The commit of a batch was sent and its reply was lost: only the rows say whether it is durable. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
  readonly batch: number;

  constructor(batch: number, cause: unknown) {
    super(`the reply to the commit of batch ${batch} was lost`, { cause });
    this.batch = batch;
  }
}

const NAME_BYTES = 12;

/** Writes batches one after the other, each with its number and under the engine's fence in the same transaction. */
export class BatchWriter {
  readonly #ctx: Pick<Context, 'db' | 'random'>;
  readonly #connection: WriterConnection;
  #taken: TakenFence | undefined;

  constructor(ctx: Pick<Context, 'db' | 'random'>) {
    this.#ctx = ctx;
    this.#connection = new WriterConnection(ctx.db);
  }

  /** Takes the fence from any other engine. */
  async takeOver(): Promise<void> {
    const holder = Buffer.from(this.#ctx.random.bytes(NAME_BYTES)).toString('hex');
    this.#taken = await takeFence(this.#ctx.db, holder);
  }

  /**
   * One transaction under the fence. A failure before the commit was sent is thrown as it is: nothing of it is durable. Throws
   * CommitUnknown after that, and FenceLost.
   */
  async transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const taken = this.#need();
    const batch = taken.batch + 1;
    let commitSent = false;
    try {
      const result = await this.#connection.transact(async (tx) => {
        commitSent = false;
        // It is the first statement: its row's lock makes another engine wait until this transaction has ended.
        const marked = markBatch(tx, taken, batch);
        const [mark, worked] = await Promise.allSettled([marked, work(tx)]);
        if (mark.status === 'rejected') throw mark.reason;
        if (worked.status === 'rejected') throw worked.reason;
        commitSent = true;
        return worked.value;
      });
      this.#taken = { ...taken, batch };
      return result;
    } catch (error) {
      throw commitSent ? new CommitUnknown(batch, error) : error;
    }
  }

  /** One transaction without a number, for what may be written twice without harm. */
  transactUnnumbered<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#connection.transact(work);
  }

  /** Asks the rows whether a batch is durable; after that it cannot become so any more. Throws FenceLost. */
  async isCommitted(batch: number): Promise<boolean> {
    this.#taken = await raiseFence(this.#ctx.db, this.#need());
    return this.#taken.batch >= batch;
  }

  close(): void {
    this.#connection.close();
  }

  #need(): TakenFence {
    if (!this.#taken) throw new FenceLost('the fence was never taken');
    return this.#taken;
  }
}

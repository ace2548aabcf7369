import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import { FenceLost, markBatch, raiseFence, takeFence } from '../recovery/fence.ts';
import type { TakenFence } from '../recovery/fence.ts';
import { WriterConnection } from './writer-connection.ts';

/** The commit of a batch was sent and its reply was lost: only the rows show whether it is durable. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
  readonly batch: number;

  constructor(batch: number, cause: unknown) {
    super(`the reply to the commit of batch ${batch} was lost`, { cause });
    this.batch = batch;
  }
}

const NAME_BYTES = 12;

/** Writes batches serially, each with its number and under the engine's fence in the same transaction. */
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
   * Runs one transaction under the fence. A failure before the commit was sent is rethrown: nothing is durable. After
   * that it throws CommitUnknown or FenceLost.
   */
  async transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const taken = this.#need();
    const batch = taken.batch + 1;
    let commitSent = false;
    try {
      const result = await this.#connection.transact(async (tx) => {
        commitSent = false;
        // This is the first statement: its row lock makes another engine wait until this transaction ends.
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

  /** Runs one transaction without a number, for writes that are safe to repeat. */
  transactUnnumbered<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#connection.transact(work);
  }

  /** Reads whether a batch is durable; afterwards it can no longer commit. Throws FenceLost. */
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

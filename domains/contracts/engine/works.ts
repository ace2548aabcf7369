import type { BatchWriter } from './batch-writer.ts';
import type { Memory } from './memory.ts';
import type { ContractsDeps, DeedsListener } from './ports.ts';

/** What the parts of the engine work with. */
export interface Works {
  readonly deps: ContractsDeps;
  readonly memory: Memory;
  readonly writer: BatchWriter;
  /** Called in the transaction of every deed. */
  readonly listeners: readonly DeedsListener[];
  /**
   * After a lost reply: waits until the database answers, reads the rows again and returns whether the batch is durable. Throws
   * when the engine stops before that.
   */
  readonly wasCommitted: (batch: number) => Promise<boolean>;
  /** Memory may differ from the rows: they are read again before anything else is done. */
  readonly outdate: () => void;
}

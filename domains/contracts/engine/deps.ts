import type { BatchWriter } from './persist/batch-writer.ts';
import type { EngineState } from './recovery/engine-state.ts';
import type { ContractsDeps, PositionEventsListener } from './ports.ts';

/** What the parts of the engine work with. */
export interface EngineDeps {
  readonly deps: ContractsDeps;
  readonly memory: EngineState;
  readonly writer: BatchWriter;
  /** Called in the transaction of every deed. */
  readonly listeners: readonly PositionEventsListener[];
  /**
   * After a lost reply: waits until the database answers, reads the rows again and returns whether the batch is durable. Throws
   * when the engine stops before that.
   */
  readonly wasCommitted: (batch: number) => Promise<boolean>;
  /** Memory may differ from the rows: they are read again before anything else is done. */
  readonly outdate: () => void;
}

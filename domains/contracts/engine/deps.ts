import type { BatchWriter } from './persist/batch-writer.ts';
import type { EngineState } from './recovery/engine-state.ts';
import type { BatchTimes } from './times.ts';
import type { ContractsDeps, PositionEventsListener } from './ports.ts';

/** Dependencies of the engine's parts. */
export interface EngineDeps {
  readonly deps: ContractsDeps;
  readonly memory: EngineState;
  readonly writer: BatchWriter;
  /** Called in the transaction of every position event. */
  readonly listeners: readonly PositionEventsListener[];
  /**
   * After a lost reply: waits until the database responds, reloads the rows and returns whether the batch is durable.
   * Throws if the engine stops before that.
   */
  readonly wasCommitted: (batch: number) => Promise<boolean>;
  /** Called for every committed batch of commands. */
  readonly onBatch: (times: BatchTimes) => void;
  /** Marks memory as possibly different from the rows: they are reloaded before the next step. */
  readonly invalidate: () => void;
}

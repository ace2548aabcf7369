import type { Line } from './line.ts';
import type { Memory } from './memory.ts';
import type { ContractsDeps, DeedsListener } from './ports.ts';

/** What the parts of the engine work with. */
export interface Works {
  readonly deps: ContractsDeps;
  readonly memory: Memory;
  readonly line: Line;
  /** Told in the transaction of every deed. */
  readonly listeners: readonly DeedsListener[];
}

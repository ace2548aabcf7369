import type { OrderId } from '@karat/contract';
import type { BalanceKey } from '@karat/domains/ledger';
import type { Amount } from '@karat/money';
import type { Order } from '../../types.ts';
import { BatchState } from './batch-state.ts';
import type { IdCounters } from './batch-state.ts';
import type { Command, CommandDecision } from '../intake/commands.ts';
import { decide } from './decide.ts';
import type { PrefetchedRows } from '../intake/prefetched-rows.ts';
import type { ChangedLevels } from './market-book.ts';
import type { PlacingContext } from './place.ts';
import type { Books } from '../recovery/restore.ts';

/** A batch as it was decided in memory. */
export interface BatchPlan {
  readonly batch: BatchState;
  readonly decisions: readonly CommandDecision[];
  /** What has changed in the books, as it was right after this batch: the next one may be decided before it is told. */
  readonly levels: readonly ChangedLevels[];
  /** Rows of orders that were there before, as they are now. */
  changed: ReadonlyMap<OrderId | number, Order>;
}

interface PlanDeps {
  readonly world: PlacingContext;
  readonly books: Books;
  readonly ids: IdCounters;
}

/** What placing users may spend as the batch begins. */
interface SpendableFunds {
  readonly keys: readonly BalanceKey[];
  readonly available: (key: BalanceKey) => Amount;
}

/** Decides the commands in memory, one after another. Only a bug throws, and may then leave the books half changed. */
export function planBatch(
  { world, books, ids }: PlanDeps,
  { commands, at }: { readonly commands: readonly Command[]; readonly at: number },
  funds: SpendableFunds,
  known: PrefetchedRows,
): BatchPlan {
  const batch = new BatchState(at, ids);
  for (const key of funds.keys) batch.setAvailable(key, funds.available(key));
  const decisions = commands.map((command) => decide({ batch, world, books, known }, command));
  const levels = [...batch.books].map((book) => book.takeTouched());
  return { batch, decisions, levels, changed: new Map() };
}

/** Nothing to write: every command was refused or known. */
export const isEmpty = (batch: BatchState): boolean => batch.placed.size === 0 && batch.changed.size === 0;

/** The balances that a batch moves; some of them several times. */
export const balanceKeysOf = (batch: BatchState): BalanceKey[] =>
  batch.journals.flatMap((journal) => journal.entries);

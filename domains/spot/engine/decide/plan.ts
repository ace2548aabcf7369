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

/** A batch as decided in memory. */
export interface BatchPlan {
  readonly batch: BatchState;
  readonly decisions: readonly CommandDecision[];
  /** Changes of the books right after this batch: the next one may be decided before they are published. */
  readonly levels: readonly ChangedLevels[];
  /** New rows of orders that existed before the batch. */
  changed: ReadonlyMap<OrderId | number, Order>;
}

interface PlanDeps {
  readonly context: PlacingContext;
  readonly books: Books;
  readonly ids: IdCounters;
}

/** Available balances of placing users at the start of the batch. */
interface SpendableFunds {
  readonly keys: readonly BalanceKey[];
  readonly available: (key: BalanceKey) => Amount;
}

/** Decides the commands in memory, in order. Only a bug throws, and may leave the books partly changed. */
export function planBatch(
  { context, books, ids }: PlanDeps,
  { commands, at }: { readonly commands: readonly Command[]; readonly at: number },
  funds: SpendableFunds,
  known: PrefetchedRows,
): BatchPlan {
  const batch = new BatchState(at, ids);
  for (const key of funds.keys) batch.setAvailable(key, funds.available(key));
  const decisions = commands.map((command) => decide({ batch, context, books, known }, command));
  const levels = [...batch.books].map((book) => book.takeTouched());
  return { batch, decisions, levels, changed: new Map() };
}

/** Nothing to write: every command was refused or a replay. */
export const isEmpty = (batch: BatchState): boolean => batch.placed.size === 0 && batch.changed.size === 0;

/** The balances that a batch moves; may contain duplicates. */
export const balanceKeysOf = (batch: BatchState): BalanceKey[] =>
  batch.journals.flatMap((journal) => journal.entries);

import type { OrderId } from '@karat/contract';
import type { BalanceKey } from '@karat/domains/ledger';
import type { Amount } from '@karat/money';
import type { Order } from '../types.ts';
import { Batch } from './batch.ts';
import type { Ids } from './batch.ts';
import type { Command, Decision } from './commands.ts';
import { decide } from './decide.ts';
import type { Foreknown } from './foreknow.ts';
import type { Levels } from './market-book.ts';
import type { PlacingWorld } from './place.ts';
import type { Books } from './restore.ts';

/** A batch as it was decided in memory. */
export interface Plan {
  readonly batch: Batch;
  readonly decisions: readonly Decision[];
  /** What has changed in the books, as it was right after this batch: the next one may be decided before it is told. */
  readonly levels: readonly Levels[];
  /** Rows of orders that were there before, as they are now. */
  changed: ReadonlyMap<OrderId | number, Order>;
}

interface Deciding {
  readonly world: PlacingWorld;
  readonly books: Books;
  readonly ids: Ids;
}

/** What placing users may spend as the batch begins. */
interface Funds {
  readonly keys: readonly BalanceKey[];
  readonly available: (key: BalanceKey) => Amount;
}

/** Decides the commands in memory, one after another. Only a bug throws, and may then leave the books half changed. */
export function makePlan(
  { world, books, ids }: Deciding,
  { commands, at }: { readonly commands: readonly Command[]; readonly at: number },
  funds: Funds,
  known: Foreknown,
): Plan {
  const batch = new Batch(at, ids);
  for (const key of funds.keys) batch.fund(key, funds.available(key));
  const decisions = commands.map((command) => decide({ batch, world, books, known }, command));
  const levels = [...batch.books].map((book) => book.takeTouched());
  return { batch, decisions, levels, changed: new Map() };
}

/** Nothing to write: every command was refused or known. */
export const isEmpty = (batch: Batch): boolean => batch.placed.size === 0 && batch.changed.size === 0;

/** The balances that a batch moves; some of them several times. */
export const keysOf = (batch: Batch): BalanceKey[] => batch.journals.flatMap((journal) => journal.entries);

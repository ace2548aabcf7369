import type { OrderId } from '@karat/contract';
import { BATCH_JOURNALS_MAX } from '@karat/domains/ledger';
import type { BalanceKey, Batch as Money, Ledger } from '@karat/domains/ledger';
import type { Session, Tx } from '@karat/platform/db';
import type { Order } from '../types.ts';
import { Batch } from './batch.ts';
import type { Ids } from './batch.ts';
import type { Command, Decision } from './commands.ts';
import { decide } from './decide.ts';
import { foreknow } from './foreknow.ts';
import { foresee } from './foresee.ts';
import type { Lease } from './lease.ts';
import type { PlacingWorld } from './place.ts';
import type { Books } from './restore.ts';
import { writeBatch } from './write.ts';

/** What is needed to carry out batches; books and ids are those of the running engine. */
export interface Committing {
  readonly session: Session;
  readonly ledger: Ledger;
  readonly world: PlacingWorld;
  readonly books: Books;
  readonly lease: Lease;
  readonly ids: Ids;
}

/** A batch as it was decided in memory. */
export interface Plan {
  readonly batch: Batch;
  readonly decisions: readonly Decision[];
  /** Rows of orders that were there before, as they are now. */
  changed: ReadonlyMap<OrderId | number, Order>;
}

/** The batch could not be written; `plan` is there if the books have already changed. */
export class BatchFailed extends Error {
  readonly plan: Plan | undefined;

  constructor(cause: unknown, plan: Plan | undefined) {
    super('batch failed', { cause });
    this.plan = plan;
  }
}

/**
 * Decides a batch and makes it durable in one transaction. The balances of whoever places an order are locked before, those
 * that the matching turns up after. A lost race runs again: before the matching from the beginning, after it by writing the
 * same plan with all balances locked in one order, so that it cannot lose twice for the same reason.
 */
export async function commitBatch(
  parts: Committing,
  commands: readonly Command[],
  number: number,
  at: number,
): Promise<Plan> {
  const { session, ledger, world, books } = parts;
  let plan: Plan | undefined;
  try {
    await session.transact(async (tx) => {
      if (plan) {
        const money = await ledger.openBatch(tx, keysOf(plan.batch));
        return write(parts, tx, money, plan, number);
      }
      const known = await foreknow(tx, commands);
      const keys = foresee(commands, books);
      const money = await ledger.openBatch(tx, keys);
      const batch = new Batch(at, parts.ids);
      for (const key of keys) batch.fund(key, money.available(key.account, key.currency));
      plan = { batch, decisions: [], changed: new Map() };
      plan = {
        ...plan,
        decisions: commands.map((command) => decide({ batch, world, books, known }, command)),
      };
      return write(parts, tx, money, plan, number);
    });
  } catch (error) {
    throw new BatchFailed(error, plan);
  }
  if (!plan) throw new BatchFailed(new Error('the transaction did not run'), undefined);
  return plan;
}

const keysOf = (batch: Batch): BalanceKey[] => batch.journals.flatMap((journal) => journal.entries);

/**
 * Orders and fills go to the database first: it writes them while their money is booked here. The money itself goes with the
 * commit.
 */
async function write(parts: Committing, tx: Tx, money: Money, plan: Plan, number: number): Promise<void> {
  const { batch } = plan;
  if (isEmpty(batch)) return;
  const writing = writeBatch(tx, { lease: parts.lease, number, batch, told: toldOf(parts, plan) });
  // Awaited with the commit; before that a failure must not count as nobody's.
  writing.catch(() => undefined);
  tx.withCommit(async () => {
    plan.changed = await writing;
  });
  try {
    await book(parts.ledger, tx, money, batch, number);
  } catch (error) {
    // Whatever comes after a failed statement only says that the transaction is over.
    await writing;
    throw error;
  }
}

/** Earlier orders whose rows somebody waits for: who asked for their change, or listens to them. */
function toldOf({ world }: Committing, { batch, decisions }: Plan): ReadonlySet<OrderId> {
  const told = new Set<OrderId>();
  for (const decision of decisions) if (decision.kind === 'order') told.add(decision.id);
  for (const { id, userId } of batch.changed.values()) if (world.isWatched(userId)) told.add(id);
  return told;
}

/** Nothing to write: every command was refused or known. */
export const isEmpty = (batch: Batch): boolean => batch.placed.size === 0 && batch.changed.size === 0;

async function book(ledger: Ledger, tx: Tx, first: Money, batch: Batch, number: number): Promise<void> {
  let money = first;
  const keys = keysOf(batch);
  await money.include(keys);
  const name = (part: number) => ({
    key: part === 0 ? `spot:batch:${number}` : `spot:batch:${number}:${part}`,
    kind: 'spot:batch' as const,
    reference: `batch:${number}`,
  });
  let part = 0;
  for (const [index, journal] of batch.journals.entries()) {
    if (index > 0 && index % BATCH_JOURNALS_MAX === 0) {
      await money.closeAs(name(part++));
      money = await ledger.openBatch(tx, keys);
    }
    money.post(journal);
  }
  tx.withCommit(() => money.closeAs(name(part)));
}

import type { OrderId } from '@karat/contract';
import { BATCH_JOURNALS_MAX } from '@karat/domains/ledger';
import type { BalanceKey, Batch as Money, Ledger } from '@karat/domains/ledger';
import type { Session, StatementPart, Tx } from '@karat/platform/db';
import type { BatchState, IdCounters } from '../decide/batch-state.ts';
import type { Command } from '../intake/commands.ts';
import { prefetchRows } from '../intake/prefetched-rows.ts';
import { predictTouchedBalances } from './touched-balances.ts';
import type { Lease } from '../recovery/lease.ts';
import { isEmpty, balanceKeysOf, planBatch } from '../decide/plan.ts';
import type { BatchPlan } from '../decide/plan.ts';
import type { PlacingContext } from '../decide/place.ts';
import type { RecentClientIds } from '../intake/recent-client-ids.ts';
import type { Books } from '../recovery/restore.ts';
import { writeBatch } from './batch-statement.ts';

/** Dependencies of a batch; books and ids are those of the running engine. */
export interface CommitDeps {
  readonly session: Session;
  readonly ledger: Ledger;
  readonly context: PlacingContext;
  readonly books: Books;
  readonly lease: Lease;
  readonly ids: IdCounters;
  readonly recent: RecentClientIds;
}

/** A batch in flight: its commands, their number in the row of commits, and their results once decided. */
export interface BatchWork {
  readonly commands: readonly Command[];
  readonly number: number;
  readonly at: number;
  plan: BatchPlan | undefined;
}

/**
 * Makes a batch durable in one transaction that locks its balances: those of placing users before it is decided, those
 * that the matching touches after. A lost race runs again: before the matching from the beginning; after it by writing
 * the same plan with all balances locked in one order, so that it cannot lose twice for the same reason.
 */
export async function commitLocked(deps: CommitDeps, work: BatchWork): Promise<BatchPlan> {
  const { session, ledger } = deps;
  await session.transact(async (tx) => {
    if (work.plan) {
      return writeWithCommit(
        deps,
        tx,
        await ledger.openTracked(tx, balanceKeysOf(work.plan.batch)),
        work.plan,
        work.number,
      );
    }
    const known = await prefetchRows(tx, work.commands);
    const keys = predictTouchedBalances(work.commands, deps.books);
    const money = await ledger.openTracked(tx, keys);
    const funds = { keys, available: (key: BalanceKey) => money.available(key.account, key.currency) };
    work.plan = planBatch(deps, work, funds, known);
    return writeWithCommit(deps, tx, money, work.plan, work.number);
  });
  if (!work.plan) throw new Error('batch transaction did not run');
  return work.plan;
}

/**
 * Orders and fills are sent first: the database writes them while their postings are built here. The postings go with
 * the commit.
 */
async function writeWithCommit(
  deps: CommitDeps,
  tx: Tx,
  money: Money,
  plan: BatchPlan,
  number: number,
): Promise<void> {
  const { batch } = plan;
  if (isEmpty(batch)) return;
  const writing = writePlan(deps, tx, plan, number);
  // Awaited with the commit; the handler prevents an unhandled rejection before that.
  writing.catch(() => undefined);
  tx.withCommit(() => writing);
  try {
    await postJournals(deps.ledger, tx, money, batch, number);
  } catch (error) {
    // Errors after a failed statement only say that the transaction is over.
    await writing;
    throw error;
  }
}

/** Writes a plan's orders and fills, with its money if given, and stores the requested rows. */
export async function writePlan(
  deps: CommitDeps,
  to: Pick<Session, 'prepared'>,
  plan: BatchPlan,
  number: number,
  money?: StatementPart,
): Promise<void> {
  const { batch } = plan;
  plan.changed = await writeBatch(
    to,
    { lease: deps.lease, number, batch, requested: returningIds(deps, plan) },
    money,
  );
}

/** Earlier orders whose rows are needed for a caller or a subscriber. */
function returningIds({ context }: CommitDeps, { batch, decisions }: BatchPlan): ReadonlySet<OrderId> {
  const requested = new Set<OrderId>();
  for (const decision of decisions)
    if (decision.kind === 'order' && batch.changed.has(decision.id)) requested.add(decision.id);
  for (const { id, userId } of batch.changed.values()) if (context.isWatched(userId)) requested.add(id);
  return requested;
}

/** The key of a batch's journal, or of one of several if it has too many movements. */
export const journalKeyOf = (number: number, part = 0) => ({
  key: part === 0 ? `spot:batch:${number}` : `spot:batch:${number}:${part}`,
  kind: 'spot:batch' as const,
  reference: `batch:${number}`,
});

async function postJournals(
  ledger: Ledger,
  tx: Tx,
  first: Money,
  batch: BatchState,
  number: number,
): Promise<void> {
  let money = first;
  const keys = balanceKeysOf(batch);
  await money.include(keys);
  let part = 0;
  for (const [index, journal] of batch.journals.entries()) {
    if (index > 0 && index % BATCH_JOURNALS_MAX === 0) {
      await money.closeAs(journalKeyOf(number, part++));
      money = await ledger.openTracked(tx, keys);
    }
    money.post(journal);
  }
  tx.withCommit(() => money.closeAs(journalKeyOf(number, part)));
}

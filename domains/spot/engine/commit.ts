import type { OrderId } from '@karat/contract';
import { BATCH_JOURNALS_MAX } from '@karat/domains/ledger';
import type { BalanceKey, Batch as Money, Ledger } from '@karat/domains/ledger';
import type { Session, StatementPart, Tx } from '@karat/platform/db';
import type { Batch, Ids } from './batch.ts';
import type { Command } from './commands.ts';
import { foreknow } from './foreknow.ts';
import { foresee } from './foresee.ts';
import type { Lease } from './lease.ts';
import { isEmpty, keysOf, makePlan } from './plan.ts';
import type { Plan } from './plan.ts';
import type { PlacingWorld } from './place.ts';
import type { RecentKeys } from './recent-keys.ts';
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
  readonly recent: RecentKeys;
}

/** A batch on its way: its commands, their number in the row of commits, and what they came to once it is decided. */
export interface Work {
  readonly commands: readonly Command[];
  readonly number: number;
  readonly at: number;
  plan: Plan | undefined;
}

/**
 * Makes a batch durable in one transaction that locks its balances: those of whoever places an order before it is decided,
 * those that the matching turns up after. A lost race runs again: before the matching from the beginning, after it by writing
 * the same plan with all balances locked in one order, so that it cannot lose twice for the same reason.
 */
export async function commitLocked(parts: Committing, work: Work): Promise<Plan> {
  const { session, ledger } = parts;
  await session.transact(async (tx) => {
    if (work.plan) {
      return write(parts, tx, await ledger.openKeeping(tx, keysOf(work.plan.batch)), work.plan, work.number);
    }
    const known = await foreknow(tx, work.commands);
    const keys = foresee(work.commands, parts.books);
    const money = await ledger.openKeeping(tx, keys);
    const funds = { keys, available: (key: BalanceKey) => money.available(key.account, key.currency) };
    work.plan = makePlan(parts, work, funds, known);
    return write(parts, tx, money, work.plan, work.number);
  });
  if (!work.plan) throw new Error('the transaction did not run');
  return work.plan;
}

/**
 * Orders and fills go to the database first: it writes them while their money is booked here. The money itself goes with the
 * commit.
 */
async function write(parts: Committing, tx: Tx, money: Money, plan: Plan, number: number): Promise<void> {
  const { batch } = plan;
  if (isEmpty(batch)) return;
  const writing = writePlan(parts, tx, plan, number);
  // Awaited with the commit; before that a failure must not count as nobody's.
  writing.catch(() => undefined);
  tx.withCommit(() => writing);
  try {
    await book(parts.ledger, tx, money, batch, number);
  } catch (error) {
    // Whatever comes after a failed statement only says that the transaction is over.
    await writing;
    throw error;
  }
}

/** Writes a plan's orders and fills, with its money if that is given, and notes the rows that somebody waits for. */
export async function writePlan(
  parts: Committing,
  to: Pick<Session, 'prepared'>,
  plan: Plan,
  number: number,
  money?: StatementPart,
): Promise<void> {
  const { batch } = plan;
  plan.changed = await writeBatch(
    to,
    { lease: parts.lease, number, batch, told: toldOf(parts, plan) },
    money,
  );
}

/** Earlier orders whose rows somebody waits for: who asked for their change, or listens to them. */
function toldOf({ world }: Committing, { batch, decisions }: Plan): ReadonlySet<OrderId> {
  const told = new Set<OrderId>();
  for (const decision of decisions) if (decision.kind === 'order') told.add(decision.id);
  for (const { id, userId } of batch.changed.values()) if (world.isWatched(userId)) told.add(id);
  return told;
}

/** The name of a batch's journal, or of one of several if it has too many movements. */
export const journalOf = (number: number, part = 0) => ({
  key: part === 0 ? `spot:batch:${number}` : `spot:batch:${number}:${part}`,
  kind: 'spot:batch' as const,
  reference: `batch:${number}`,
});

async function book(ledger: Ledger, tx: Tx, first: Money, batch: Batch, number: number): Promise<void> {
  let money = first;
  const keys = keysOf(batch);
  await money.include(keys);
  let part = 0;
  for (const [index, journal] of batch.journals.entries()) {
    if (index > 0 && index % BATCH_JOURNALS_MAX === 0) {
      await money.closeAs(journalOf(number, part++));
      money = await ledger.openKeeping(tx, keys);
    }
    money.post(journal);
  }
  tx.withCommit(() => money.closeAs(journalOf(number, part)));
}

import { binaryRows, plainArray } from '@karat/platform/db';
import type { BinaryRows, Queries, RowCells, StatementPart, Tx } from '@karat/platform/db';
import type { Balance, BalanceKey } from './journal.ts';
import { readRows } from './store.ts';
import type { LockedRow } from './store.ts';

/** The new value of a balance, and the value it must have before. */
export interface MovedBalance extends Balance {
  readonly availableBefore: bigint;
  readonly heldBefore: bigint;
  /** Has no row yet: the batch inserts it. */
  readonly isNew: boolean;
}

/** The journal of a whole batch. */
export interface BatchJournal {
  readonly key: string;
  readonly kind: string;
  readonly reference: string;
  /** Unix ms. */
  readonly at: number;
}

// One array of rows per table: each additional one would cost as much as a dozen rows. If a balance does not have the
// value that the batch computed with, nothing is written.
const batchText: StatementPart['text'] = (at) => ({
  tables: `journal as (
  insert into ledger_journals (key, kind, reference, at)
  values (${at(1)}, ${at(2)}, ${at(3)}, to_timestamp(${at(4)}::float8 / 1000)) returning id, at
), settled as (
  update ledger_balances b set available = d.available, held = d.held
  from unnest(${at(5)}::ledger_balance_move[]) d
  where b.account_id = d.account_id and b.currency_id = d.currency_id
    and b.available = d.available_before and b.held = d.held_before
  returning 1
), posted as (
  insert into ledger_postings (journal_id, at, account_id, currency_id, available, held, available_after, held_after, kind, reference)
  select journal.id, journal.at, p.* from journal, unnest(${at(6)}::ledger_event[]) p
)`,
  checked: `ledger_check_moved((select count(*) from settled), ${at(7)})`,
});
const { tables, checked } = batchText((n) => `$${n}`);
const BATCH = `with ${tables} select ${checked}::text`;
// A new balance is inserted as it ends: inserted empty, it would be updated at once, and both would check its references.
const BATCH_WITH_NEW = `with ${tables}, added as (
  insert into ledger_balances (account_id, currency_id, available, held)
  select account_id, currency_id, available, held from unnest($8::ledger_balance_move[])
  on conflict (account_id, currency_id) do nothing
  returning 1
) select (${checked} and ledger_check_added((select count(*) from added), $9))::text`;

const moveCells = (b: MovedBalance, to: RowCells): void => {
  to.int8(b.account);
  to.int4(b.currency);
  to.decimal(b.available);
  to.decimal(b.held);
  to.decimal(b.availableBefore);
  to.decimal(b.heldBefore);
};
const moveRows = (balances: readonly MovedBalance[]): BinaryRows =>
  binaryRows('ledger_balance_move', balances, moveCells);

/**
 * Balances and their movements as one journal, to be combined with another statement; it fails if a balance does not
 * have the expected value.
 */
export function batchPart(
  { key, kind, reference, at }: BatchJournal,
  balances: readonly MovedBalance[],
  events: BinaryRows,
): StatementPart {
  return {
    name: 'ledger_batch',
    text: batchText,
    values: [key, kind, reference, at, moveRows(balances), events, balances.length],
  };
}

/**
 * Returns the function that writes the same as a separate statement, and inserts new balances in the order of their accounts. It fails
 * to be run again if another transaction has inserted one of them.
 */
export function batchStatement(
  tx: Tx,
  journal: BatchJournal,
  balances: readonly MovedBalance[],
  events: BinaryRows,
): () => Promise<void> {
  const added = balances
    .filter(({ isNew }) => isNew)
    .toSorted((a, b) => a.account - b.account || a.currency - b.currency);
  const { name, values } = batchPart(
    journal,
    added.length === 0 ? balances : balances.filter(({ isNew }) => !isNew),
    events,
  );
  if (added.length === 0) return async () => void (await tx.prepared(name, BATCH, values));
  const all = [...values, moveRows(added), added.length];
  return async () => void (await tx.prepared(`${name}_new`, BATCH_WITH_NEW, all));
}

const READ = `
select coalesce(string_agg(k.n || ' ' || b.available || ' ' || b.held, ','), '') as rows
from unnest($1::bigint[], $2::int[]) with ordinality as k (account_id, currency_id, n)
join ledger_balances b using (account_id, currency_id)`;

/** Last committed balances, without locks; `index` is the index of the key. */
export async function readUnlocked(queries: Queries, keys: readonly BalanceKey[]): Promise<LockedRow[]> {
  const [found] = await queries.prepared<{ rows: string }>('ledger_unlocked', READ, [
    plainArray(keys.map((key) => key.account)),
    plainArray(keys.map((key) => key.currency)),
  ]);
  return found ? readRows(found.rows) : [];
}

import { currencyId } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import { amount } from '@karat/money';
import { decimalCell, plainArray, sql, textArray } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { mayGoNegative, ownerOf } from './accounts.ts';
import type { AccountId } from './accounts.ts';
import type { Currency, NewCurrency } from './currency.ts';
import type { Balance, BalanceKey } from './journal.ts';

/** Integer counts of 1e-10 as PostgreSQL reads them. */
const decimalArray = (values: readonly bigint[]): string => plainArray(values.map(decimalCell));
/** numeric(38,10) always shows ten decimals, so that the digits alone are the count of 1e-10. */
const readUnits = (text: string): bigint => BigInt(text.replace('.', ''));

export async function readCurrencies(queries: Queries): Promise<Currency[]> {
  type Row = Omit<Currency, 'id'> & { id: number };
  const rows = await queries.rows<Row>(sql`
    select id, code, title, kind, decimals, enabled from ledger_currencies order by position`);
  return rows.map((row) => ({ ...row, id: currencyId(row.id) }));
}

/** Adds a currency behind all others. Undefined where the code is taken. */
export async function insertCurrency(tx: Tx, added: NewCurrency): Promise<Currency | undefined> {
  const row = await tx.maybe<{ id: number }>(sql`
    insert into ledger_currencies (id, code, title, kind, decimals, position)
    select id, ${added.code}, ${added.title}, ${added.kind}, ${added.decimals}, id
    from nextval('ledger_currency_ids') as id
    on conflict (code) do nothing returning id`);
  return row && { ...added, id: currencyId(row.id), enabled: true };
}

/** Gives a currency another title; undefined if there is no such currency. */
export async function updateTitle(tx: Tx, id: CurrencyId, title: string): Promise<Currency | undefined> {
  const row = await tx.maybe<Omit<Currency, 'id'>>(sql`
    update ledger_currencies set title = ${title} where id = ${id}
    returning code, title, kind, decimals, enabled`);
  return row && { ...row, id };
}

/** A locked balance in 1e-10. */
export interface LockedRow {
  readonly index: number;
  readonly available: bigint;
  readonly held: bigint;
}

// One text for all rows: the driver takes longer for 3,000 rows than PostgreSQL for locking them. `n` is the index in
// the arrays.
const LOCK = `
with locked as materialized (
  select k.n, b.available, b.held
  from unnest($1::bigint[], $2::int[]) with ordinality as k (account_id, currency_id, n)
  join ledger_balances b using (account_id, currency_id)
  order by b.account_id, b.currency_id
  for update of b
)
select coalesce(string_agg(n || ' ' || available || ' ' || held, ','), '') as rows from locked`;

/** Locks the balances that exist, in (account, currency) order; the keys come in any order. */
export async function lockBalances(tx: Tx, keys: readonly BalanceKey[]): Promise<LockedRow[]> {
  const [found] = await tx.prepared<{ rows: string }>('ledger_lock', LOCK, [
    plainArray(keys.map((key) => key.account)),
    plainArray(keys.map((key) => key.currency)),
  ]);
  return found ? readRows(found.rows) : [];
}

/** Rows of `index available held`, as one text. */
export const readRows = (rows: string): LockedRow[] =>
  rows === ''
    ? []
    : rows.split(',').map((row) => {
        const [n = '', available = '', held = ''] = row.split(' ');
        return { index: Number(n) - 1, available: readUnits(available), held: readUnits(held) };
      });

/**
 * Inserts zero rows for missing balances. Existing ones were locked before, in order; these are inserted in the same
 * order, so two transactions never deadlock. An account is in two unique indexes: a conflict in either means a
 * concurrent insert, so none is named.
 */
export async function createBalances(tx: Tx, keys: readonly BalanceKey[]): Promise<void> {
  const sorted = keys.toSorted((a, b) => a.account - b.account || a.currency - b.currency);
  const accounts = sorted
    .map((key) => key.account)
    .filter((account, index, all) => account !== all[index - 1]);
  const owners = accounts.map(ownerOf);
  await tx.run(sql`
    insert into ledger_accounts (id, user_id, name, shard, may_go_negative)
    select * from unnest(
      ${accounts}::bigint[],
      ${owners.map((o) => (o.owner === 'user' ? o.userId : null))}::bigint[],
      ${owners.map((o) => (o.owner === 'user' ? o.type : o.name))}::text[],
      ${owners.map((o) => (o.owner === 'user' ? 0 : o.shard))}::smallint[],
      ${accounts.map(mayGoNegative)}::boolean[])
    on conflict do nothing`);
  await tx.run(sql`
    insert into ledger_balances (account_id, currency_id, may_go_negative)
    select * from unnest(
      ${sorted.map((key) => key.account)}::bigint[],
      ${sorted.map((key) => key.currency)}::int[],
      ${sorted.map((key) => mayGoNegative(key.account))}::boolean[])
    on conflict (account_id, currency_id) do nothing`);
}

/** New balances in 1e-10, column by column. */
export interface BalanceColumns {
  readonly accounts: readonly AccountId[];
  readonly currencies: readonly CurrencyId[];
  readonly available: readonly bigint[];
  readonly held: readonly bigint[];
}

const UPDATE = `
update ledger_balances b set available = d.available, held = d.held
from unnest($1::bigint[], $2::int[], $3::numeric[], $4::numeric[]) as d (account_id, currency_id, available, held)
where b.account_id = d.account_id and b.currency_id = d.currency_id`;

/** Writes balances that this transaction has locked: the read values are still valid. */
export async function writeBalances(tx: Tx, rows: BalanceColumns): Promise<void> {
  await tx.prepared('ledger_balances', UPDATE, [
    plainArray(rows.accounts),
    plainArray(rows.currencies),
    decimalArray(rows.available),
    decimalArray(rows.held),
  ]);
}

export interface JournalColumns {
  readonly keys: readonly string[];
  readonly kinds: readonly string[];
  readonly references: readonly string[];
  /** Hexadecimal; empty if journals are never replayed. */
  readonly hashes: readonly string[];
}

// A shorter array is padded with nulls: no hashes at all is an empty one. Ids are drawn in the order of the rows, so
// sorted they are the journals' in order.
const JOURNALS = `
with added as (
  insert into ledger_journals (key, kind, reference, input_hash, at)
  select key, kind, reference, decode(hash, 'hex'), to_timestamp($5::float8 / 1000)
  from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as j (key, kind, reference, hash, place)
  order by place
  returning id
)
select string_agg(id::text, ',' order by id) as ids from added`;

/**
 * Inserts journals of one time (unix ms) and returns their ids in order. An existing key violates
 * `ledger_journals_key`.
 */
export async function addJournals(tx: Tx, at: number, rows: JournalColumns): Promise<number[]> {
  const [added] = await tx.prepared<{ ids: string }>('ledger_journals', JOURNALS, [
    textArray(rows.keys),
    textArray(rows.kinds),
    textArray(rows.references),
    textArray(rows.hashes),
    at,
  ]);
  return (added?.ids ?? '').split(',').map(Number);
}

export interface PostingColumns {
  readonly journals: readonly number[];
  readonly accounts: readonly AccountId[];
  readonly currencies: readonly CurrencyId[];
  readonly available: readonly bigint[];
  readonly held: readonly bigint[];
  readonly availableAfter: readonly bigint[];
  readonly heldAfter: readonly bigint[];
}

const POSTINGS = `
insert into ledger_postings (journal_id, account_id, at, currency_id, available, held, available_after, held_after)
select journal_id, account_id, to_timestamp($8::float8 / 1000), currency_id, available, held, available_after, held_after
from unnest($1::bigint[], $2::bigint[], $3::int[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[])
  as p (journal_id, account_id, currency_id, available, held, available_after, held_after)`;

/**
 * All postings of the journals at once: the database checks the sums after the statement. Ids follow the order of the
 * rows.
 */
export async function addPostings(tx: Tx, at: number, rows: PostingColumns): Promise<void> {
  await tx.prepared('ledger_postings', POSTINGS, [
    plainArray(rows.journals),
    plainArray(rows.accounts),
    plainArray(rows.currencies),
    decimalArray(rows.available),
    decimalArray(rows.held),
    decimalArray(rows.availableAfter),
    decimalArray(rows.heldAfter),
    at,
  ]);
}

export interface KnownJournal {
  readonly id: number;
  readonly key: string;
  readonly hash: string;
}

const FIND = `
select id, key, coalesce(encode(input_hash, 'hex'), '') as hash from ledger_journals where key = any($1::text[])`;

/** Journals that carry one of the keys, with their input hash in hexadecimal. */
export const findJournals = (tx: Queries, keys: readonly string[]): Promise<KnownJournal[]> =>
  tx.prepared<KnownJournal>('ledger_find', FIND, [textArray(keys)]);

interface StoredBalance {
  account: AccountId;
  currency: CurrencyId;
  available: string;
  held: string;
}
const toBalance = (row: StoredBalance): Balance => ({
  ...row,
  available: amount(row.available),
  held: amount(row.held),
});

export async function readBalances(queries: Queries, accounts: readonly AccountId[]): Promise<Balance[]> {
  const rows = await queries.rows<StoredBalance>(sql`
    select account_id as account, currency_id as currency, available, held
    from ledger_balances join ledger_currencies on ledger_currencies.id = currency_id
    where account_id = any(${[...accounts]}::bigint[]) and (available <> 0 or held <> 0)
    order by account_id, position`);
  return rows.map(toBalance);
}

export async function readBalance(
  queries: Queries,
  account: AccountId,
  currency: CurrencyId,
): Promise<Balance | undefined> {
  const row = await queries.maybe<StoredBalance>(sql`
    select account_id as account, currency_id as currency, available, held
    from ledger_balances where account_id = ${account} and currency_id = ${currency}`);
  return row && toBalance(row);
}

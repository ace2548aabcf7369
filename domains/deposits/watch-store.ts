import { currencyId } from '@karat/contract';
import type { CurrencyId, DepositState, NetworkId, UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Block, Transfer } from '@karat/platform/chains';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** How far a chain has been read. */
export interface Progress {
  readonly height: number;
  readonly hash: string;
}

export const readProgress = (q: Queries, network: NetworkId): Promise<Progress | undefined> =>
  q.maybe<Progress>(sql`select height, hash from deposits_watchers where network = ${network}`);

/** Inserts the start of a chain that was never read. */
export const insertProgress = (tx: Tx, network: NetworkId, block: Block, at: number): Promise<number> =>
  tx.run(sql`
    insert into deposits_watchers (network, height, hash, node_height, seen_at)
    values (${network}, ${block.height}, ${block.hash}, ${block.height}, to_timestamp(${at} / 1000.0))
    on conflict do nothing`);

/** Advances the watcher's row if it is unchanged; false if another watcher was first. */
export async function claim(tx: Tx, network: NetworkId, from: Progress): Promise<boolean> {
  const row = await tx.maybe<Progress>(
    sql`select height, hash from deposits_watchers where network = ${network} for update`,
  );
  return row?.height === from.height && row.hash === from.hash;
}

export async function moveTo(tx: Tx, network: NetworkId, to: Progress): Promise<void> {
  await tx.run(sql`
    insert into deposits_blocks (network, height, hash) values (${network}, ${to.height}, ${to.hash})
    on conflict (network, height) do update set hash = excluded.hash`);
  await tx.run(
    sql`update deposits_watchers set height = ${to.height}, hash = ${to.hash} where network = ${network}`,
  );
}

/** Depth in blocks beyond any reorganisation that is followed. */
export const forgetBlocks = (tx: Tx, network: NetworkId, below: number): Promise<number> =>
  tx.run(sql`delete from deposits_blocks where network = ${network} and height < ${below}`);

export const forgetBlock = (tx: Tx, network: NetworkId, height: number): Promise<number> =>
  tx.run(sql`delete from deposits_blocks where network = ${network} and height = ${height}`);

export const blockAt = (q: Queries, network: NetworkId, height: number): Promise<Progress | undefined> =>
  q.maybe<Progress>(
    sql`select height, hash from deposits_blocks where network = ${network} and height = ${height}`,
  );

/** Stores the last response or error of the node. */
export const noteNode = (
  q: Queries,
  network: NetworkId,
  said: { readonly height: number } | { readonly failure: string },
  at: number,
): Promise<number> =>
  'height' in said
    ? q.run(sql`
        update deposits_watchers set node_height = ${said.height}, failure = null, seen_at = to_timestamp(${at} / 1000.0)
        where network = ${network}`)
    : q.run(sql`update deposits_watchers set failure = ${said.failure} where network = ${network}`);

export interface DepositRow {
  readonly id: number;
  readonly network: NetworkId;
  readonly transaction: string;
  readonly userId: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly minimum: Amount;
  readonly confirmations: number;
}

interface Raw extends Omit<DepositRow, 'amount' | 'minimum' | 'currency'> {
  readonly currency: number;
  readonly amount: string;
  readonly minimum: string;
}
const columns = sql`id, network, transaction, user_id as "userId", currency_id as currency, amount, minimum, confirmations`;
const read = (row: Raw): DepositRow => ({
  ...row,
  currency: currencyId(row.currency),
  amount: amount(row.amount),
  minimum: amount(row.minimum),
});

export interface NewDeposit {
  readonly transfer: Transfer;
  readonly user: UserId | null;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly minimum: Amount;
  readonly confirmations: number;
  readonly state: DepositState;
}

/**
 * Stores a payment. One that a reorganisation had undone moves to its new block; any other known one stays unchanged,
 * credited ones above all. Returns the row if it is new or moved.
 */
export async function saveDeposit(
  tx: Tx,
  network: NetworkId,
  block: Block,
  { transfer, ...deposit }: NewDeposit,
  at: number,
): Promise<DepositRow | undefined> {
  const row = await tx.maybe<Raw>(sql`
    insert into deposits_deposits (network, transaction, output, height, block_hash, address, user_id, currency_id, units,
      amount, minimum, confirmations, state, created_at)
    values (${network}, ${transfer.transaction}, ${transfer.output}, ${block.height}, ${block.hash}, ${transfer.to},
      ${deposit.user}, ${deposit.currency}, ${String(transfer.units)}, ${format(deposit.amount)},
      ${format(deposit.minimum)}, ${deposit.confirmations}, ${deposit.state}, to_timestamp(${at} / 1000.0))
    on conflict (network, transaction, output) do update
      set state = excluded.state, height = excluded.height, block_hash = excluded.block_hash, units = excluded.units,
        amount = excluded.amount, decided_at = null
      where deposits_deposits.state = 'orphaned'
    returning ${columns}`);
  return row && read(row);
}

/** Undoes the deposits of a block that are not credited. */
export const orphan = async (
  tx: Tx,
  network: NetworkId,
  block: Progress,
  at: number,
): Promise<DepositRow[]> =>
  (
    await tx.rows<Raw>(sql`
      update deposits_deposits set state = 'orphaned', decided_at = to_timestamp(${at} / 1000.0)
      where network = ${network} and height = ${block.height} and block_hash = ${block.hash}
        and state in ('pending', 'below_minimum') and user_id is not null
      returning ${columns}`)
  ).map(read);

/** Removes the exchange's own receipts of a lost block. */
export const deleteHouseReceipts = (tx: Tx, network: NetworkId, block: Progress): Promise<number> =>
  tx.run(sql`
    delete from deposits_deposits
    where network = ${network} and height = ${block.height} and block_hash = ${block.hash} and state = 'house'`);

/** Claims pending deposits with enough confirmations. Locks the watcher's row, so that no block is undone meanwhile. Those in a `waiting` currency stay. */
export async function claimMature(
  tx: Tx,
  network: NetworkId,
  limit: number,
  waiting: readonly CurrencyId[] = [],
): Promise<DepositRow[]> {
  const progress = await tx.maybe<Progress>(
    sql`select height, hash from deposits_watchers where network = ${network} for share`,
  );
  if (!progress) return [];
  const rows = await tx.rows<Raw>(sql`
    select ${columns} from deposits_deposits
    where network = ${network} and state = 'pending' and height <= ${progress.height} - confirmations + 1
      and not (currency_id = any(${[...waiting]}::int[]))
    order by id limit ${limit} for update skip locked`);
  return rows.map(read);
}

export const markCredited = (tx: Tx, id: number, journal: number, at: number): Promise<number> =>
  tx.run(sql`
    update deposits_deposits set state = 'credited', journal_id = ${journal}, decided_at = to_timestamp(${at} / 1000.0)
    where id = ${id} and state = 'pending'`);

/** Returns true if the transaction spends outputs to our addresses. */
export async function spendsOwn(tx: Tx, network: NetworkId, { spends }: Transfer): Promise<boolean> {
  if (spends.length === 0) return false;
  const { own } = await tx.one<{ own: boolean }>(sql`
    select exists (
      select from deposits_outputs o
      join unnest(${spends.map((each) => each.transaction)}::text[], ${spends.map((each) => each.output)}::int[])
        as s(transaction, output) on s.transaction = o.transaction and s.output = o.output
      where o.network = ${network}) as own`);
  return own;
}

/** Returns true if the transaction was recorded as a transfer of the exchange's own money. */
export const isNamedOwn = async (tx: Tx, network: NetworkId, transaction: string): Promise<boolean> =>
  (await tx.maybe(
    sql`select 1 from deposits_own_transactions where network = ${network} and transaction = ${transaction}`,
  )) !== undefined;

export const noteOwn = (tx: Tx, network: NetworkId, transaction: string): Promise<number> =>
  tx.run(sql`
    insert into deposits_own_transactions (network, transaction) values (${network}, ${transaction})
    on conflict do nothing`);

export const saveOutput = (tx: Tx, network: NetworkId, height: number, transfer: Transfer): Promise<number> =>
  tx.run(sql`
    insert into deposits_outputs (network, transaction, output, address, units, height)
    values (${network}, ${transfer.transaction}, ${transfer.output}, ${transfer.to}, ${String(transfer.units)}, ${height})
    on conflict (network, transaction, output) do update set height = excluded.height, spent = false`);

export const dropOutputs = (tx: Tx, network: NetworkId, height: number): Promise<number> =>
  tx.run(sql`delete from deposits_outputs where network = ${network} and height = ${height}`);

import { currencyId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import type { AccountId, BalanceCursor } from '@karat/domains/ledger';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Lot } from '@karat/rules';
import type { AssetRow } from './assets.ts';
import type { FillCursors } from './deps.ts';
import type { Debt } from './types.ts';

/** How far the postings of a user are counted. */
export interface Progress {
  readonly seq: number;
  readonly counted: number;
  readonly firstMs: number | null;
  readonly countedMs: number | null;
  readonly complete: boolean;
  readonly scanId: number;
  readonly fills: FillCursors;
}

interface ProgressRow {
  seq: number;
  counted: number;
  first_at: number | null;
  counted_at: number | null;
  complete: boolean;
  scan_id: number;
  maker_fill: number;
  taker_fill: number;
}

const progressOf = (row: ProgressRow): Progress => ({
  seq: row.seq,
  counted: row.counted,
  firstMs: row.first_at,
  countedMs: row.counted_at,
  complete: row.complete,
  scanId: row.scan_id,
  fills: { maker: row.maker_fill, taker: row.taker_fill },
});

/** Locks the portfolio of a user, created if missing; undefined while another transaction counts it. */
export async function lockProgress(tx: Tx, user: UserId): Promise<Progress | undefined> {
  await tx.run(sql`insert into portfolio_users (user_id) values (${user}) on conflict do nothing`);
  const row = await tx.maybe<ProgressRow>(
    sql`select * from portfolio_users where user_id = ${user} for update skip locked`,
  );
  return row && progressOf(row);
}

export async function readProgress(db: Queries, user: UserId): Promise<Progress | undefined> {
  const row = await db.maybe<ProgressRow>(sql`select * from portfolio_users where user_id = ${user}`);
  return row && progressOf(row);
}

export const writeProgress = (tx: Tx, user: UserId, to: Progress): Promise<number> =>
  tx.run(sql`
    update portfolio_users set seq = ${to.seq}, counted = ${to.counted}, complete = ${to.complete},
      first_at = to_timestamp(${to.firstMs}::float8 / 1000.0), counted_at = to_timestamp(${to.countedMs}::float8 / 1000.0),
      scan_id = ${to.scanId}, maker_fill = ${to.fills.maker}, taker_fill = ${to.fills.taker}
    where user_id = ${user}`);

/** A user whose portfolio has postings that are not counted, the longest waiting first. */
export const nextIncomplete = async (db: Queries): Promise<UserId | undefined> =>
  (
    await db.maybe<{ user_id: UserId }>(
      sql`select user_id from portfolio_users where not complete order by counted_at, user_id limit 1`,
    )
  )?.user_id;

/** Counted part of a balance. */
export interface CountedBalance extends BalanceCursor {
  readonly available: Amount;
  readonly held: Amount;
}

export async function readCounted(db: Queries, user: UserId): Promise<CountedBalance[]> {
  type Row = {
    account: AccountId;
    currency: CurrencyId;
    postingId: number;
    available: string;
    held: string;
  };
  const rows = await db.rows<Row>(sql`
    select account_id as account, currency_id as currency, posting_id as "postingId", available, held
    from portfolio_balances where user_id = ${user}`);
  return rows.map((row) => ({ ...row, available: amount(row.available), held: amount(row.held) }));
}

export const writeCounted = (tx: Tx, user: UserId, rows: readonly CountedBalance[]): Promise<number> =>
  tx.run(sql`
    insert into portfolio_balances (user_id, account_id, currency_id, posting_id, available, held)
    select ${user}::bigint, * from unnest(
      ${rows.map(({ account }) => account)}::bigint[], ${rows.map(({ currency }) => currency)}::int[],
      ${rows.map(({ postingId }) => postingId)}::bigint[], ${rows.map((row) => format(row.available))}::numeric[],
      ${rows.map((row) => format(row.held))}::numeric[])
    on conflict (user_id, account_id, currency_id) do update
      set posting_id = excluded.posting_id, available = excluded.available, held = excluded.held`);

type Stored<Row> = { readonly [Name in keyof Row]: Row[Name] extends Amount ? string : Row[Name] };

/** Assets of a user. */
export async function readAssets(db: Queries, user: UserId): Promise<AssetRow[]> {
  const rows = await db.rows<Stored<AssetRow>>(sql`
    select currency_id as currency, quantity, held, cost_average as "costAverage", cost_fifo as "costFifo",
      realised_average as "realisedAverage", realised_fifo as "realisedFifo", income, fees, owed
    from portfolio_assets where user_id = ${user} order by currency_id`);
  return rows.map((row) => ({
    currency: currencyId(row.currency),
    quantity: amount(row.quantity),
    held: amount(row.held),
    costAverage: amount(row.costAverage),
    costFifo: amount(row.costFifo),
    realisedAverage: amount(row.realisedAverage),
    realisedFifo: amount(row.realisedFifo),
    income: amount(row.income),
    fees: amount(row.fees),
    owed: amount(row.owed),
  }));
}

export const writeAssets = (tx: Tx, user: UserId, rows: readonly AssetRow[]): Promise<number> => {
  const column = (of: (row: AssetRow) => Amount) => rows.map((row) => format(of(row)));
  return tx.run(sql`
    insert into portfolio_assets (user_id, currency_id, quantity, held, cost_average, cost_fifo, realised_average,
      realised_fifo, income, fees, owed)
    select ${user}::bigint, * from unnest(
      ${rows.map(({ currency }) => currency)}::int[], ${column((row) => row.quantity)}::numeric[],
      ${column((row) => row.held)}::numeric[], ${column((row) => row.costAverage)}::numeric[],
      ${column((row) => row.costFifo)}::numeric[], ${column((row) => row.realisedAverage)}::numeric[],
      ${column((row) => row.realisedFifo)}::numeric[], ${column((row) => row.income)}::numeric[],
      ${column((row) => row.fees)}::numeric[], ${column((row) => row.owed)}::numeric[])
    on conflict (user_id, currency_id) do update set quantity = excluded.quantity, held = excluded.held,
      cost_average = excluded.cost_average, cost_fifo = excluded.cost_fifo,
      realised_average = excluded.realised_average, realised_fifo = excluded.realised_fifo,
      income = excluded.income, fees = excluded.fees, owed = excluded.owed`);
};

/** Rows of lots that one statement reads. */
const LOTS = 1_000;

/** The oldest open lots of a currency until they hold at least `needed`; all of them without a limit. */
export async function readLots(
  db: Queries,
  user: UserId,
  currency: CurrencyId,
  needed: Amount | undefined,
): Promise<Lot[]> {
  type Row = { id: number; acquiredMs: number; quantity: string; cost: string; estimated: boolean };
  const lots: Lot[] = [];
  let sum = 0n;
  while (needed === undefined || sum < needed) {
    const rows = await db.rows<Row>(sql`
      select seq as id, acquired_at as "acquiredMs", quantity, cost, estimated from portfolio_lots
      where user_id = ${user} and currency_id = ${currency} and seq > ${lots.at(-1)?.id ?? -1}
      order by seq limit ${LOTS}`);
    for (const row of rows) {
      lots.push({ ...row, quantity: amount(row.quantity), cost: amount(row.cost) });
      sum += amount(row.quantity);
    }
    if (rows.length < LOTS) break;
  }
  return lots;
}

export interface NewLot extends Lot {
  readonly type: string;
  readonly kind: string;
  readonly acquired: Amount;
}

export interface LotChanges {
  readonly currency: CurrencyId;
  readonly removed: readonly number[];
  readonly changed: readonly Lot[];
  readonly added: readonly NewLot[];
}

export async function writeLots(tx: Tx, user: UserId, all: readonly LotChanges[]): Promise<void> {
  const removed = all.flatMap(({ currency, removed: ids }) => ids.map((id) => ({ currency, id })));
  const changed = all.flatMap(({ currency, changed: lots }) => lots.map((lot) => ({ currency, ...lot })));
  const added = all.flatMap(({ currency, added: lots }) => lots.map((lot) => ({ currency, ...lot })));
  if (removed.length > 0)
    await tx.run(sql`
      delete from portfolio_lots l using unnest(
        ${removed.map(({ currency }) => currency)}::int[], ${removed.map(({ id }) => id)}::bigint[]) as r (currency_id, seq)
      where l.user_id = ${user} and l.currency_id = r.currency_id and l.seq = r.seq`);
  if (changed.length > 0)
    await tx.run(sql`
      update portfolio_lots l set quantity = c.quantity, cost = c.cost from unnest(
        ${changed.map(({ currency }) => currency)}::int[], ${changed.map(({ id }) => id)}::bigint[],
        ${changed.map((lot) => format(lot.quantity))}::numeric[], ${changed.map((lot) => format(lot.cost))}::numeric[])
        as c (currency_id, seq, quantity, cost)
      where l.user_id = ${user} and l.currency_id = c.currency_id and l.seq = c.seq`);
  if (added.length > 0)
    await tx.run(sql`
      insert into portfolio_lots (user_id, currency_id, seq, acquired_at, type, kind, acquired, quantity, cost, estimated)
      select ${user}::bigint, a.currency_id, a.seq, to_timestamp(a.at::float8 / 1000.0), a.type, a.kind, a.acquired,
        a.quantity, a.cost, a.estimated
      from unnest(
        ${added.map(({ currency }) => currency)}::int[], ${added.map(({ id }) => id)}::bigint[],
        ${added.map(({ acquiredMs }) => acquiredMs)}::bigint[], ${added.map(({ type }) => type)}::text[],
        ${added.map(({ kind }) => kind)}::text[], ${added.map((lot) => format(lot.acquired))}::numeric[],
        ${added.map((lot) => format(lot.quantity))}::numeric[], ${added.map((lot) => format(lot.cost))}::numeric[],
        ${added.map(({ estimated }) => estimated)}::boolean[])
        as a (currency_id, seq, at, type, kind, acquired, quantity, cost, estimated)`);
}

export async function readDebts(db: Queries, user: UserId): Promise<Debt[]> {
  const rows = await db.rows<Stored<Debt>>(sql`
    select reference, currency_id as currency, owed, value from portfolio_debts where user_id = ${user}`);
  return rows.map((row) => ({
    reference: row.reference,
    currency: currencyId(row.currency),
    owed: amount(row.owed),
    value: amount(row.value),
  }));
}

/** Replaces the open debts of a user. */
export async function writeDebts(tx: Tx, user: UserId, debts: readonly Debt[]): Promise<void> {
  await tx.run(sql`delete from portfolio_debts where user_id = ${user}`);
  if (debts.length === 0) return;
  await tx.run(sql`
    insert into portfolio_debts (user_id, reference, currency_id, owed, value)
    select ${user}::bigint, * from unnest(
      ${debts.map(({ reference }) => reference)}::text[], ${debts.map(({ currency }) => currency)}::int[],
      ${debts.map(({ owed }) => format(owed))}::numeric[], ${debts.map(({ value }) => format(value))}::numeric[])`);
}

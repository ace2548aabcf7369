import type { FiatLineState } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { StatementLine } from '@karat/platform/statements';
import type { Paged } from './store.ts';

/** A stored statement line. */
export interface BankLine {
  readonly id: number;
  readonly statementId: number;
  readonly importedBy: string;
  readonly account: string;
  readonly bankReference: string;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string;
  readonly amount: Amount;
  readonly currency: string;
  readonly payer: string;
  readonly remittance: string;
  readonly reference: string | null;
  readonly state: FiatLineState;
  readonly orderId: number | null;
  readonly note: string;
}

type Row = Omit<BankLine, 'amount'> & { readonly amount: string };
const read = (row: Row): BankLine => ({ ...row, amount: amount(row.amount) });

const columns = sql`l.id, l.statement_id as "statementId", s.imported_by as "importedBy", l.account,
  l.bank_reference as "bankReference", to_char(l.booked_on, 'YYYY-MM-DD') as "bookedOn", l.amount, l.currency, l.payer,
  l.remittance, l.reference, l.state, l.order_id as "orderId", l.note`;
const tables = sql`fiat_lines l join fiat_statements s on s.id = l.statement_id`;

export interface NewLine extends StatementLine {
  readonly reference: string | null;
  readonly matched: boolean;
}

/** Stores lines. Returns the count. */
export const insertLines = (
  tx: Tx,
  statement: number,
  account: string,
  lines: readonly NewLine[],
): Promise<number> =>
  tx.run(sql`
    insert into fiat_lines
      (statement_id, account, bank_reference, booked_on, amount, currency, payer, remittance, reference, state)
    select ${statement}::bigint, ${account}, d.* from unnest(
      ${lines.map((line) => line.bankReference)}::text[], ${lines.map((line) => line.bookedOn)}::date[],
      ${lines.map((line) => format(line.amount))}::numeric[], ${lines.map((line) => line.currency)}::text[],
      ${lines.map((line) => line.payer)}::text[], ${lines.map((line) => line.remittance)}::text[],
      ${lines.map((line) => line.reference)}::text[],
      ${lines.map((line) => (line.matched ? 'matched' : 'unmatched'))}::text[]) as d
    order by 1`);

export async function lineById(db: Queries, id: number): Promise<BankLine | undefined> {
  const row = await db.maybe<Row>(sql`select ${columns} from ${tables} where l.id = ${id}`);
  return row && read(row);
}

/** Locks a line until the transaction ends. */
export async function lockLine(tx: Tx, id: number): Promise<BankLine | undefined> {
  const row = await tx.maybe<Row>(sql`select ${columns} from ${tables} where l.id = ${id} for update of l`);
  return row && read(row);
}

export const decideLine = (
  tx: Tx,
  id: number,
  decided: {
    readonly state: 'used' | 'set_aside' | 'returned';
    readonly orderId?: number;
    readonly note?: string;
  },
): Promise<number> =>
  tx.run(sql`
    update fiat_lines set state = ${decided.state}, order_id = ${decided.orderId ?? null},
      note = coalesce(${decided.note ?? null}, note)
    where id = ${id}`);

const CANDIDATES_MAX = 20;

/**
 * Returns open lines that name a reference, or that have the same amount and currency without any reference; used
 * lines of the order too.
 */
export async function candidates(
  db: Queries,
  order: {
    readonly id: number;
    readonly reference: string;
    readonly amount: Amount;
    readonly currency: string;
  },
): Promise<BankLine[]> {
  const rows = await db.rows<Row>(sql`
    select ${columns} from ${tables}
    where l.order_id = ${order.id} or l.reference = ${order.reference}
      or (l.reference is null and l.state in ('unmatched', 'matched') and l.currency = ${order.currency}
        and l.amount = ${format(order.amount)}::numeric)
    order by l.id desc limit ${CANDIDATES_MAX}`);
  return rows.map(read);
}

const inState = (state: FiatLineState | undefined): Sql =>
  state === undefined ? sql`true` : sql`l.state = ${state}`;

export async function readLines(
  db: Queries,
  state: FiatLineState | undefined,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<Paged<BankLine>> {
  const where = inState(state);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from fiat_lines l where ${where}`,
  );
  const rows = await db.rows<Row>(sql`
    select ${columns} from ${tables} where ${where} order by l.id desc limit ${limit} offset ${(page - 1) * limit}`);
  return { total, rows: rows.map(read) };
}

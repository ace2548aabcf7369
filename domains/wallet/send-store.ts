import { currencyId, userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { PageRequest, Paged } from './store.ts';

export interface SendRecord {
  readonly from: UserId;
  readonly to: UserId;
  readonly currency: CurrencyId;
  readonly number: Amount;
  /** In USDT at the index of that moment. */
  readonly worth: Amount;
  readonly note: string;
  /** Unix ms. */
  readonly at: number;
}

export async function insertSend(tx: Tx, s: SendRecord): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into wallet_sends (from_user_id, to_user_id, currency_id, number, worth, note, at)
    values (${s.from}, ${s.to}, ${s.currency}, ${format(s.number)}, ${format(s.worth)}, ${s.note},
      to_timestamp(${s.at} / 1000.0))
    returning id`);
  return id;
}

export interface SentRow {
  readonly id: number;
  readonly direction: 'in' | 'out';
  readonly other: UserId;
  readonly currency: CurrencyId;
  readonly number: Amount;
  readonly note: string;
  /** Unix ms. */
  readonly at: number;
}

const mine = (user: UserId, direction: 'in' | 'out' | undefined): Sql => {
  const out = sql`from_user_id = ${user}`;
  const into = sql`to_user_id = ${user}`;
  if (direction === undefined) return sql`(${out} or ${into})`;
  return direction === 'out' ? out : into;
};

/** Returns a user's sent and received transfers, newest first. */
export async function readSends(
  db: Queries,
  user: UserId,
  direction: 'in' | 'out' | undefined,
  { page, limit }: PageRequest,
): Promise<Paged<SentRow>> {
  const where = mine(user, direction);
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from wallet_sends where ${where}`);
  type Row = Record<'id' | 'other' | 'currency' | 'at', number> &
    Record<'number' | 'note', string> & { out: boolean };
  const rows = await db.rows<Row>(sql`
    select id, from_user_id = ${user} as out, case when from_user_id = ${user} then to_user_id else from_user_id end as other,
      currency_id as currency, number, note, at
    from wallet_sends where ${where} order by id desc limit ${limit} offset ${(page - 1) * limit}`);
  const read = ({ id, out, other, currency, number, note, at }: Row): SentRow => ({
    id,
    note,
    at,
    direction: out ? 'out' : 'in',
    other: userId(other),
    currency: currencyId(currency),
    number: amount(number),
  });
  return { total, rows: rows.map(read) };
}

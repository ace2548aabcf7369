import { currencyId } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export const setBankReference = (tx: Tx, id: number, reference: string): Promise<number> =>
  tx.run(sql`update withdrawals_requests set bank_reference = ${reference} where id = ${id}`);

export const insertBatch = async (
  tx: Tx,
  batch: { type: number; currency: CurrencyId; count: number; total: Amount; by: string },
  at: number,
): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into withdrawals_batches (type, currency_id, count, total, by, created_at)
      values (${batch.type}, ${batch.currency}, ${batch.count}, ${format(batch.total)}, ${batch.by}, to_timestamp(${at} / 1000.0))
      returning id`)
  ).id;

export interface Batch {
  readonly id: number;
  readonly type: 1 | 2;
  readonly currency: CurrencyId;
  readonly count: number;
  readonly open: number;
  readonly total: Amount;
  readonly by: string;
  readonly at: number;
}

export async function readBatches(
  queries: Queries,
  page: { readonly page: number; readonly limit: number },
  id?: number,
): Promise<{ rows: Batch[]; total: number }> {
  const { total } = await queries.one<{ total: number }>(
    sql`select count(*) as total from withdrawals_batches`,
  );
  const rows = await queries.rows<Omit<Batch, 'total'> & { total: string }>(sql`
    select b.id, b.type, b.currency_id as currency, b.count, b.total, b.by, b.created_at as at,
      (select count(*) from withdrawals_requests w where w.batch_id = b.id and w.state = 'exported') as open
    from withdrawals_batches b ${id === undefined ? empty : sql`where b.id = ${id}`}
    order by b.id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  return {
    total,
    rows: rows.map((row) => ({ ...row, currency: currencyId(row.currency), total: amount(row.total) })),
  };
}

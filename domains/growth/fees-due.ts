import { currencyId, userId } from '@karat/contract';
import { ZERO, amount, format } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { utcDay } from '@karat/rules';
import type { FeeSource, PaidFees } from './types.ts';

/** A fee that a user paid, and the volume behind it. */
export type PaidFee = Omit<PaidFees, 'day'> & {
  /** Unix ms. */
  readonly atMs: number;
};

/** Writes a paid fee down for the counting, in the transaction that charges it; a fee of 0 counts as nothing. */
export async function recordFee(tx: Tx, paid: PaidFee): Promise<void> {
  if (paid.fee <= ZERO) return;
  await tx.run(sql`
    insert into growth_fees_due (product, user_id, day, currency_id, fee, volume_currency_id, volume)
    values ('conversion', ${paid.userId}, ${utcDay(paid.atMs)}::date, ${paid.currency}, ${format(paid.fee)},
      ${paid.volumeCurrency}, ${format(paid.volume)})`);
}

interface Row {
  readonly id: number;
  readonly user_id: number;
  readonly day: string;
  readonly currency_id: number;
  readonly fee: string;
  readonly volume_currency_id: number;
  readonly volume: string;
}

const feesOf = (row: Row): PaidFees => ({
  userId: userId(row.user_id),
  day: row.day,
  currency: currencyId(row.currency_id),
  fee: amount(row.fee),
  volumeCurrency: currencyId(row.volume_currency_id),
  volume: amount(row.volume),
});

/**
 * Fees that wait for the counting. A read takes the rows away, so that each is counted once whatever the order of commits; the
 * cursor selects nothing. Every row has one largest id among those that are read with it, so the keys of journals differ.
 */
export const dueFees: FeeSource = {
  name: 'conversions',
  product: 'conversion',
  async read(tx, _, limit) {
    const rows = await tx.rows<Row>(sql`
      with taken as (
        delete from growth_fees_due where id in (select id from growth_fees_due order by id limit ${limit} for update skip locked)
        returning *)
      select id, user_id, to_char(day, 'YYYY-MM-DD') as day, currency_id, fee, volume_currency_id, volume from taken order by id`);
    return { lastId: rows.at(-1)?.id ?? 0, count: rows.length, fees: rows.map(feesOf) };
  },
};

import { amount, format, rate } from '@karat/money';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Sql, Tx } from '@karat/platform/db';
import type { VipTerms } from './types.ts';

interface Row {
  readonly level: number;
  readonly volume: string;
  readonly balance: string;
  readonly fee_discount: string;
  readonly outflow_factor: string;
  readonly multiple_max: number;
}

const toTerms = (row: Row): VipTerms => ({
  level: row.level,
  volume: amount(row.volume),
  balance: amount(row.balance),
  feeDiscount: rate(row.fee_discount),
  outflowFactor: rate(row.outflow_factor),
  multipleMax: row.multiple_max,
});

const read = async (db: Queries, lock: Sql): Promise<VipTerms[]> =>
  (await db.rows<Row>(sql`select * from growth_vip_terms order by level ${lock}`)).map(toTerms);

/** Terms of all levels, the lowest first. */
export const readVipTerms = (db: Queries): Promise<VipTerms[]> => read(db, empty);

/** The terms, locked until the transaction ends. */
export const lockVipTerms = (tx: Tx): Promise<VipTerms[]> => read(tx, sql`for update`);

/** Stores the terms of one level. */
export async function writeVipTerms(tx: Tx, terms: VipTerms): Promise<void> {
  await tx.run(sql`
    update growth_vip_terms set volume = ${format(terms.volume)}, balance = ${format(terms.balance)},
      fee_discount = ${format(terms.feeDiscount)}, outflow_factor = ${format(terms.outflowFactor)},
      multiple_max = ${terms.multipleMax}
    where level = ${terms.level}`);
}

/** Number that grows with every change of terms or levels. */
export const readVersion = async (db: Queries): Promise<number> =>
  (await db.one<{ version: number }>(sql`select version from growth_state`)).version;

export const raiseVersion = (tx: Tx): Promise<number> =>
  tx.run(sql`update growth_state set version = version + 1`);

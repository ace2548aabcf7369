import type { CurrencyId, UserId } from '@karat/contract';
import { transferRecords } from '@karat/domains/support';
import type { RecordSource, TransferRow } from '@karat/domains/support';
import { empty, sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

const rowsOf = (db: Queries, user: UserId, id: number | undefined, limit: number): Promise<TransferRow[]> =>
  db.rows<TransferRow>(sql`
    select id, currency_id as currency, trim_scale(amount)::text as amount, network, created_at as "createdMs"
    from deposits_deposits where user_id = ${user} ${id === undefined ? empty : sql`and id = ${id}`}
    order by id desc limit ${limit}`);

/** Deposits that a user can refer to in a message to customer service. */
export const depositRecords = (codeOf: (currency: CurrencyId) => string): RecordSource =>
  transferRecords(rowsOf, codeOf);

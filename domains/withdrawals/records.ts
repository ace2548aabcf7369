import type { CurrencyId, UserId } from '@karat/contract';
import type { RecordSource } from '@karat/domains/support';
import { empty, sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

interface Row {
  readonly id: number;
  readonly currency: CurrencyId;
  readonly amount: string;
  readonly network: string;
  readonly createdMs: number;
}

const rowsOf = (db: Queries, user: UserId, id: number | undefined, limit: number): Promise<Row[]> =>
  db.rows<Row>(sql`
    select id, currency_id as currency, trim_scale(number)::text as amount, network, created_at as "createdMs"
    from withdrawals_requests where user_id = ${user} ${id === undefined ? empty : sql`and id = ${id}`}
    order by id desc limit ${limit}`);

/** Withdrawals that a user can refer to in a message to customer service. */
export function withdrawalRecords(codeOf: (currency: CurrencyId) => string): RecordSource {
  const record = ({ id, currency, amount, network, createdMs }: Row) => ({
    id,
    title: `${amount} ${codeOf(currency)}`,
    detail: network,
    createdMs,
  });
  return {
    recent: async (db, user, limit) => (await rowsOf(db, user, undefined, limit)).map(record),
    find: async (db, user, id) => (await rowsOf(db, user, id, 1)).map(record)[0],
  };
}

import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { empty, sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** A paid purchase, as monitoring of transactions reads it. */
export interface PaidPurchase {
  readonly id: number;
  readonly user: UserId;
  /** What the user received, in USDT. */
  readonly received: Amount;
  readonly reference: string;
  /** Name of the payer on the bank statement; null if a provider took the payment. */
  readonly payer: string | null;
  /** Unix ms. */
  readonly at: number;
}

/** A time, both ends included, unix ms. */
interface Period {
  readonly since: number;
  readonly until: number;
}

const ROWS_MAX = 10_000;

/** Returns purchases that were paid in a time and not refunded, oldest first; of more than the limit the newest. */
async function paid(
  db: Queries,
  { since, until }: Period,
  user: UserId | undefined,
): Promise<PaidPurchase[]> {
  const rows = await db.rows<
    Omit<PaidPurchase, 'user' | 'received'> & { readonly user: number; readonly received: string }
  >(sql`
    select o.id, o.user_id as "user", o.received, o.reference, l.payer, s.at
    from fiat_steps s
    join fiat_orders o on o.id = s.order_id and o.state = 'successful'
    left join fiat_lines l on l.order_id = o.id and l.state = 'used'
    where s.state = 'successful'
      and s.at >= to_timestamp(${since} / 1000.0) and s.at <= to_timestamp(${until} / 1000.0)
      ${user === undefined ? empty : sql`and o.user_id = ${user}`}
    order by s.at desc, o.id desc limit ${ROWS_MAX}`);
  return rows.toReversed().map((row) => ({ ...row, user: userId(row.user), received: amount(row.received) }));
}

/** Returns the purchases of a user that were paid in a time. */
export const purchasesOf = (db: Queries, user: UserId, period: Period): Promise<PaidPurchase[]> =>
  paid(db, period, user);

/** Returns the purchases of all users that were paid in a time. */
export const paidIn = (db: Queries, period: Period): Promise<PaidPurchase[]> => paid(db, period, undefined);

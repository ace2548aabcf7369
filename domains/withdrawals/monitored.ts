import { currencyId, userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** A withdrawal that was not given back, as monitoring of transactions reads it. */
export interface PaidWithdrawal {
  readonly id: number;
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly number: Amount;
  readonly usdt: Amount;
  /** The address, or the masked card. */
  readonly payee: string;
  /** Unix ms. */
  readonly at: number;
}

/** A time, both ends included, unix ms. */
interface Period {
  readonly since: number;
  readonly until: number;
}

const ROWS_MAX = 10_000;
const IS_PAID = sql`state not in ('rejected', 'failed', 'cancelled')`;

/** Returns the withdrawals of all users to a payee (hash in hex), oldest first; of more than the limit the newest. */
export const withdrawalsTo = async (
  db: Queries,
  payee: string,
  { since, until }: Period,
): Promise<PaidWithdrawal[]> =>
  (
    await db.rows<
      Omit<PaidWithdrawal, 'user' | 'currency' | 'number' | 'usdt'> & {
        readonly user: number;
        readonly currency: number;
        readonly number: string;
        readonly usdt: string;
      }
    >(sql`
      select id, user_id as "user", currency_id as currency, number, usdt, payee, created_at as at
      from withdrawals_requests
      where payee_hash = ${Buffer.from(payee, 'hex')} and ${IS_PAID}
        and created_at >= to_timestamp(${since} / 1000.0) and created_at <= to_timestamp(${until} / 1000.0)
      order by created_at desc, id desc limit ${ROWS_MAX}`)
  )
    .toReversed()
    .map((row) => ({
      ...row,
      user: userId(row.user),
      currency: currencyId(row.currency),
      number: amount(row.number),
      usdt: amount(row.usdt),
    }));

/** Returns the hashes in hex of payees that at least `accounts` users paid in a time. */
export const sharedPayees = async (
  db: Queries,
  { since, until, accounts }: Period & { readonly accounts: number },
  limit: number,
): Promise<string[]> =>
  (
    await db.rows<{ payee: string }>(sql`
      select encode(payee_hash, 'hex') as payee from withdrawals_requests
      where ${IS_PAID} and created_at >= to_timestamp(${since} / 1000.0) and created_at <= to_timestamp(${until} / 1000.0)
      group by payee_hash having count(distinct user_id) >= ${accounts} order by payee_hash limit ${limit}`)
  ).map(({ payee }) => payee);

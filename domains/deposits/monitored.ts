import { currencyId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** A credited deposit, as monitoring of transactions reads it. */
export interface CreditedDeposit {
  readonly kind: 'deposit' | 'voucher';
  readonly id: number;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  /** When it was credited, unix ms. */
  readonly at: number;
}

const ROWS_MAX = 10_000;

/** Returns deposits from chains and by voucher that a user was credited in a time, both ends included, oldest first. */
export const creditedTo = async (
  db: Queries,
  user: UserId,
  { since, until }: { readonly since: number; readonly until: number },
): Promise<CreditedDeposit[]> =>
  (
    await db.rows<
      Omit<CreditedDeposit, 'currency' | 'amount'> & { readonly currency: number; readonly amount: string }
    >(sql`
      select kind, id, currency, amount, at from (
        select 'deposit' as kind, id, currency_id as currency, amount, decided_at as at from deposits_deposits
          where user_id = ${user} and state = 'credited'
        union all select 'voucher', id, currency_id, amount, decided_at from deposits_vouchers
          where user_id = ${user} and status = 2
      ) credited
      where at >= to_timestamp(${since} / 1000.0) and at <= to_timestamp(${until} / 1000.0)
      order by at desc, id desc limit ${ROWS_MAX}`)
  )
    .toReversed()
    .map((row) => ({ ...row, currency: currencyId(row.currency), amount: amount(row.amount) }));

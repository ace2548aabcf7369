import { currencyId, userId } from '@karat/contract';
import type { CurrencyAmount, UserId } from '@karat/contract';
import { POSITIONS_MAX } from '@karat/domains/wealth';
import type { WealthSource } from '@karat/domains/wealth';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Running loans in the Finance tab: what is owed, and when it is due. */
export const loansWealth: WealthSource = {
  kind: 'loan',
  async read(db, user) {
    const sums = await db.rows<{ currency_id: number; debt: string; count: number }>(sql`
      select currency_id, sum(principal + interest + overdue)::text as debt, count(*) as count from loans_loans
      where user_id = ${user} and state = 'active' group by currency_id order by currency_id`);
    const rows = await db.rows<{ id: number; currency_id: number; debt: string; due_at: number }>(sql`
      select id, currency_id, (principal + interest + overdue)::text as debt, due_at from loans_loans
      where user_id = ${user} and state = 'active' order by due_at, id limit ${POSITIONS_MAX}`);
    return {
      count: sums.reduce((total, { count }) => total + count, 0),
      amounts: sums.map((row) => ({ currency: currencyId(row.currency_id), amount: amount(row.debt) })),
      earned: [],
      positions: rows.map((row) => ({
        id: row.id,
        currency: currencyId(row.currency_id),
        amount: amount(row.debt),
        nextMs: row.due_at,
      })),
    };
  },
};

/** What users owe for active loans, by user and currency. */
export async function debtsOfUsers(
  db: Queries,
  users: readonly UserId[],
): Promise<readonly (CurrencyAmount & { readonly userId: UserId })[]> {
  const rows = await db.rows<{ user_id: number; currency_id: number; debt: string }>(sql`
    select user_id, currency_id, sum(principal + interest + overdue)::text as debt from loans_loans
    where user_id = any(${[...users]}) and state = 'active' group by user_id, currency_id order by user_id, currency_id`);
  return rows.map((row) => ({
    userId: userId(row.user_id),
    currency: currencyId(row.currency_id),
    amount: amount(row.debt),
  }));
}

import { currencyId } from '@karat/contract';
import { POSITIONS_MAX } from '@karat/domains/wealth';
import type { WealthSource } from '@karat/domains/wealth';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';

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

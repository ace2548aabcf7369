import { POSITIONS_MAX } from '@karat/domains/wealth';
import type { WealthSource } from '@karat/domains/wealth';
import { sql } from '@karat/platform/db';
import { currencyId } from '@karat/contract';
import { amount } from '@karat/money';
import { readTotals } from './totals-store.ts';

/** Orders of Earn in the Finance tab, with their next yield. */
export const miningWealth: WealthSource = {
  kind: 'earn',
  async read(db, user, yesterday) {
    const totals = await readTotals(db, user, yesterday);
    const rows = await db.rows<{
      id: number;
      currency_id: number;
      principal: string;
      daily: string;
      next_at: number;
    }>(sql`
      select id, currency_id, principal, daily, next_at from mining_orders
      where user_id = ${user} and outcome is null order by next_at, id limit ${POSITIONS_MAX}`);
    return {
      count: totals.reduce((count, { orders }) => count + orders, 0),
      amounts: totals.map((one) => ({ currency: one.currencyId, amount: one.principal })),
      earned: totals.map((one) => ({
        currency: one.currencyId,
        yesterday: one.yesterday,
        total: one.total,
      })),
      positions: rows.map((row) => ({
        id: row.id,
        currency: currencyId(row.currency_id),
        amount: amount(row.principal),
        nextMs: row.next_at,
        nextAmount: amount(row.daily),
      })),
    };
  },
};

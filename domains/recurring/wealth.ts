import type { RecurringDeps } from './deps.ts';
import { marketId } from '@karat/contract';
import { POSITIONS_MAX } from '@karat/domains/wealth';
import type { WealthSource } from '@karat/domains/wealth';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';

/** Active plans in the Finance tab, with their next purchase. */
export const recurringWealth = ({ market }: Pick<RecurringDeps, 'market'>): WealthSource => ({
  kind: 'recurring',
  async read(db, user) {
    const sums = await db.rows<{ market_id: number; amount: string; count: number }>(sql`
      select market_id, sum(amount)::text as amount, count(*) as count from recurring_plans
      where user_id = ${user} and state = 'active' group by market_id order by market_id`);
    const rows = await db.rows<{ id: number; market_id: number; amount: string; buy_at: number }>(sql`
      select id, market_id, amount, buy_at from recurring_plans
      where user_id = ${user} and state = 'active' order by buy_at, id limit ${POSITIONS_MAX}`);
    const marketOf = (id: number) => market.instruments.need(marketId(id));
    return {
      count: sums.reduce((total, { count }) => total + count, 0),
      amounts: sums.map((row) => ({ currency: marketOf(row.market_id).quote, amount: amount(row.amount) })),
      earned: [],
      positions: rows.map((row) => ({
        id: row.id,
        assetId: marketOf(row.market_id).base,
        currency: marketOf(row.market_id).quote,
        amount: amount(row.amount),
        nextMs: row.buy_at,
      })),
    };
  },
});

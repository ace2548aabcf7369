import { currencyId } from '@karat/contract';
import { POSITIONS_MAX } from '@karat/domains/wealth';
import type { Earned, WealthSource } from '@karat/domains/wealth';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { UserId } from '@karat/contract';

/**
 * Premiums of settled orders by currency of the payout: what was paid above the principal, which is converted at the strike where it
 * was paid in the other currency.
 */
async function readPremiums(
  db: Queries,
  user: UserId,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Earned[]> {
  const rows = await db.rows<{ currency: number; total: string; yesterday: string }>(sql`
    with premiums as (
      select settled_at, case outcome when 'coin' then coin_id else quote_id end as currency,
        payout - case when outcome = 'coin' then case type when 'call' then principal else trunc(principal / strike, 10) end
          else case type when 'call' then trunc(principal * strike, 10) else principal end end as premium
      from dual_orders where user_id = ${user} and outcome in ('coin', 'quote')
    )
    select currency, sum(greatest(premium, 0))::text as total,
      coalesce(sum(greatest(premium, 0)) filter (where settled_at >= to_timestamp(${from} / 1000.0)
        and settled_at < to_timestamp(${to} / 1000.0)), 0)::text as yesterday
    from premiums group by currency order by currency`);
  return rows.map((row) => ({
    currency: currencyId(row.currency),
    total: amount(row.total),
    yesterday: amount(row.yesterday),
  }));
}

/** Dual currency orders in the Finance tab, with their maturity. */
export const dualWealth: WealthSource = {
  kind: 'dual',
  async read(db, user, yesterday) {
    const sums = await db.rows<{ currency: number; amount: string; count: number }>(sql`
      select case type when 'call' then coin_id else quote_id end as currency, sum(principal)::text as amount, count(*) as count
      from dual_orders where user_id = ${user} and outcome is null group by 1 order by 1`);
    const rows = await db.rows<{
      id: number;
      coin_id: number;
      currency: number;
      principal: string;
      maturity_at: number;
    }>(sql`
      select id, coin_id, case type when 'call' then coin_id else quote_id end as currency, principal, maturity_at from dual_orders
      where user_id = ${user} and outcome is null order by maturity_at, id limit ${POSITIONS_MAX}`);
    return {
      count: sums.reduce((total, { count }) => total + count, 0),
      amounts: sums.map((row) => ({ currency: currencyId(row.currency), amount: amount(row.amount) })),
      earned: await readPremiums(db, user, yesterday),
      positions: rows.map((row) => ({
        id: row.id,
        assetId: currencyId(row.coin_id),
        currency: currencyId(row.currency),
        amount: amount(row.principal),
        nextMs: row.maturity_at,
      })),
    };
  },
};

import { currencyId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { POSITIONS_MAX } from '@karat/domains/wealth';
import type { Earned, WealthSource, Yesterday } from '@karat/domains/wealth';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Applications that hold money, and allotments whose tokens are locked, with what was paid for them. */
const openApplications = (user: UserId) => sql`
  select a.id, a.currency_id, p.currency_id as token_id, case when a.settled_at is null then a.held else a.paid end as amount,
    case when a.settled_at is null then p.end_at else p.listing_at end as next_at
  from launchpad_applications a join launchpad_projects p on p.id = a.project_id
  where a.user_id = ${user} and a.cancelled_at is null and (a.settled_at is null
    or (a.tokens > 0 and exists (select 1 from launchpad_subscribers s
      where s.project_id = a.project_id and s.user_id = a.user_id and s.unlocked_at is null)))`;

/** Dividends by currency. */
async function readDividends(db: Queries, user: UserId, { from, to }: Yesterday): Promise<Earned[]> {
  const rows = await db.rows<{ currency_id: number; total: string; yesterday: string }>(sql`
    select d.currency_id, sum(x.amount)::text as total,
      coalesce(sum(x.amount) filter (where x.paid_at >= to_timestamp(${from} / 1000.0)
        and x.paid_at < to_timestamp(${to} / 1000.0)), 0)::text as yesterday
    from launchpad_dividend_payments x join launchpad_dividends d on d.id = x.dividend_id
    where x.user_id = ${user} and x.paid_at is not null group by d.currency_id order by d.currency_id`);
  return rows.map((row) => ({
    currency: currencyId(row.currency_id),
    total: amount(row.total),
    yesterday: amount(row.yesterday),
  }));
}

/** Subscriptions in the Finance tab: held until the allotment, then locked until the listing. */
export const launchpadWealth: WealthSource = {
  kind: 'subscription',
  async read(db, user, yesterday) {
    const open = openApplications(user);
    const sums = await db.rows<{ currency_id: number; amount: string; count: number }>(sql`
      select currency_id, sum(amount)::text as amount, count(*) as count from (${open}) o group by currency_id order by currency_id`);
    const rows = await db.rows<{
      id: number;
      currency_id: number;
      token_id: number;
      amount: string;
      next_at: number | null;
    }>(sql`select * from (${open}) o order by next_at nulls last, id limit ${POSITIONS_MAX}`);
    return {
      count: sums.reduce((total, { count }) => total + count, 0),
      amounts: sums.map((row) => ({ currency: currencyId(row.currency_id), amount: amount(row.amount) })),
      earned: await readDividends(db, user, yesterday),
      positions: rows.map((row) => ({
        id: row.id,
        assetId: currencyId(row.token_id),
        currency: currencyId(row.currency_id),
        amount: amount(row.amount),
        nextMs: row.next_at ?? undefined,
      })),
    };
  },
};

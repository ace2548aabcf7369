import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Maximum number of listed differences. */
const NAMED_MAX = 100;

interface Difference {
  readonly user_id: number;
  readonly currency: string;
  readonly what: string;
  readonly counted: string;
  readonly expected: string;
}

/**
 * Compares what is counted of all users: balances with the posting that was counted last, quantities
 * with balances, open lots and their costs with assets, and closings of the last month with balances. One sentence per difference;
 * none before the tables exist.
 */
export async function auditPortfolios(db: Queries): Promise<string[]> {
  const { there } = await db.one<{ there: boolean }>(
    sql`select to_regclass('portfolio_months') is not null as there`,
  );
  if (!there) return [];
  const rows = await db.rows<Difference>(sql`
    with balances as (
      select user_id, currency_id, sum(available + held) as total, sum(held) as held from portfolio_balances group by 1, 2
    ), lots as (
      select user_id, currency_id, sum(quantity) as quantity, sum(cost) as cost from portfolio_lots group by 1, 2
    ), closings as (
      select distinct on (user_id, account_id, currency_id) user_id, account_id, currency_id, closing, held
      from portfolio_months order by user_id, account_id, currency_id, month desc
    ), checks as (
      select p.user_id, p.currency_id, 'posting ' || p.posting_id as what,
        p.available || ' + ' || p.held as counted, l.available_after || ' + ' || l.held_after as expected
      from portfolio_balances p
      join ledger_postings l on l.account_id = p.account_id and l.id = p.posting_id
      where (p.available, p.held) is distinct from (l.available_after, l.held_after)
      union all
      select a.user_id, a.currency_id, 'quantity', a.quantity || ' + ' || a.held, b.total || ' + ' || b.held
      from portfolio_assets a full join balances b using (user_id, currency_id)
      where coalesce(a.quantity, 0) <> coalesce(b.total, 0) or coalesce(a.held, 0) <> coalesce(b.held, 0)
      union all
      select a.user_id, a.currency_id, 'lots', l.quantity || ' for ' || l.cost, a.quantity || ' for ' || a.cost_fifo
      from portfolio_assets a left join lots l using (user_id, currency_id)
      where a.currency_id <> 3
        and (coalesce(l.quantity, 0) <> a.quantity or coalesce(l.cost, 0) <> a.cost_fifo)
      union all
      select b.user_id, b.currency_id, 'month', c.closing || ' with ' || c.held,
        (b.available + b.held) || ' with ' || b.held
      from portfolio_balances b left join closings c using (user_id, account_id, currency_id)
      where coalesce(c.closing, 0) <> b.available + b.held or coalesce(c.held, 0) <> b.held
    )
    select user_id, (select code from ledger_currencies where id = currency_id) as currency, what, counted, expected
    from checks order by 1, 2, 3 limit ${NAMED_MAX}`);
  return rows.map(
    ({ user_id: user, currency, what, counted, expected }) =>
      `portfolio of ${user}, ${currency}, ${what}: ${counted}, expected ${expected}`,
  );
}

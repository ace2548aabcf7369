import { currencyId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { accountTitle } from './accounts.ts';
import type { AccountId } from './accounts.ts';

/** Maximum number of listed differences; the rest is counted. */
const NAMED_MAX = 100;

export interface AuditReport {
  readonly accounts: number;
  readonly balances: number;
  readonly journals: number;
  readonly postings: number;
  /** One sentence per difference; empty if the ledger is consistent. */
  readonly differences: readonly string[];
}

interface Difference {
  readonly account: AccountId;
  readonly currency: string;
  readonly kept: string;
  readonly posted: string;
}

// Repeatable read: all queries see one snapshot, however busy the ledger is.
const counts = sql`
  select (select count(*) from ledger_accounts) as accounts, (select count(*) from ledger_balances) as balances,
    (select count(*) from ledger_journals) as journals, (select count(*) from ledger_postings) as postings`;

const wrongBalances = sql`
  with posted as (
    select account_id, currency_id, sum(available) as available, sum(held) as held from (
      select account_id, currency_id, available, held from ledger_postings
      union all select account_id, currency_id, available, held from ledger_opening_balances
    ) as every group by account_id, currency_id
  )
  select coalesce(b.account_id, p.account_id) as account, c.code as currency,
    coalesce(b.available, 0) || ' + ' || coalesce(b.held, 0) as kept,
    coalesce(p.available, 0) || ' + ' || coalesce(p.held, 0) as posted
  from ledger_balances b full join posted p using (account_id, currency_id)
  left join ledger_currencies c on c.id = coalesce(b.currency_id, p.currency_id)
  where coalesce(b.available, 0) <> coalesce(p.available, 0) or coalesce(b.held, 0) <> coalesce(p.held, 0)
  order by 1, 2 limit ${NAMED_MAX}`;

const wrongSums = sql`
  select journal_id as id, c.code as currency, sum(available + held) as rest
  from ledger_postings p left join ledger_currencies c on c.id = p.currency_id
  group by journal_id, c.code having sum(available + held) <> 0 order by 1 limit ${NAMED_MAX}`;

const wrongLinks = sql`
  select coalesce(j.id, p.journal_id) as id, j.id is null as orphan
  from ledger_journals j full join (select distinct journal_id from ledger_postings) p on p.journal_id = j.id
  where (j.id is null or p.journal_id is null)
    and (j.at >= (select max(until) from ledger_carried)) is not false
  order by 1 limit ${NAMED_MAX}`;

// Every posting starts at the end of the previous one on the same balance, the first one at zero or at the opening balance.
const wrongChains = sql`
  select id, account, currency, steps.available - coalesce(o.available, 0) as available,
    steps.held - coalesce(o.held, 0) as held
  from (
    select id, account_id as account, currency_id as currency,
      lag(id) over balance is null as "isFirst",
      available_after - available - coalesce(lag(available_after) over balance, 0) as available,
      held_after - held - coalesce(lag(held_after) over balance, 0) as held
    from ledger_postings window balance as (partition by account_id, currency_id order by id)
  ) steps left join ledger_opening_balances o
    on "isFirst" and o.account_id = account and o.currency_id = currency
  where steps.available <> coalesce(o.available, 0) or steps.held <> coalesce(o.held, 0)
  order by id limit ${NAMED_MAX}`;

const negatives = sql`
  select account_id as account, c.code as currency, available || ' + ' || held as kept
  from ledger_balances b join ledger_currencies c on c.id = b.currency_id
  where (available < 0 or held < 0) and not exists (
    select 1 from ledger_accounts a where a.id = account_id and a.may_go_negative)
  order by 1, 2 limit ${NAMED_MAX}`;

/**
 * Recomputes the ledger from its postings, and from the opening balances where postings were detached: every balance is the sum of its postings, every posting follows the
 * previous one, every journal sums to zero per currency and has postings, and only the external account is negative.
 */
export async function auditLedger(db: Database): Promise<AuditReport> {
  return db.transact(async (tx) => {
    await tx.run(sql`set transaction isolation level repeatable read, read only`);
    await tx.run(sql`set local statement_timeout = 0`);
    await tx.run(sql`set local work_mem = '64MB'`);
    const differences: string[] = [];
    for (const row of await tx.rows<Difference>(wrongBalances)) {
      differences.push(
        `${accountTitle(row.account)} ${row.currency}: balance ${row.kept}, postings ${row.posted}`,
      );
    }
    for (const row of await tx.rows<{ id: number; currency: string; rest: string }>(wrongSums)) {
      differences.push(`journal ${row.id}: sums to ${row.rest} ${row.currency}`);
    }
    for (const row of await tx.rows<{ id: number; orphan: boolean }>(wrongLinks)) {
      differences.push(
        row.orphan ? `journal ${row.id}: postings without a journal` : `journal ${row.id}: no postings`,
      );
    }
    type Step = { id: number; account: AccountId; currency: number; available: string; held: string };
    for (const row of await tx.rows<Step>(wrongChains)) {
      const where = `${accountTitle(row.account)} currency ${currencyId(row.currency)}`;
      differences.push(
        `posting ${row.id}: ${where} jumps by ${row.available} + ${row.held} from the posting before it`,
      );
    }
    for (const row of await tx.rows<Difference>(negatives)) {
      differences.push(`${accountTitle(row.account)} ${row.currency}: below zero at ${row.kept}`);
    }
    return { ...(await tx.one<Omit<AuditReport, 'differences'>>(counts)), differences };
  });
}

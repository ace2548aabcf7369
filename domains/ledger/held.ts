import type { CurrencyId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { AccountId } from './accounts.ts';

/** Movements of an account that are added up; one with more is that of a program. */
const MOVEMENTS_MAX = 50_000;

/** What the movements of one domain hold of a balance. */
export interface HeldPart {
  /** The prefix of their kinds: `spot`, `contract`, `withdrawal`. */
  readonly domain: string;
  readonly held: Amount;
}

/**
 * The held amount of a balance by the domains whose movements hold it, none of them zero. A domain releases what it has held
 * itself, so that the sum of its movements is what it holds now. Undefined for an account with more movements than `max`, and for a
 * balance of which something was held when its first postings were detached.
 */
export async function heldByDomain(
  queries: Queries,
  account: AccountId,
  currency: CurrencyId,
  max = MOVEMENTS_MAX,
): Promise<readonly HeldPart[] | undefined> {
  const { count } = await queries.one<{ count: number }>(sql`
    select count(*) as count from (
      select 1 from ledger_postings where account_id = ${account} limit ${max + 1}
    ) as counted`);
  if (count > max) return undefined;
  const opening = await queries.maybe(sql`
    select 1 from ledger_opening_balances where account_id = ${account} and currency_id = ${currency} and held <> 0`);
  if (opening) return undefined;
  const rows = await queries.rows<{ domain: string; held: string }>(sql`
    select split_part(coalesce(p.kind, j.kind), ':', 1) as domain, sum(p.held) as held
    from ledger_postings p join ledger_journals j on j.id = p.journal_id
    where p.account_id = ${account} and p.currency_id = ${currency} and p.held <> 0
    group by 1 having sum(p.held) <> 0 order by 1`);
  return rows.map(({ domain, held }) => ({ domain, held: amount(held) }));
}

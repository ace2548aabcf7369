import { currencyId, userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Sql } from '@karat/platform/db';
import { HOUSE_ID_MAX, ownerNumber, ownerOf } from './accounts.ts';
import type { AccountId } from './accounts.ts';

/** A user's balance of a currency in one account. */
export interface Holding {
  readonly account: AccountId;
  readonly userId: UserId;
  readonly available: Amount;
  readonly held: Amount;
}

/** Users' accounts with a balance of a currency, by account, after a given one. */
export async function holdersOf(
  queries: Queries,
  currency: CurrencyId,
  after: AccountId | undefined,
  limit: number,
): Promise<Holding[]> {
  const rows = await queries.rows<{ account_id: number; available: string; held: string }>(sql`
    select b.account_id, b.available, b.held
    from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where b.currency_id = ${currency} and a.user_id is not null and b.account_id > ${after ?? 0}
      and (b.available > 0 or b.held > 0)
    order by b.account_id limit ${limit}`);
  return rows.map((row) => {
    const account = row.account_id as AccountId;
    const owner = ownerOf(account);
    if (owner.owner === 'house')
      throw new Error(`ledger_accounts ${account}: a user's account with a house number`);
    return {
      account,
      userId: userId(owner.userId),
      available: amount(row.available),
      held: amount(row.held),
    };
  });
}

/**
 * Balance after the last posting of an account (`b.account_id`) and a currency at a time (unix ms); where the postings before it were
 * detached, the balance at their end.
 */
const holdingOf = (currency: Sql, at: number): Sql => sql`
  select holding from (
    (select id, available_after + held_after as holding from ledger_postings
      where account_id = b.account_id and currency_id = ${currency} and at <= to_timestamp(${at} / 1000.0)
      order by id desc limit 1)
    union all
    (select 0, available + held from ledger_opening_balances
      where account_id = b.account_id and currency_id = ${currency})
  ) as known order by id desc limit 1`;

/** What users held of a currency at a time (unix ms) over all of their accounts, by user; users without any are left out. */
export async function holdingsAt(
  queries: Queries,
  currency: CurrencyId,
  at: number,
): Promise<readonly { readonly userId: UserId; readonly holding: Amount }[]> {
  const rows = await queries.rows<{ user_id: number; holding: string }>(sql`
    select a.user_id, sum(p.holding)::text as holding
    from ledger_balances b join ledger_accounts a on a.id = b.account_id
    cross join lateral (${holdingOf(sql`${currency}`, at)}) as p
    where b.currency_id = ${currency} and a.user_id is not null
    group by a.user_id having sum(p.holding) > 0 order by a.user_id`);
  return rows.map((row) => ({ userId: userId(row.user_id), holding: amount(row.holding) }));
}

/** What a user holds of a currency over all accounts. */
export interface UserHolding {
  readonly userId: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

/** What users held at a time (unix ms) over all of their accounts, by user and currency, from the postings; zero is left out. */
export async function holdingsOfUsers(
  queries: Queries,
  users: readonly UserId[],
  at: number,
): Promise<UserHolding[]> {
  const rows = await queries.rows<{ user_id: number; currency_id: number; holding: string }>(sql`
    select a.user_id, b.currency_id, sum(p.holding)::text as holding
    from unnest(${[...users]}::bigint[]) as u (id)
    join ledger_accounts a on a.id between u.id * 8 and u.id * 8 + 7
    join ledger_balances b on b.account_id = a.id
    cross join lateral (${holdingOf(sql`b.currency_id`, at)}) as p
    where a.user_id = u.id
    group by a.user_id, b.currency_id having sum(p.holding) > 0 order by a.user_id, b.currency_id`);
  return rows.map((row) => ({
    userId: userId(row.user_id),
    currency: currencyId(row.currency_id),
    amount: amount(row.holding),
  }));
}

/** Balances read with one statement. */
const BALANCES_READ = 5_000;

/**
 * What every user holds over all of their accounts, available and held, in batches by user and currency; zero is left out. Batches
 * follow from one state of the ledger only in a transaction with repeatable reads.
 */
export async function* allHoldings(queries: Queries): AsyncGenerator<readonly UserHolding[]> {
  let after = { account: HOUSE_ID_MAX, currency: 0 };
  let sums = new Map<CurrencyId, bigint>();
  let owner = 0;
  const flushed = (): UserHolding[] =>
    [...sums].map(([currency, sum]) => ({ userId: userId(owner), currency, amount: amount(sum) }));
  for (;;) {
    const rows = await queries.rows<{ account_id: number; currency_id: number; holding: string }>(sql`
      select account_id, currency_id, (available + held)::text as holding from ledger_balances
      where (account_id, currency_id) > (${after.account}, ${after.currency}) and available + held > 0
      order by account_id, currency_id limit ${BALANCES_READ}`);
    const batch: UserHolding[] = [];
    for (const row of rows) {
      const user = ownerNumber(row.account_id as AccountId);
      if (user !== owner) {
        batch.push(...flushed());
        sums = new Map();
        owner = user;
      }
      const currency = currencyId(row.currency_id);
      sums.set(currency, (sums.get(currency) ?? 0n) + amount(row.holding));
    }
    const last = rows.at(-1);
    if (rows.length < BALANCES_READ || last === undefined) {
      yield [...batch, ...flushed()];
      return;
    }
    yield batch;
    after = { account: last.account_id, currency: last.currency_id };
  }
}

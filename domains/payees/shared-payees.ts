import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { HashedCard, PayeeHashing } from './hashing.ts';

const MAX = 20;

/** Returns up to twenty other accounts that have, or had, the payee of these hashes. */
export const accountsSharing = async (
  queries: Queries,
  hashes: readonly Uint8Array[],
  user: UserId,
): Promise<UserId[]> =>
  (
    await queries.rows<{ user: number }>(sql`
      select distinct user_id as user from (
        select user_id from payees_addresses where payee_hash = any(${hashes}::bytea[])
        union all select user_id from payees_cards where payee_hash = any(${hashes}::bytea[])
      ) as keepers where user_id <> ${user} order by 1 limit ${MAX}`)
  ).map((row) => userId(row.user));

/** Cards of users, deleted ones included. */
const cardsOf = (queries: Queries, users: readonly UserId[]): Promise<HashedCard[]> =>
  queries.rows<HashedCard>(sql`
    select user_id as user, sealed, payee_hash as hash from payees_cards where user_id = any(${users}::bigint[])`);

/** Returns other users with the same bank card or account, deleted ones included. */
export async function accountsWithSameCard(
  hashing: PayeeHashing,
  queries: Queries,
  user: UserId,
): Promise<UserId[]> {
  const hashes = (await cardsOf(queries, [user])).flatMap((card) => hashing.ofSealedCard(card));
  if (hashes.length === 0) return [];
  const rows = await queries.rows<{ user: number }>(sql`
    select distinct user_id as user from payees_cards
    where payee_hash = any(${hashes}::bytea[]) and user_id <> ${user} order by 1 limit ${MAX}`);
  return rows.map((row) => userId(row.user));
}

type Pair = readonly [first: UserId, second: UserId];

const pairsWithOneAddress = async (queries: Queries, pairs: readonly Pair[]): Promise<UserId[]> =>
  (
    await queries.rows<{ user: number }>(sql`
      select distinct p.second as user
      from unnest(${pairs.map(([first]) => first)}::bigint[], ${pairs.map(([, second]) => second)}::bigint[])
        as p (first, second)
      join payees_addresses one on one.user_id = p.first
      join payees_addresses other
        on other.user_id = p.second and other.network = one.network and other.address = one.address`)
  ).map((row) => userId(row.user));

/** Second users of those pairs who have, or had, the same address, card or bank account as the first. */
export async function pairsWithOnePayee(
  hashing: PayeeHashing,
  queries: Queries,
  pairs: readonly Pair[],
): Promise<UserId[]> {
  const found = new Set(await pairsWithOneAddress(queries, pairs));
  const hashes = new Map<UserId, Set<string>>();
  for (const card of await cardsOf(queries, [...new Set(pairs.flat())])) {
    const owned = hashes.get(card.user) ?? new Set();
    hashes.set(card.user, owned.add(hashing.currentOf(card).toString('hex')));
  }
  for (const [first, second] of pairs) {
    const owned = hashes.get(first);
    if (owned && [...(hashes.get(second) ?? [])].some((hash) => owned.has(hash))) found.add(second);
  }
  return [...found];
}

import type { CurrencyId, UserId } from '@karat/contract';
import { empty, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { PayeeHashes } from './hashing.ts';

export interface AddressRow {
  readonly id: number;
  readonly currency: CurrencyId;
  readonly network: string;
  readonly name: string;
  readonly address: string;
  readonly createdAt: number;
  readonly usableAt: number;
}

const addressColumns = sql`id, currency_id as currency, network, name, address, created_at as "createdAt", usable_at as "usableAt"`;

interface AddressFilter {
  readonly currency?: CurrencyId | undefined;
  readonly network?: string | undefined;
}

export async function readAddresses(
  queries: Queries,
  user: UserId,
  { currency, network }: AddressFilter,
  page: { readonly page: number; readonly limit: number },
): Promise<{ rows: AddressRow[]; total: number }> {
  const where = sql`user_id = ${user} and deleted_at is null
    ${currency === undefined ? empty : sql`and currency_id = ${currency}`}
    ${network === undefined ? empty : sql`and network = ${network}`}`;
  const { total } = await queries.one<{ total: number }>(
    sql`select count(*) as total from payees_addresses where ${where}`,
  );
  const rows = await queries.rows<AddressRow>(sql`
    select ${addressColumns} from payees_addresses where ${where}
    order by id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  return { rows, total };
}

export const addressById = (queries: Queries, user: UserId, id: number): Promise<AddressRow | undefined> =>
  queries.maybe<AddressRow>(sql`
    select ${addressColumns} from payees_addresses where id = ${id} and user_id = ${user} and deleted_at is null`);

export const addressKept = (
  queries: Queries,
  user: UserId,
  key: { readonly currency: CurrencyId; readonly network: string; readonly address: string },
): Promise<AddressRow | undefined> =>
  queries.maybe<AddressRow>(sql`
    select ${addressColumns} from payees_addresses
    where user_id = ${user} and currency_id = ${key.currency} and network = ${key.network}
      and address = ${key.address} and deleted_at is null`);

export const countAddresses = async (queries: Queries, user: UserId): Promise<number> =>
  (
    await queries.one<{ n: number }>(
      sql`select count(*) as n from payees_addresses where user_id = ${user} and deleted_at is null`,
    )
  ).n;

export interface NewAddress {
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly network: string;
  readonly name: string;
  readonly address: string;
  readonly hashes: PayeeHashes;
  /** Mark of the key of the first hash. */
  readonly hashKey: string | null;
  readonly at: number;
  readonly usableAt: number;
}

/** Undefined if the same address was stored meanwhile. */
export const insertAddress = async (tx: Tx, row: NewAddress): Promise<number | undefined> =>
  (
    await tx.maybe<{ id: number }>(sql`
      insert into payees_addresses (user_id, currency_id, network, name, address, payee_hash, hash_key, created_at,
        usable_at)
      values (${row.user}, ${row.currency}, ${row.network}, ${row.name}, ${row.address}, ${row.hashes[0]}, ${row.hashKey},
        to_timestamp(${row.at} / 1000.0), to_timestamp(${row.usableAt} / 1000.0))
      on conflict (user_id, currency_id, network, address) where deleted_at is null do nothing
      returning id`)
  )?.id;

export const renameAddress = (tx: Tx, user: UserId, id: number, name: string): Promise<number> =>
  tx.run(
    sql`update payees_addresses set name = ${name} where id = ${id} and user_id = ${user} and deleted_at is null`,
  );

export const deleteAddress = (queries: Queries, user: UserId, id: number, at: number): Promise<number> =>
  queries.run(sql`
    update payees_addresses set deleted_at = to_timestamp(${at} / 1000.0)
    where id = ${id} and user_id = ${user} and deleted_at is null`);

export interface CardRow {
  readonly id: number;
  readonly type: 1 | 2;
  readonly sealed: Buffer;
  readonly hash: Buffer;
  readonly title: string;
  readonly masked: string;
  readonly createdAt: number;
  /** Returns from when it can be paid while the allow-list is on. */
  readonly usableAt: number;
}

const cardColumns = sql`id, type, sealed, payee_hash as hash, title, masked, created_at as "createdAt",
  usable_at as "usableAt"`;

/** Returns the user's cards, newest first. */
export const readCards = (queries: Queries, user: UserId, type: number | undefined): Promise<CardRow[]> =>
  queries.rows<CardRow>(sql`
    select ${cardColumns} from payees_cards
    where user_id = ${user} and deleted_at is null ${type === undefined ? empty : sql`and type = ${type}`}
    order by id desc`);

export const cardById = (
  queries: Queries,
  user: UserId,
  type: 1 | 2,
  id: number,
): Promise<CardRow | undefined> =>
  queries.maybe<CardRow>(sql`
    select ${cardColumns} from payees_cards
    where id = ${id} and user_id = ${user} and type = ${type} and deleted_at is null`);

export interface CardFacts {
  readonly user: UserId;
  readonly type: 1 | 2;
  readonly sealed: Uint8Array;
  readonly hashes: PayeeHashes;
  readonly title: string;
  readonly masked: string;
}

export const insertCard = async (tx: Tx, card: CardFacts, at: number, usableAt: number): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into payees_cards (user_id, type, sealed, payee_hash, title, masked, created_at, usable_at)
      values (${card.user}, ${card.type}, ${card.sealed}, ${card.hashes[0]}, ${card.title}, ${card.masked},
        to_timestamp(${at} / 1000.0), to_timestamp(${usableAt} / 1000.0))
      returning id`)
  ).id;

/** Another account number under the same id waits like a new card. */
export const updateCard = (tx: Tx, id: number, card: CardFacts, usableAt: number): Promise<number> =>
  tx.run(sql`
    update payees_cards set
      usable_at = case when payee_hash = any(${card.hashes}::bytea[]) then usable_at else to_timestamp(${usableAt} / 1000.0) end,
      sealed = ${card.sealed}, payee_hash = ${card.hashes[0]}, title = ${card.title}, masked = ${card.masked}
    where id = ${id} and user_id = ${card.user} and type = ${card.type} and deleted_at is null`);

export const deleteCard = (queries: Queries, user: UserId, id: number, at: number): Promise<number> =>
  queries.run(sql`
    update payees_cards set deleted_at = to_timestamp(${at} / 1000.0)
    where id = ${id} and user_id = ${user} and deleted_at is null`);

export const readRule = (queries: Queries, user: UserId): Promise<{ endsAt: number | null } | undefined> =>
  queries.maybe<{ endsAt: number | null }>(
    sql`select allow_list_ends_at as "endsAt" from payees_rules where user_id = ${user}`,
  );

export const saveRule = (tx: Tx, user: UserId, endsAt: number | null): Promise<number> =>
  tx.run(sql`
    insert into payees_rules (user_id, allow_list_ends_at)
    values (${user}, to_timestamp(${endsAt}::float8 / 1000.0))
    on conflict (user_id) do update set allow_list_ends_at = excluded.allow_list_ends_at`);

/** Serialises writes of a user's payees, so that limits hold. */
export const lockPayees = (tx: Tx, user: UserId): Promise<number> =>
  tx.run(sql`
    insert into payees_rules (user_id, allow_list_ends_at) values (${user}, to_timestamp(0))
    on conflict (user_id) do update set allow_list_ends_at = payees_rules.allow_list_ends_at`);

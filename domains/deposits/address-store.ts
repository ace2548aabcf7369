import type { NetworkId, UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export const addressOfUser = async (
  q: Queries,
  network: NetworkId,
  user: UserId,
): Promise<string | undefined> =>
  (
    await q.maybe<{ address: string }>(
      sql`select address from deposits_addresses where network = ${network} and user_id = ${user}`,
    )
  )?.address;

export const nextNumber = async (tx: Tx): Promise<number> =>
  (await tx.one<{ number: number }>(sql`select nextval('deposits_address_numbers') as number`)).number;

/** Stores a user's address unless one exists. Returns the number of rows stored. */
export const insertAddress = (
  tx: Tx,
  row: { network: NetworkId; user: UserId | null; address: string; number: number; at: number },
): Promise<number> =>
  tx.run(sql`
    insert into deposits_addresses (network, user_id, address, number, created_at)
    values (${row.network}, ${row.user}, ${row.address}, ${row.number}, to_timestamp(${row.at} / 1000.0))
    on conflict do nothing`);

export interface AddressRow {
  readonly id: number;
  readonly address: string;
  readonly userId: UserId | null;
}

const PAGE = 10_000;

/** Returns addresses of a network that are newer than the known ones, in pages. */
export const addressesAfter = (q: Queries, network: NetworkId, after: number): Promise<AddressRow[]> =>
  q.rows<AddressRow>(sql`
    select id, address, user_id as "userId" from deposits_addresses
    where network = ${network} and id > ${after} order by id limit ${PAGE}`);

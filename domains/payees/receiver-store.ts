import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

export interface ReceiverRow {
  readonly id: number;
  /** Null for an unknown user. */
  readonly receiver: number | null;
  /** The UID or email address as typed. */
  readonly named: string;
  readonly name: string;
  readonly createdAt: number;
  readonly usableAt: number;
}

const columns = sql`id, receiver_id as receiver, named, name, created_at as "createdAt", usable_at as "usableAt"`;

export async function readReceivers(
  db: Queries,
  user: UserId,
  page: { readonly page: number; readonly limit: number },
): Promise<{ rows: ReceiverRow[]; total: number }> {
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from payees_receivers where user_id = ${user} and deleted_at is null`);
  const rows = await db.rows<ReceiverRow>(sql`
    select ${columns} from payees_receivers where user_id = ${user} and deleted_at is null
    order by id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  return { rows, total };
}

export const countReceivers = async (db: Queries, user: UserId): Promise<number> =>
  (
    await db.one<{ n: number }>(sql`
      select count(*) as n from payees_receivers where user_id = ${user} and deleted_at is null`)
  ).n;

export interface NewReceiver {
  readonly user: UserId;
  readonly receiver: UserId | undefined;
  readonly named: string;
  readonly name: string;
  readonly at: number;
  readonly usableAt: number;
}

/** Returns the new row's id; undefined if the same name is stored already. */
export const insertReceiver = async (tx: Tx, r: NewReceiver): Promise<number | undefined> =>
  (
    await tx.maybe<{ id: number }>(sql`
      insert into payees_receivers (user_id, receiver_id, named, name, created_at, usable_at)
      values (${r.user}, ${r.receiver ?? null}, ${r.named}, ${r.name}, to_timestamp(${r.at} / 1000.0),
        to_timestamp(${r.usableAt} / 1000.0))
      on conflict (user_id, named) where deleted_at is null do nothing returning id`)
  )?.id;

export const deleteReceiver = (db: Queries, user: UserId, id: number, at: number): Promise<number> =>
  db.run(sql`
    update payees_receivers set deleted_at = to_timestamp(${at} / 1000.0)
    where id = ${id} and user_id = ${user} and deleted_at is null`);

/** Returns from when a user can be paid while the allow-list is on; undefined if not stored. */
export const receiverUsableAt = async (
  db: Queries,
  user: UserId,
  receiver: UserId,
): Promise<number | undefined> =>
  (
    await db.one<{ at: number | null }>(sql`
      select min(usable_at) as at from payees_receivers
      where user_id = ${user} and receiver_id = ${receiver} and deleted_at is null`)
  ).at ?? undefined;

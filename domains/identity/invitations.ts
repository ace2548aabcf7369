import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** An inviter and a user who registered with the inviter's code. */
export interface InvitedPair {
  readonly inviter: UserId;
  readonly invitee: UserId;
}

/** The inviters of those users who have one. The inviter is set at the registration and never changes. */
export const invitersOf = async (db: Queries, users: readonly UserId[]): Promise<InvitedPair[]> =>
  (
    await db.rows<{ inviter: number; invitee: number }>(sql`
      select inviter_id as inviter, id as invitee from identity_users
      where id = any(${[...users]}) and inviter_id is not null order by id`)
  ).map((row) => ({ inviter: userId(row.inviter), invitee: userId(row.invitee) }));

/** A user whom somebody invited. */
export interface InvitedUser {
  readonly id: UserId;
  readonly nickname: string;
  readonly isVerified: boolean;
  readonly createdMs: number;
}

/** Users who registered with a user's code, newest first, and their total count. */
export async function invitedBy(
  db: Queries,
  inviter: UserId,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: InvitedUser[]; readonly total: number }> {
  const rows = await db.rows<InvitedUser>(sql`
    select id, nickname, real_state = 2 as "isVerified", created_at as "createdMs" from identity_users
    where inviter_id = ${inviter} order by id desc limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from identity_users where inviter_id = ${inviter}`,
  );
  return { rows, total };
}

/** Records that two accounts were used on one device. */
export const noteSharedDevice = (tx: Tx, one: UserId, other: number, now: number): Promise<number> =>
  tx.run(sql`
    insert into identity_shared_devices (user_id, other_id, seen_at)
    select least(${one}::bigint, u.id), greatest(${one}::bigint, u.id), to_timestamp(${now} / 1000.0)
    from identity_users u where u.id = ${other} and u.id <> ${one}
    on conflict do nothing`);

/** Invited users who share a device with their inviter. */
export const pairsOnOneDevice = async (db: Queries, pairs: readonly InvitedPair[]): Promise<UserId[]> =>
  (
    await db.rows<{ invitee: number }>(sql`
      select p.invitee from unnest(${pairs.map(({ inviter }) => inviter)}::bigint[], ${pairs.map(({ invitee }) => invitee)}::bigint[])
        as p (inviter, invitee)
      join identity_shared_devices d on d.user_id = least(p.inviter, p.invitee) and d.other_id = greatest(p.inviter, p.invitee)`)
  ).map((row) => userId(row.invitee));

import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';

/** A user with a VIP level. */
export interface VipUser {
  readonly userId: UserId;
  readonly level: number;
}

interface Row {
  readonly id: number;
  readonly level: number;
}

const toUser = ({ id, level }: Row): VipUser => ({ userId: userId(id), level });

/** Users with a VIP level above 0. */
export const readVipUsers = async (db: Queries): Promise<VipUser[]> =>
  (
    await db.rows<Row>(sql`select id, vip_level as level from identity_users where vip_level > 0 order by id`)
  ).map(toUser);

/** Users after an id in order, house accounts left out, with their VIP levels. */
export const readUsersAfter = async (db: Queries, after: number, limit: number): Promise<VipUser[]> =>
  (
    await db.rows<Row>(sql`
      select id, vip_level as level from identity_users where id > ${after} and house_name is null order by id limit ${limit}`)
  ).map(toUser);

/** Stores VIP levels. */
export async function writeVipLevels(tx: Tx, users: readonly VipUser[]): Promise<void> {
  await tx.run(sql`
    update identity_users u set vip_level = n.level
    from unnest(${users.map((one) => one.userId)}::bigint[], ${users.map(({ level }) => level)}::int[]) as n (id, level)
    where u.id = n.id`);
}

/** Users of a group, the newest first; house accounts are left out. */
export const readAudience = async (
  db: Queries,
  group: 'everyone' | 'verified' | 'vip',
  limit: number,
): Promise<UserId[]> =>
  (
    await db.rows<{ id: number }>(sql`
      select id from identity_users where house_name is null and status = 'active'
        and (${group} = 'everyone' or (${group} = 'verified' and real_state = 2) or (${group} = 'vip' and vip_level > 0))
      order by id desc limit ${limit}`)
  ).map(({ id }) => userId(id));
